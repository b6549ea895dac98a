use super::prompt::{Prompt, Typed};
use super::{Key, Library};

/// How many records are looked at before the screen is drawn again.
const BATCH: u64 = 64;

/// The list of the file's records. Only the lines on the screen are kept.
#[derive(Debug)]
pub(super) struct Listing {
    selected: u64,
    /// The first record on the screen.
    top: u64,
    rows: Vec<String>,
    height: u64,
    prompt: Option<Prompt>,
    query: String,
    search: Option<Search>,
    message: Option<String>,
}

/// A search that is going on.
#[derive(Clone, Copy, Debug)]
struct Search {
    at: u64,
    goal: Goal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Last,
    Next,
    Before,
}

/// Tells what came of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    On,
    Closed,
    Chosen(u64),
}

impl Listing {
    pub(super) fn new(selected: u64, height: u64, library: &mut dyn Library) -> Self {
        let mut listing = Self {
            selected,
            top: 1,
            rows: Vec::new(),
            height,
            prompt: None,
            query: String::new(),
            search: None,
            message: None,
        };
        listing.refresh(library);
        listing
    }

    /// Returns the records on the screen with their numbers, and whether each is the selected one.
    pub(super) fn rows(&self) -> impl Iterator<Item = (u64, &str, bool)> {
        (self.top..).zip(&self.rows).map(|(number, row)| (number, row.as_str(), number == self.selected))
    }

    /// Returns the line below the list.
    pub(super) fn hint(&self) -> String {
        match (&self.prompt, self.search, &self.message) {
            (Some(prompt), ..) => format!("/{}", prompt.text()),
            (None, Some(search), _) => format!("looking at record {} ...", search.at),
            (None, None, Some(message)) => message.clone(),
            (None, None, None) => "Enter open   / find   n N next, before   Esc back".to_owned(),
        }
    }

    pub(super) const fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    pub(super) fn resize(&mut self, height: u64, library: &mut dyn Library) {
        self.height = height;
        self.refresh(library);
    }

    pub(super) fn select_row(&mut self, row: u64, library: &mut dyn Library) -> Listed {
        let number = self.top + row;
        if row >= self.rows.len() as u64 {
            return Listed::On;
        }
        if number == self.selected {
            return Listed::Chosen(number);
        }
        self.select(number, library);
        Listed::On
    }

    pub(super) fn key(&mut self, key: Key, library: &mut dyn Library) -> Listed {
        self.message = None;
        self.search = None;
        if let Some(prompt) = &mut self.prompt {
            match prompt.key(key) {
                Typed::On => {}
                Typed::Dropped => self.prompt = None,
                Typed::Done => {
                    self.query = prompt.text().to_lowercase();
                    self.prompt = None;
                    self.look(Goal::Next, library);
                }
            }
            return Listed::On;
        }
        let page = self.height.max(1);
        match key {
            Key::Escape | Key::Char('q' | 'r') | Key::Control('c') => return Listed::Closed,
            Key::Enter | Key::Right | Key::Char('l') => return Listed::Chosen(self.selected),
            Key::Down | Key::Char('j') => self.select(self.selected.saturating_add(1), library),
            Key::Up | Key::Char('k') => self.select(self.selected.saturating_sub(1), library),
            Key::PageDown => self.select(self.selected.saturating_add(page), library),
            Key::PageUp => self.select(self.selected.saturating_sub(page), library),
            Key::Home | Key::Char('g') => self.select(1, library),
            Key::End | Key::Char('G') => self.look(Goal::Last, library),
            Key::Char('/') => self.prompt = Some(Prompt::default()),
            Key::Char('n') => self.look(Goal::Next, library),
            Key::Char('N') => self.look(Goal::Before, library),
            _ => {}
        }
        Listed::On
    }

    fn look(&mut self, goal: Goal, library: &mut dyn Library) {
        if goal == Goal::Last || !self.query.is_empty() {
            self.search = Some(Search { at: self.selected, goal });
            self.search_on(library);
        }
    }

    /// Goes on with a search for a while.
    pub(super) fn search_on(&mut self, library: &mut dyn Library) {
        let Some(mut search) = self.search.take() else { return };
        for _ in 0..BATCH {
            let next = if search.goal == Goal::Before { search.at - 1 } else { search.at + 1 };
            let title = if next == 0 { Ok(None) } else { library.title(next) };
            match title {
                Err(error) => return self.message = Some(error),
                Ok(None) if search.goal == Goal::Last => return self.select(search.at, library),
                Ok(None) => return self.message = Some(format!("no more records with \"{}\"", self.query)),
                Ok(Some(title)) => {
                    search.at = next;
                    if search.goal != Goal::Last && title.to_lowercase().contains(&self.query) {
                        return self.select(next, library);
                    }
                }
            }
        }
        self.search = Some(search);
    }

    fn select(&mut self, number: u64, library: &mut dyn Library) {
        self.selected = number.max(1);
        self.refresh(library);
    }

    /// Reads the lines on the screen anew.
    fn refresh(&mut self, library: &mut dyn Library) {
        let height = self.height.max(1);
        // Whether there are so many records is known once the last one wanted was looked for.
        if !matches!(library.title(self.selected), Ok(Some(_))) {
            self.selected = self.selected.min(library.known().0).max(1);
        }
        if self.selected < self.top {
            self.top = self.selected;
        }
        self.top = self.top.max((self.selected + 1).saturating_sub(height));
        self.rows.clear();
        for number in self.top..self.top + height {
            match library.title(number) {
                Ok(Some(title)) => self.rows.push(title),
                Ok(None) => break,
                Err(error) => return self.message = Some(error),
            }
        }
    }
}
