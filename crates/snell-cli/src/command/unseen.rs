//! Hooks that stand here and are not looked for, because nothing says that a project is here (N1.8).

use snell::Engine;
use snell::core::dialect::{Base, ProjectRoot};
use snell::system::files;

use super::setup;
use crate::args::Common;
use crate::print::style::{WARN, paint, plain};
use crate::world::World;

/// Tells of project hooks below the session's directory that only a git work tree, or `--root`, would bring in.
pub(super) fn tell(common: &Common, engine: &Engine, world: &mut World<'_>) {
    let looked_for =
        common.root.is_some() || engine.dialect().project_root != ProjectRoot::GitOnly || files::git_root(engine.cwd()).is_some();
    if looked_for {
        return;
    }
    let rows = engine.dialect().sources.iter().filter(|row| row.base == Base::Project);
    if let Some(path) = rows.map(|row| engine.cwd().join(row.path.as_ref())).find(|path| path.exists()) {
        let why = "this is no git work tree, so there is no project; `--root .` makes it one";
        let shown = setup::here(common).map_or_else(|_| plain(&path.to_string_lossy()), |here| here.path(&path));
        world.tell(&format!("{} `{}` is not looked at: {why}", paint(WARN, "snell:"), shown));
    }
}
