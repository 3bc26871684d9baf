//! What this process holds, as Linux tells it.

use std::fs;

/// So much more memory than after the first tenth is still the allocator's breathing, in KiB: some of these hooks fill buffers of megabytes.
const BREATH: usize = 4 * 1024;

/// A look at the process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gauge {
    /// Resident memory in KiB.
    memory: usize,
    descriptors: usize,
    threads: usize,
    /// Children, dead ones that nobody has buried included: between two events there is none.
    children: usize,
}

impl Gauge {
    pub(crate) const HEAD: &str = "   hooks   events   resident   descriptors   threads   children";

    /// Looks.
    pub(crate) fn read() -> Result<Gauge, String> {
        let status = text("/proc/self/status")?;
        Ok(Gauge {
            memory: number(&status, "VmRSS:")?,
            descriptors: fs::read_dir("/proc/self/fd").map_err(|error| format!("/proc/self/fd: {error}"))?.count() - 1,
            threads: number(&status, "Threads:")?,
            children: children()?,
        })
    }

    /// A line below [`HEAD`](Self::HEAD).
    pub(crate) fn line(&self, hooks: usize, events: usize) -> String {
        let Gauge { memory, descriptors, threads, children } = self;
        format!("{hooks:>8} {events:>8} {memory:>6} KiB {descriptors:>13} {threads:>9} {children:>10}")
    }

    /// The error says what is more than it was.
    pub(crate) fn compare(&self, before: &Gauge) -> Result<(), String> {
        let grew = |what: &str, now: usize, then: usize| Err(format!("{what} grew from {then} to {now}"));
        match self {
            now if now.children > 0 => grew("children", now.children, 0),
            now if now.descriptors > before.descriptors => grew("descriptors", now.descriptors, before.descriptors),
            now if now.threads > before.threads => grew("threads", now.threads, before.threads),
            now if now.memory > before.memory + BREATH => grew("resident KiB", now.memory, before.memory),
            _ => Ok(()),
        }
    }
}

fn text(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}; a soak needs Linux"))
}

fn number(status: &str, name: &str) -> Result<usize, String> {
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).ok_or_else(|| format!("no `{name}` in /proc/self/status"))
}

/// The children of every thread, those that are dead and unburied included.
fn children() -> Result<usize, String> {
    let tasks = fs::read_dir("/proc/self/task").map_err(|error| format!("/proc/self/task: {error}"))?;
    let of = |path: std::path::PathBuf| fs::read_to_string(path.join("children")).unwrap_or_default().split_whitespace().count();
    Ok(tasks.flatten().map(|task| of(task.path())).sum())
}

#[cfg(test)]
mod tests {
    use super::Gauge;

    #[test]
    fn whatever_grows_is_named_and_memory_may_breathe() {
        let before = Gauge { memory: 10_000, descriptors: 5, threads: 3, children: 0 };
        assert_eq!(Gauge { memory: 14_000, descriptors: 4, ..before }.compare(&before), Ok(()));
        let told = |gauge: Gauge| gauge.compare(&before).unwrap_err();
        assert_eq!(told(Gauge { memory: 15_000, ..before }), "resident KiB grew from 10000 to 15000");
        assert_eq!(told(Gauge { descriptors: 6, ..before }), "descriptors grew from 5 to 6");
        assert_eq!(told(Gauge { threads: 4, ..before }), "threads grew from 3 to 4");
        assert_eq!(told(Gauge { children: 1, ..before }), "children grew from 0 to 1");
    }
}
