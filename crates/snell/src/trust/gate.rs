//! Between the engine and trust: what may run at load, and what may still run a moment before it does.

use std::collections::HashMap;
use std::path::Path;

use snell_core::prepare::Prepared;
use snell_core::select::{Selection, Why};
use snell_core::trace::Step;
use snell_core::{Code, Diagnostic, Hook};

use super::folder::Folder;
use super::further::add_further;
use super::record::Records;
use super::review::Review;
use super::scope::Scope;
use super::store::{StoreFault, TrustStore};
use crate::builder::{Builder, Trust};

/// Looks at the project's hooks among all hooks. The store is asked only where there are any.
pub(crate) fn review(builder: &Builder, root: &Path, hooks: &[Hook], store: &TrustStore) -> Review {
    if hooks.iter().any(|hook| hook.source.of_project) {
        return looked_up(builder, root, hooks, store);
    }
    let folder = Folder { root: root.to_owned(), identity: root.to_owned() };
    Review::of(&scope(builder, root), hooks, folder, Ok(Records::default()))
}

fn looked_up(builder: &Builder, root: &Path, hooks: &[Hook], store: &TrustStore) -> Review {
    let scope = scope(builder, root);
    let Some(folder) = Folder::at(root) else {
        let nowhere = Folder { root: root.to_owned(), identity: root.to_owned() };
        let fault = StoreFault::new(format!("the project's root `{}` cannot be found", root.display()), "name one that exists");
        return Review::of(&scope, hooks, nowhere, Err(fault));
    };
    let records = store.read(Some(&folder.root));
    Review::of(&scope, hooks, folder, records)
}

/// The review with what a person is to know beside it: what the pinned scripts name in turn.
pub(crate) fn in_full(builder: &Builder, root: &Path, review: &Review) -> Review {
    let mut review = match &builder.trust {
        // Where there are no hooks, loading did not ask the store.
        Trust::Store(store) if review.hooks.is_empty() => looked_up(builder, root, &[], store),
        _ => review.clone(),
    };
    add_further(&scope(builder, root), &mut review);
    review
}

/// The same hooks, with the approvals that the store holds now.
pub(crate) fn with_approvals_of_now(builder: &Builder, root: &Path, review: &Review) -> Review {
    match &builder.trust {
        Trust::Store(store) => review.with_approvals_of(&looked_up(builder, root, &[], store)),
        _ => review.clone(),
    }
}

fn scope<'a>(builder: &'a Builder, root: &'a Path) -> Scope<'a> {
    let path = builder.inherited().iter().rev().find(|(name, _)| name == "PATH").map(|(_, value)| value.clone());
    Scope::new(&builder.dialect, root, &builder.home, path)
}

/// What stands between the chosen hooks of one event and their running.
pub(crate) struct Gate<'a> {
    review: Option<&'a Review>,
    builder: &'a Builder,
    root: &'a Path,
    /// What was found about hooks of the event, by their index.
    found: HashMap<usize, Diagnostic>,
}

impl<'a> Gate<'a> {
    pub(crate) fn new(review: Option<&'a Review>, builder: &'a Builder, root: &'a Path) -> Self {
        Gate { review, builder, root, found: HashMap::new() }
    }

    /// Takes out of the selection what is not what was approved any more.
    ///
    /// SECURITY: the last thing before hooks are run. Between this look and the interpreter's own there is a window that only a private copy
    /// of all files could close; `docs/trust.md` says how wide it is.
    pub(crate) fn close(&mut self, selection: &mut Selection, prepared: &mut Vec<Prepared>) {
        for (index, what) in self.changed(selection) {
            self.found.insert(index, untrusted(format!("the project is not trusted: {what}")));
            prepared.retain(|one| one.hook != index);
            for choice in selection.choices.iter_mut().filter(|choice| choice.hook == index) {
                choice.skipped = Some(Why::Untrusted);
            }
        }
    }

    /// Looks once more, after the hooks have run: nobody is told that what was approved ran where it may have been something else.
    pub(crate) fn look_back(&mut self, selection: &Selection) {
        for (index, what) in self.changed(selection) {
            let message = format!("{what}; what ran may not be what was approved");
            self.found.insert(index, Diagnostic::new(Code::ChangedWhileRunning, message).help("look at it: `snell trust --diff`"));
        }
    }

    /// The chosen hooks that are not what was approved, and why.
    fn changed(&self, selection: &Selection) -> Vec<(usize, String)> {
        let Some(review) = self.review else { return Vec::new() };
        let chosen: Vec<_> = selection.chosen().filter_map(|index| Some((index, review.hook(index)?))).collect();
        if chosen.is_empty() {
            return Vec::new();
        }
        // A new scope reads every file anew, once for all hooks that name it.
        let scope = scope(self.builder, self.root);
        chosen.into_iter().filter_map(|(index, reviewed)| Some((index, review.still_holds(&scope, reviewed).err()?))).collect()
    }

    /// Adds what was found to the steps of the trace, which are in the order of the choices.
    pub(crate) fn note(&mut self, selection: &Selection, steps: &mut [Step]) {
        for (choice, step) in selection.choices.iter().zip(steps) {
            if let Some(found) = self.found.remove(&choice.hook) {
                step.notes.retain(|note| note.code != found.code);
                step.notes.push(found);
            }
        }
    }
}

fn untrusted(message: String) -> Diagnostic {
    Diagnostic::new(Code::Untrusted, message).help("`snell trust` shows what would run, and asks")
}
