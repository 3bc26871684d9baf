//! Switches: what in the configuration turns hooks off (N1.14), and which file decides.

use std::path::Path;
use std::sync::Arc;

use snell_core::dialect::{Layers, Switch};
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
    pub(crate) of_user: bool,
    /// Its hooks may run, so it may have a say.
    pub(crate) trusted: bool,
}

/// What is off.
#[derive(Default)]
pub(crate) struct Off {
    everywhere: Vec<String>,
    in_file: Vec<(String, Arc<Path>)>,
}

impl Off {
    /// Whether a switch turns off the hooks of a file.
    pub(crate) fn turns_off(&self, switch: &str, path: &Path) -> bool {
        self.everywhere.iter().any(|name| name == switch) || self.in_file.iter().any(|(name, file)| name == switch && **file == *path)
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
            for layer in self.deciding(switch) {
                match layer.tree.pointer(&switch.at).map(|node| &node.kind) {
                    Some(NodeKind::Bool(flag)) if *flag == switch.off && switch.layers == Layers::Own => {
                        off.in_file.push((switch.name.to_string(), layer.path.clone()));
                    }
                    Some(NodeKind::Bool(flag)) if *flag == switch.off => off.everywhere.push(switch.name.to_string()),
                    Some(NodeKind::Bool(_)) | None => {}
                    Some(_) => {
                        let message = format!("`{}` is true or false; its default applies", switch.name);
                        faults.push(Diagnostic::new(Code::SwitchValue, message).help("write true or false").at(&place(&layer.path, 1)));
                    }
                }
            }
        }
        (off, faults)
    }

    /// The layers that have the key and decide.
    fn deciding(&self, switch: &Switch) -> Vec<&Layer> {
        let mut having = self.0.iter().filter(|layer| layer.tree.pointer(&switch.at).is_some());
        match switch.layers {
            Layers::FirstOfUser => having.find(|layer| layer.of_user).into_iter().collect(),
            Layers::LastOfAll => having.rfind(|layer| layer.trusted).into_iter().collect(),
            Layers::Own => having.collect(),
        }
    }
}
