//! `snell hooks`: the Hooks tab.

use std::io::{IsTerminal, stdin, stdout};

use super::{ready, setup};
use crate::args::{Around, Common};
use crate::exit_code::Done;
use crate::tab::{self, Work};
use crate::trouble::Trouble;
use crate::world::World;

/// Opens the tab, until its user has seen enough.
pub(crate) fn hooks(common: &Common, around: &Around, world: &mut World<'_>) -> Result<Done, Trouble> {
    if common.json {
        return Err(
            Trouble::new("the Hooks tab is for the eye").help("`snell list --json` tells the hooks, `snell log --json` what they did")
        );
    }
    let can_draw = std::env::var_os("TERM").is_some_and(|terminal| terminal != "dumb");
    if !(world.alone && stdin().is_terminal() && stdout().is_terminal() && can_draw) {
        let help = "`snell list` shows the hooks, `snell log` what they did";
        return Err(Trouble::new("the Hooks tab needs a terminal").help(help));
    }
    let builder = || ready::around(setup::builder(common, world, None)?, around);
    let work = Work::new(&builder, common, world)?;
    tab::open(work, world.screen.out_colours)
}
