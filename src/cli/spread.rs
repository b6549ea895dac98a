use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How many bytes of input may wait for each thread.
const BYTES_A_JOB: usize = 512 * 1024;

/// Does pieces of work on several threads and hands on what came of them, in the order of the pieces.
///
/// Only so much of the input is held at once, whatever its size and however slow one piece is; a piece larger than
/// that waits until it is alone. With one job there are no threads. If the sink fails, nothing more is read or waited
/// for.
pub(super) fn in_order<P, D, E>(
    jobs: NonZeroUsize,
    pieces: impl Iterator<Item = P>,
    weight: impl Fn(&P) -> usize,
    work: impl Fn(P) -> D + Send + Sync + 'static,
    mut sink: impl FnMut(D) -> Result<(), E>,
) -> Result<(), E>
where
    P: Send + 'static,
    D: Send + 'static,
{
    if jobs.get() == 1 {
        return pieces.map(work).try_for_each(sink);
    }
    let mut workers = Workers::new(jobs, work);
    let size = BYTES_A_JOB.saturating_mul(jobs.get());
    let mut waiting: VecDeque<(usize, Receiver<D>)> = VecDeque::new();
    let mut held = 0_usize;
    for piece in pieces {
        let weight = weight(&piece);
        while let Some((oldest, answer)) = waiting.front() {
            let full = held.saturating_add(weight) > size;
            let done = if full { Some(awaited(answer)) } else { answer.try_recv().ok() };
            let Some(done) = done else { break };
            held -= oldest;
            waiting.pop_front();
            sink(done)?;
        }
        held = held.saturating_add(weight);
        waiting.push_back((weight, workers.give(piece)));
    }
    waiting.iter().try_for_each(|(_, answer)| sink(awaited(answer)))
}

fn awaited<D>(answer: &Receiver<D>) -> D {
    answer.recv().expect("only a panic, which was told, leaves a piece without an answer")
}

/// A piece, and where its answer goes.
type Task<P, D> = (P, SyncSender<D>);

/// Threads that take pieces from one queue, started as pieces come.
struct Workers<P, D, W> {
    queue: Sender<Task<P, D>>,
    tasks: Arc<Mutex<Receiver<Task<P, D>>>>,
    work: Arc<W>,
    started: usize,
    most: usize,
}

impl<P: Send + 'static, D: Send + 'static, W: Fn(P) -> D + Send + Sync + 'static> Workers<P, D, W> {
    fn new(jobs: NonZeroUsize, work: W) -> Self {
        let (queue, tasks) = channel();
        Self { queue, tasks: Arc::new(Mutex::new(tasks)), work: Arc::new(work), started: 0, most: jobs.get() }
    }

    fn give(&mut self, piece: P) -> Receiver<D> {
        let (answer, answered) = sync_channel(1);
        if self.started < self.most && !self.start() {
            // No more threads can be had. Without any, the work is done here.
            self.most = self.started;
        }
        if self.started == 0 {
            let _ = answer.send((self.work)(piece));
        } else {
            // If all threads are gone, the missing answer tells.
            let _ = self.queue.send((piece, answer));
        }
        answered
    }

    /// Starts one more thread. Returns whether that was possible.
    fn start(&mut self) -> bool {
        let (tasks, work) = (Arc::clone(&self.tasks), Arc::clone(&self.work));
        let worker = move || loop {
            let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((piece, answer)) = task else { break };
            // Nobody waits for it if the sink has failed.
            let _ = answer.send(work(piece));
        };
        let started = thread::Builder::new().spawn(worker).is_ok();
        self.started += usize::from(started);
        started
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::num::NonZeroUsize;

    use super::{BYTES_A_JOB, in_order};

    fn jobs(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).expect("some")
    }

    #[test]
    fn answers_come_in_order_whatever_the_work_takes() {
        for count in [1, 2, 7] {
            let mut seen = Vec::new();
            let work = |number: u64| {
                // The earlier ones of every five take the longest.
                (0..(5 - number % 5) * 10_000).fold(number, |sum, step| std::hint::black_box(sum ^ step ^ step));
                number * 2
            };
            let sink = |done| {
                seen.push(done);
                Ok::<(), ()>(())
            };
            assert_eq!(in_order(jobs(count), 0..500, |_| 1, work, sink), Ok(()));
            assert_eq!(seen, (0..500).map(|number| number * 2).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn no_more_is_read_than_there_is_room_for() {
        let read = Cell::new(0);
        let pieces = (0..64).inspect(|_| read.set(read.get() + 1));
        let mut handed = 0;
        let sink = |_| {
            // Two in the room and one at its door.
            assert!(read.get() <= handed + 3, "read too far ahead");
            handed += 1;
            Ok::<(), ()>(())
        };
        assert_eq!(in_order(jobs(2), pieces, |_| BYTES_A_JOB, |piece: i32| piece, sink), Ok(()));
        assert_eq!(handed, 64);
    }

    #[test]
    fn a_failing_sink_ends_it_although_the_input_never_ends() {
        for count in [1, 3] {
            let sink = |number| if number == 10 { Err("full") } else { Ok(()) };
            assert_eq!(in_order(jobs(count), 0_u64.., |_| 100, |number| number, sink), Err("full"));
        }
    }

    #[test]
    fn a_piece_larger_than_the_room_passes_alone() {
        let mut seen = Vec::new();
        let sink = |piece| {
            seen.push(piece);
            Ok::<(), ()>(())
        };
        assert_eq!(in_order(jobs(2), 0..5, |piece| piece * 10 * BYTES_A_JOB, |piece| piece, sink), Ok(()));
        assert_eq!(seen, [0, 1, 2, 3, 4]);
    }
}
