//! A command in a pseudo-terminal, and what it shows there.

use std::io::{Read as _, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long anything may take on a busy machine before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long nothing must come for a screen to count as drawn, where a golden is made.
const SETTLED: Duration = Duration::from_millis(500);

/// What has come from the command.
struct Shown {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    ended: bool,
    changed: Instant,
}

pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    shown: Arc<(Mutex<Shown>, Condvar)>,
    modes: String,
}

fn size_of((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn lines(number: u16) -> NonZero<u16> {
    NonZero::new(number).expect("a size")
}

fn modes_of(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("modes of a terminal"))
}

impl Terminal {
    /// Runs `matombo` without the settings of whoever runs the test.
    pub(crate) fn run(args: &[&str], size: (u16, u16), env: &[(&str, &str)]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_matombo"));
        command.args(args);
        Self::start(command, size, env)
    }

    /// Runs a script that finds `matombo`, with a file as its argument.
    pub(crate) fn run_shell(script: &str, file: &Path, size: (u16, u16)) -> Self {
        let folder = Path::new(env!("CARGO_BIN_EXE_matombo")).parent().expect("a folder");
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", script, "sh", file.to_str().expect("a name")]);
        Self::start(command, size, &[("PATH", &path)])
    }

    fn start(mut command: CommandBuilder, size: (u16, u16), env: &[(&str, &str)]) -> Self {
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "LC_CTYPE", "LANG"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C");
        for (name, value) in env {
            command.env(name, value);
        }
        let pair = native_pty_system().openpty(size_of(size)).expect("a pseudo-terminal");
        let modes = modes_of(&*pair.master);
        let child = pair.slave.spawn_command(command).expect("the command");
        let parser = vt100::Parser::new(lines(size.1), lines(size.0), 0);
        let shown = Shown { parser, bytes: Vec::new(), ended: false, changed: Instant::now() };
        let shown = Arc::new((Mutex::new(shown), Condvar::new()));
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let writer = pair.master.take_writer().expect("a writer");
        let told = Arc::clone(&shown);
        // The slave is kept open until the command has ended, so that nothing it wrote is lost.
        let slave = pair.slave;
        thread::spawn(move || {
            let _slave = slave;
            let mut buffer = [0; 4096];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 {
                    break;
                }
                let mut shown = told.0.lock().expect("no panic while it is held");
                shown.parser.process(&buffer[..count]);
                shown.bytes.extend_from_slice(&buffer[..count]);
                shown.changed = Instant::now();
                told.1.notify_all();
            }
            told.0.lock().expect("no panic while it is held").ended = true;
            told.1.notify_all();
        });
        Self { child, master: pair.master, writer, shown, modes }
    }

    /// Types.
    pub(crate) fn send(&mut self, text: &str) {
        self.writer.write_all(text.as_bytes()).and_then(|()| self.writer.flush()).expect("the terminal takes keys");
    }

    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        self.lock(|shown| shown.parser.screen_mut().set_size(lines(size.1), lines(size.0)));
        self.master.resize(size_of(size)).expect("a terminal of another size");
    }

    /// Writes on the screen as another command would.
    pub(crate) fn scribble(&self, text: &str) {
        self.lock(|shown| shown.parser.process(text.as_bytes()));
    }

    fn lock<T>(&self, look: impl FnOnce(&mut Shown) -> T) -> T {
        look(&mut self.shown.0.lock().expect("no panic while it is held"))
    }

    /// Waits until something holds for what is shown; returns whether it ever did.
    fn wait(&self, mut holds: impl FnMut(&mut Shown) -> bool, patience: Duration) -> bool {
        let shown = self.shown.0.lock().expect("no panic while it is held");
        let (_shown, timeout) =
            self.shown.1.wait_timeout_while(shown, patience, |shown| !holds(shown)).expect("no panic while it is held");
        !timeout.timed_out()
    }

    pub(crate) fn wait_until(&self, holds: impl Fn(&str) -> bool) {
        let came = self.wait(|shown| holds(&contents(shown)), PATIENCE);
        assert!(came, "this does not come to what is expected:\n{}", self.contents());
    }

    pub(crate) fn wait_for(&self, text: &str) {
        let came = self.wait(|shown| contents(shown).contains(text), PATIENCE);
        assert!(came, "{text:?} does not come up:\n{}", self.contents());
    }

    pub(crate) fn wait_for_bytes(&self, text: &str) {
        let has = |shown: &mut Shown| shown.bytes.windows(text.len()).any(|bytes| bytes == text.as_bytes());
        assert!(self.wait(has, PATIENCE), "{text:?} is not written");
    }

    /// Returns whether the screen comes to be this.
    pub(crate) fn comes_to(&self, expected: &str) -> bool {
        self.wait(|shown| contents(shown) == expected, Duration::from_secs(10))
    }

    /// Returns what is shown once nothing more comes.
    pub(crate) fn settled(&self) -> String {
        while self.lock(|shown| shown.changed.elapsed()) < SETTLED {
            thread::sleep(SETTLED / 10);
        }
        self.contents()
    }

    pub(crate) fn contents(&self) -> String {
        self.lock(|shown| contents(shown))
    }

    /// Returns the row, from 0, in which a text stands.
    pub(crate) fn row_of(&self, text: &str) -> usize {
        self.wait_for(text);
        self.contents().lines().position(|line| line.contains(text)).expect("it was just there")
    }

    fn any_cell(&self, is: impl Fn(&vt100::Cell) -> bool) -> bool {
        self.lock(|shown| {
            let screen = shown.parser.screen();
            let (rows, columns) = screen.size();
            let cells = (0..u16::from(rows)).flat_map(|row| (0..u16::from(columns)).map(move |column| (row, column)));
            cells.into_iter().any(|(row, column)| screen.cell(row, column).is_some_and(&is))
        })
    }

    pub(crate) fn has_colours(&self) -> bool {
        self.any_cell(|cell| cell.fgcolor() != vt100::Color::Default)
    }

    pub(crate) fn has_backgrounds(&self) -> bool {
        self.any_cell(|cell| cell.bgcolor() != vt100::Color::Default)
    }

    /// Returns whether the command holds the terminal.
    pub(crate) fn is_taken(&self) -> bool {
        self.lock(|shown| {
            let screen = shown.parser.screen();
            let mouse = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
            screen.alternate_screen() && screen.hide_cursor() && mouse
        }) && modes_of(&*self.master) != self.modes
    }

    /// Returns whether the terminal comes to be as it was before.
    pub(crate) fn is_given_back(&self) -> bool {
        let back = |shown: &mut Shown| {
            let screen = shown.parser.screen();
            let mouse = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
            !screen.alternate_screen() && !screen.hide_cursor() && !mouse
        };
        self.wait(back, PATIENCE) && modes_of(&*self.master) == self.modes
    }

    /// Returns whether the command ever took the terminal.
    pub(crate) fn was_taken(&self) -> bool {
        self.lock(|shown| shown.bytes.windows(8).any(|bytes| bytes == b"\x1b[?1049h"))
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("a running command").to_string();
        // The shell has a kill of its own, also where there is no command of that name.
        let status = Command::new("sh").args(["-c", "kill -s $1 $2", "sh", name, &id]).status().expect("a shell");
        assert!(status.success(), "kill -s {name}");
    }

    /// Waits until the command is stopped.
    pub(crate) fn wait_for_stop(&self) {
        let id = self.child.process_id().expect("a running command").to_string();
        let begin = Instant::now();
        loop {
            if state_of(&id).starts_with('T') {
                return;
            }
            assert!(begin.elapsed() < PATIENCE, "it does not stop");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the end of the command and returns its exit status.
    pub(crate) fn status(&mut self) -> u32 {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a command") {
                return status.exit_code();
            }
            assert!(begin.elapsed() < PATIENCE, "it does not end:\n{}", self.contents());
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns the letter by which the system names the state of a process: `T` if it is stopped.
fn state_of(id: &str) -> String {
    if let Ok(status) = std::fs::read_to_string(format!("/proc/{id}/stat")) {
        return status.rsplit_once(") ").map_or_else(String::new, |(_, rest)| rest.to_owned());
    }
    let output = Command::new("ps").args(["-o", "state=", "-p", id]).output().expect("ps");
    String::from_utf8_lossy(&output.stdout).trim_start().to_owned()
}

/// Returns the lines of the screen without the blanks behind them.
fn contents(shown: &Shown) -> String {
    let screen = shown.parser.screen();
    let width: u16 = screen.size().1.into();
    let lines: Vec<String> = screen.rows(0, width).map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}
