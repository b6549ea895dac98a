use std::io::{self, BufWriter, Stdout, Write};
use std::panic;

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The terminal while it shows a full screen. It is given back as it was when this is dropped, and on a panic.
///
/// `ratatui::Terminal` is not used: when the window changes it asks the terminal where the cursor is, and the answer
/// would come to whoever reads the keys.
pub(super) struct Screen {
    backend: CrosstermBackend<BufWriter<Stdout>>,
    /// What is on the screen; `None` if that is not known.
    shown: Option<Buffer>,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn open() -> io::Result<Self> {
        restore_on_panic();
        take()?;
        let backend = CrosstermBackend::new(BufWriter::with_capacity(64 * 1024, io::stdout()));
        Ok(Self { backend, shown: None })
    }

    /// Shows what is drawn: only what has changed is written.
    pub(super) fn show(&mut self, size: (u16, u16), draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let area = Rect::new(0, 0, size.0, size.1);
        let mut buffer = Buffer::empty(area);
        draw(&mut buffer);
        let shown = match self.shown.take().filter(|shown| shown.area == area) {
            Some(shown) => shown,
            None => {
                queue!(self.backend, Clear(ClearType::All))?;
                Buffer::empty(area)
            }
        };
        self.backend.draw(shown.diff(&buffer).into_iter())?;
        self.shown = Some(buffer);
        io::Write::flush(&mut self.backend)
    }

    /// Forgets what is on the screen, so that all of it is drawn anew.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    /// Writes a command to the terminal.
    pub(super) fn send(&mut self, command: impl crossterm::Command) -> io::Result<()> {
        execute!(self.backend, command)
    }

    /// Gives the terminal back, lets something happen, and takes it again.
    pub(super) fn aside(&mut self, happen: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        give_back();
        happen()?;
        self.forget();
        take()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide).inspect_err(|_| give_back())
}

/// Gives the terminal back as it was. Doing so twice does no harm.
fn give_back() {
    // Where the terminal is gone there is nothing left to restore.
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = io::stdout().flush();
    let _ = disable_raw_mode();
}

/// Gives the terminal back before a panic is told, or nobody could read it.
fn restore_on_panic() {
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        give_back();
        tell(panic);
    }));
}
