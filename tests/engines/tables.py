"""Reads the tables of records and plies with DuckDB and Polars and writes, as JSON, what each makes of them."""

import json
import sys

import duckdb
import polars

RECORDS, PLIES = sys.argv[1:]
COUNTS = ["laps", "captures", "captured", "bonus_pits", "stripped", "head_stops", "retreats", "clockwise_captures"]


def of_duckdb():
    sums = ", ".join(f"sum(south_{name} + north_{name})::bigint" for name in COUNTS)
    records = duckdb.sql(
        f"select game, count(*), sum(plies)::bigint, {sums} from '{RECORDS}' where valid group by game order by game"
    ).fetchall()
    sums = ", ".join(f"sum({name})::bigint" for name in COUNTS)
    plies = duckdb.sql(
        f"select game, count(distinct (file, record)), count(*), {sums} from '{PLIES}' group by game order by game"
    ).fetchall()
    types = duckdb.sql(f"describe select file, record, valid, plies, date_first from '{RECORDS}'").fetchall()
    days = duckdb.sql(f"select min(date_first)::varchar, max(date_last)::varchar from '{RECORDS}'").fetchall()[0]
    return {"records": records, "plies": plies, "types": [row[1] for row in types], "days": days}


def of_polars():
    records = polars.read_parquet(RECORDS)
    col = polars.col
    sums = [(col(f"south_{name}") + col(f"north_{name}")).sum().alias(name) for name in COUNTS]
    by_game = (
        records.filter(col("valid"))
        .group_by("game")
        .agg(polars.len().alias("records"), col("plies").cast(polars.Int64).sum(), *sums)
        .sort("game")
    )
    plies = (
        polars.read_parquet(PLIES)
        .group_by("game")
        .agg(polars.struct("file", "record").n_unique(), polars.len().alias("plies"), *[col(name).sum() for name in COUNTS])
        .sort("game")
    )
    types = [str(records.schema[name]) for name in ["file", "record", "valid", "plies", "date_first"]]
    days = [str(records["date_first"].min()), str(records["date_last"].max())]
    return {"records": by_game.rows(), "plies": plies.rows(), "types": types, "days": days}


print(json.dumps({"duckdb": of_duckdb(), "polars": of_polars()}))
