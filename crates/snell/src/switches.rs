//! Switches: what in the configuration turns hooks off (N1.14), and which file decides.
//!
//! SECURITY: what a project brings turns off the project's own hooks alone. It never silences what guards the user.

use std::path::Path;
use std::sync::Arc;

use snell_core::dialect::{Layers, Switch};
use snell_core::hook::Source;
use snell_core::tree::{Node, NodeKind};
use snell_core::{Code, Diagnostic, Dialect};

use crate::texts::place;

/// The files that may hold switches, in load order.
#[derive(Default)]
pub(crate) struct Switches(Vec<Layer>);

/// One of them.
pub(crate) struct Layer {
    pub(crate) path: Arc<Path>,
    pub(crate) tree: Node,
    /// A TOML file of the user's.
    pub(crate) toml_of_user: bool,
    /// It came with the project.
    pub(crate) of_project: bool,
}

/// What is off.
#[derive(Default)]
pub(crate) struct Off(Vec<(String, Scope)>);

#[derive(Clone, PartialEq)]
enum Scope {
    OfUser,
    OfProject,
    File(Arc<Path>),
}

impl Off {
    /// Whether a switch turns off the hooks of a file.
    pub(crate) fn turns_off(&self, switch: &str, source: &Source) -> bool {
        let level = if source.of_project { Scope::OfProject } else { Scope::OfUser };
        let file = Scope::File(source.path.clone());
        self.0.iter().any(|(name, scope)| name == switch && (*scope == level || *scope == file))
    }
}

impl Switches {
    pub(crate) fn add(&mut self, layer: Layer) {
        self.0.push(layer);
    }

    /// What is off, and values that are none.
    pub(crate) fn off(&self, dialect: &Dialect) -> (Off, Vec<Diagnostic>) {
        let (mut off, mut faults) = (Off::default(), Vec::new());
        for switch in dialect.switches.iter() {
            for (layer, scope) in self.deciding(switch) {
                match layer.tree.pointer(&switch.at).map(|node| &node.kind) {
                    Some(NodeKind::Bool(flag)) if *flag == switch.off => off.0.push((switch.name.to_string(), scope)),
                    Some(NodeKind::Bool(_)) | None => {}
                    Some(_) => {
                        let message = format!("`{}` is true or false; its default applies", switch.name.trim_start_matches('/'));
                        let fault = Diagnostic::new(Code::SwitchValue, message).help("write true or false").at(&place(&layer.path, 1));
                        if !faults.contains(&fault) {
                            faults.push(fault);
                        }
                    }
                }
            }
        }
        (off, faults)
    }

    /// The layers that have the key and decide, and for whose hooks.
    fn deciding(&self, switch: &Switch) -> Vec<(&Layer, Scope)> {
        let mut having = self.0.iter().filter(|layer| layer.tree.pointer(&switch.at).is_some());
        match switch.layers {
            Layers::FirstOfUser => {
                let first = having.find(|layer| layer.toml_of_user);
                first.into_iter().flat_map(|layer| [(layer, Scope::OfUser), (layer, Scope::OfProject)]).collect()
            }
            Layers::LastOfAll => {
                let users = having.clone().rfind(|layer| !layer.of_project).map(|layer| (layer, Scope::OfUser));
                let all = having.next_back().map(|layer| (layer, Scope::OfProject));
                users.into_iter().chain(all).collect()
            }
            Layers::Own => having.map(|layer| (layer, Scope::File(layer.path.clone()))).collect(),
        }
    }
}
