//! The manual pages: `matombo.1` is made from the definition of the command line, `matombo-notation.5` by hand.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap_mangen::Man;
use matombo::player::BINDINGS;

/// The day of the release that the pages describe. It changes with the version, by hand.
const DATE: &str = "2026-11-30";
/// What no part of `clap_mangen` writes: the sections from EXAMPLES on, but for the pipelines.
const LAST_SECTIONS: &str = include_str!("../man/matombo.1.end");
/// Pipelines, each with what it is for; `tests/pipelines.rs` runs them.
const PIPELINES: &str = include_str!("../man/pipelines.txt");
/// What is told of the player besides its keys.
const PLAYER: &str = include_str!("../man/matombo.1.player");

#[test]
fn the_page_of_the_command_is_up_to_date() {
    let file = page("matombo.1");
    let made = command_page();
    if std::env::var_os("MATOMBO_BLESS").is_some() {
        fs::write(&file, &made).expect("the page can be written");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == made, "man/matombo.1 is not what the command line says; MATOMBO_BLESS=1 writes it anew");
}

#[test]
fn every_command_and_option_is_on_the_page() {
    let text = fs::read_to_string(page("matombo.1")).expect("the page").replace('\\', "");
    for command in matombo::cli::command().get_subcommands() {
        assert!(text.contains(&format!(".SS matombo {}\n", command.get_name())), "{command}");
        for option in command.get_opts().filter_map(clap::Arg::get_long) {
            assert!(text.contains(&format!("--{option}")), "{command} --{option}");
        }
    }
}

#[test]
fn the_page_of_the_notation_is_of_this_version() {
    let text = fs::read_to_string(page("matombo-notation.5")).expect("the page");
    let title = format!(".TH MATOMBO-NOTATION 5 {DATE} \"matombo {}\" \"File Formats\"\n", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&title), "the page's title line should be {title}");
}

#[test]
fn mandoc_finds_nothing_to_complain_about() {
    for name in ["matombo.1", "matombo-notation.5"] {
        match Command::new("mandoc").args(["-Tlint", "-Wwarning"]).arg(page(name)).output() {
            Ok(output) => {
                let complaints = String::from_utf8_lossy(&output.stdout).into_owned();
                assert!(output.status.success() && complaints.is_empty(), "{complaints}");
            }
            Err(error) if error.kind() == ErrorKind::NotFound => return,
            Err(error) => panic!("mandoc: {error}"),
        }
    }
}

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("man").join(name)
}

/// Composes the page: the parts that `clap_mangen` makes of every command, and the sections written by hand.
fn command_page() -> String {
    // Help and version are told once, not with every command.
    let quiet = |command: clap::Command| command.disable_help_flag(true).disable_version_flag(true);
    let whole = matombo::cli::command().disable_help_subcommand(true);
    let mut commands = whole.clone().mut_subcommands(quiet);
    commands.build();

    let mut text = String::from(".\\\" Made from the command line's definition and man/matombo.1.end; do not edit.\n");
    let man = Man::new(whole.clone())
        .title("MATOMBO")
        .date(DATE)
        .source(format!("matombo {}", env!("CARGO_PKG_VERSION")))
        .manual("User Commands");
    text.push_str(&part(|out| man.render_title(out)));
    text.push_str(&part(|out| man.render_name_section(out)).replace("matombo \\- C", "matombo \\- c"));
    text.push_str(".SH SYNOPSIS\n");
    for command in commands.get_subcommands() {
        let synopsis = body(&part(|out| Man::new(command.clone()).render_synopsis_section(out)));
        text.push_str(&synopsis.replace("[\\fIFILES\\fR]", "[\\fIFILES\\fR...]"));
        text.push_str(".br\n");
    }
    text.push_str("\\fBmatombo\\fR [\\fB\\-h\\fR|\\fB\\-\\-help\\fR] [\\fB\\-V\\fR|\\fB\\-\\-version\\fR]\n");
    text.push_str(&part(|out| man.render_description_section(out)));
    let options = part(|out| Man::new(whole.clone()).render_options_section(out));
    text.push_str(
        &options.replace("(see a summary with \\*(Aq\\-h\\*(Aq)", "of the tool, or of a command after its name"),
    );
    text.push_str(".SH COMMANDS\n");
    for command in commands.get_subcommands() {
        text.push_str(&format!(".SS matombo {}\n", command.get_name()));
        let man = Man::new(command.clone());
        text.push_str(&body(&part(|out| man.render_description_section(out))));
        text.push_str(&body(&part(|out| man.render_options_section(out))));
    }
    text.push_str(&keys_section());
    let (examples, rest) = LAST_SECTIONS.split_at(LAST_SECTIONS.find(".SH \"EXIT STATUS\"").expect("the section"));
    text.push_str(examples);
    text.push_str(&pipelines_section());
    text.push_str(rest);
    tidy(&literals_in_bold(&text))
}

/// Shows the pipelines.
fn pipelines_section() -> String {
    let mut section = String::from(".SH PIPELINES\n");
    section.push_str("The folder\n.I archive\nholds records, in files and folders of any number. ");
    section.push_str("Invalid ones are told on standard error.\n");
    for block in PIPELINES.trim_end().split("\n\n") {
        let (title, lines) = block.split_once('\n').expect("a title and its pipeline");
        section.push_str(&format!(".PP\n{}\n.PP\n.RS 4\n.EX\n", escaped(title)));
        for line in lines.lines() {
            section.push_str(&format!("{}\n", escaped(line.strip_prefix("    ").expect("an indented line"))));
        }
        section.push_str(".EE\n.RE\n");
    }
    section
}

/// Escapes what pages give a meaning to.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-").replace('.', "\\&.").replace('\'', "\\(aq")
}

/// Tells the keys of the player, from the table that its help is made from.
fn keys_section() -> String {
    let mut section = String::from(".SH \"KEYS OF THE PLAYER\"\n");
    section.push_str("The player of\n.B matombo replay\nknows these keys; its help shows them too.\n");
    for binding in BINDINGS {
        let keys: Vec<String> = binding.keys.iter().map(|key| escaped(&key.to_string())).collect();
        section.push_str(&format!(".TP\n\\fB{}\\fR\n", keys.join("\\fR, \\fB")));
        section.push_str(&format!("{}.\n", escaped(&capitalised(binding.words))));
    }
    section.push_str(PLAYER);
    section
}

fn capitalised(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Smooths what `clap_mangen` leaves: blanks at line ends, an empty line between breaks, a deep indent.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let text = lines.join("\n") + "\n";
    text.replace(".br\n\n.br\n", ".sp\n").replace(".RS 14\n", ".RS 8\n")
}

/// Makes a part of a page, without the preamble that each part comes with.
fn part(render: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    render(&mut out).expect("memory takes all");
    let text = String::from_utf8(out).expect("a page is text");
    match text.split_once("\n.SH") {
        Some((_, part)) => format!(".SH{part}"),
        None => text,
    }
}

/// Drops the heading of a part.
fn body(part: &str) -> String {
    part.split_once('\n').map_or("", |(heading, body)| if heading.starts_with(".SH") { body } else { part }).to_owned()
}

/// Sets what help texts have in backticks in bold, as pages do.
fn literals_in_bold(text: &str) -> String {
    let mut bold = String::new();
    for (index, piece) in text.split('`').enumerate() {
        if index > 0 {
            bold.push_str(if index % 2 == 1 { "\\fB" } else { "\\fR" });
        }
        bold.push_str(piece);
    }
    bold
}
