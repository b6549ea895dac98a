#!/usr/bin/env python3
"""Validate and tabulate a sharded archive of records with matombo, on as many machines as Spark has.

Every shard is a file of JSON records, one a line. Its lines go through `matombo check` and `matombo convert`, unchanged
programs that know nothing of Spark; the rows of the record table are kept as Parquet, and the totals of each game,
those of `matombo stats`, are worked out from that. They are written as JSON on standard output.
"""

import argparse
import json
import shlex
import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

# What matombo exits with: 0 all valid, 1 a record is invalid, anything else is trouble and fails the task.
GUARD = 'matombo "$@"; status=$?; test "$status" -le 1'


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shards", help="the shards: a path that Spark can read, such as 'archive/*.jsonl'")
    parser.add_argument("table", help="the folder to write the record table to, as Parquet")
    parser.add_argument("--matombo", default="matombo", help="the program, on every machine [default: %(default)s]")
    return parser.parse_args()


def piped(lines, matombo, *args):
    """Sends the lines of every partition through matombo."""
    script = GUARD.replace("matombo", shlex.quote(matombo), 1)
    return lines.pipe(shlex.join(["sh", "-c", script, "matombo", *args]), checkCode=True)


def verdicts(spark, lines, matombo):
    """Judges every record: a row a line."""
    told = piped(lines, matombo, "check", "--from", "jsonl", "--format", "jsonl", "--jobs", "1")
    return spark.read.schema("game STRING, valid BOOLEAN").json(told)


def table(spark, lines, matombo):
    """Tabulates every valid record: a row a line, as `matombo convert --to csv` writes it."""
    rows = piped(lines, matombo, "convert", "--from", "jsonl", "--to", "csv", "--jobs", "1")
    header = rows.first()
    rows = rows.filter(lambda row: row != header)
    return spark.read.option("escape", '"').csv(rows, schema=schema(header))


def schema(header):
    """Makes the types of the columns from their names; `notation/tables.md` tells them all."""
    columns = header.split(",")
    whole = {"record", "plies", "rounds", "comments", "variations", "errors", "warnings"}
    typed = {"valid": "BOOLEAN", "custom_start": "BOOLEAN", "date_first": "DATE", "date_last": "DATE"}
    for column in columns:
        counted = column.startswith(("south_", "north_"))
        typed.setdefault(column, "BIGINT" if counted or column in whole else "STRING")
    return ", ".join(f"`{column}` {typed[column]}" for column in columns)


def aggregate(records, judged):
    """Adds up what `matombo stats --format json` says of each game."""
    totals = {}
    for row in judged.where("game IS NOT NULL").groupBy("game", "valid").count().collect():
        game = totals.setdefault(row.game, {"records": 0, "valid": 0, "invalid": 0})
        game["records"] += row["count"]
        game["valid" if row.valid else "invalid"] = row["count"]
    for row in records.groupBy("game", "result").count().collect():
        totals[row.game].setdefault("results", {})[row.result] = row["count"]
    counts = [column.removeprefix("south_") for column in records.columns if column.startswith("south_")]
    sums = [F.sum(F.col(f"south_{count}") + F.col(f"north_{count}")).alias(count) for count in counts]
    for row in records.groupBy("game").agg(*sums, F.sum("rounds").alias("rounds")).collect():
        totals[row.game].update((name, value) for name, value in row.asDict().items() if name != "game")
    return dict(sorted(totals.items()))


def main():
    args = arguments()
    spark = SparkSession.builder.appName("matombo").getOrCreate()
    lines = spark.sparkContext.textFile(args.shards)
    table(spark, lines, args.matombo).write.mode("overwrite").parquet(args.table)
    totals = aggregate(spark.read.parquet(args.table), verdicts(spark, lines, args.matombo))
    json.dump(totals, sys.stdout, indent=2)
    print()
    spark.stop()


if __name__ == "__main__":
    main()
