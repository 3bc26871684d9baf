//! `snell plugin pack` and `check`.

use std::path::{Path, PathBuf};

use snell::core::config::nearest;
use snell::pack::{self, PackReport, Packed};
use snell::system::files;
use snell::{Code, Dialect};

use super::{dialect, setup, show, trouble};
use crate::args::Common;
use crate::exit_code::Done;
use crate::trouble::Trouble;
use crate::world::World;

/// Packs a directory.
pub(super) fn pack(common: &Common, source: &Path, out: Option<&Path>, accept: &[String], world: &mut World<'_>) -> Result<Done, Trouble> {
    let accepted = accept.iter().map(|name| code(name)).collect::<Result<Vec<_>, _>>()?;
    let dialect = dialect(common, world)?.clone();
    let (packed, out) = packed(&dialect, source, out)?;
    let is_good = packed.loses_only(&accepted);
    if is_good {
        pack::write(&dialect, &packed, &out).map_err(trouble)?;
    }
    let written = is_good.then_some(out.as_path());
    if common.json {
        world.print_json(&PackReport::new(&dialect, &packed, written))?;
    } else {
        let here = setup::here(common)?;
        world.print(&show::packed(&here, &packed, &accepted, written))?;
    }
    Ok(if is_good { Done::Well } else { Done::Findings })
}

/// Tells what packing would change or lose.
pub(super) fn check(common: &Common, source: &Path, world: &mut World<'_>) -> Result<Done, Trouble> {
    let dialect = dialect(common, world)?.clone();
    let packed = pack::pack(&dialect, &directory(source)?, None).map_err(trouble)?;
    if common.json {
        world.print_json(&PackReport::new(&dialect, &packed, None))?;
    } else {
        let here = setup::here(common)?;
        world.print(&show::checked(&here, &packed))?;
    }
    Ok(if packed.lost.is_empty() { Done::Well } else { Done::Findings })
}

/// Packs in memory, and says where to. A package that lies in its own source is no part of it.
fn packed(dialect: &Dialect, source: &Path, out: Option<&Path>) -> Result<(Packed, PathBuf), Trouble> {
    let source = directory(source)?;
    let given = out.map(place).transpose()?;
    let packed = pack::pack(dialect, &source, given.as_deref()).map_err(trouble)?;
    if let Some(out) = given {
        return Ok((packed, out));
    }
    let out = place(Path::new(&format!("{}.tar.gz", packed.name)))?;
    let packed = if out.starts_with(&source) { pack::pack(dialect, &source, Some(&out)).map_err(trouble)? } else { packed };
    Ok((packed, out))
}

/// The source, without links.
fn directory(source: &Path) -> Result<PathBuf, Trouble> {
    let none = || Trouble::new(format!("`{}` is no directory", source.display())).help("name the directory of a plugin");
    files::canonical(source).filter(|source| source.is_dir()).ok_or_else(none)
}

/// Where the package goes: in a directory that is there.
fn place(out: &Path) -> Result<PathBuf, Trouble> {
    let out = setup::absolute(out)?;
    let none = || Trouble::new(format!("`{}` has no directory to be in", out.display())).help("create it, or name another place");
    let (Some(parent), Some(name)) = (out.parent().and_then(files::canonical), out.file_name()) else { return Err(none()) };
    Ok(parent.join(name))
}

fn code(name: &str) -> Result<Code, Trouble> {
    let names = || Code::ALL.iter().map(|code| code.as_str());
    Code::ALL.iter().find(|code| code.as_str() == name).copied().ok_or_else(|| {
        let trouble = Trouble::new(format!("`--accept-loss {name}` names no code"));
        match nearest(name, names()) {
            Some(near) => trouble.help(format!("did you mean `{near}`?")),
            None => trouble.help("`snell plugin check` tells the codes of what would be lost"),
        }
    })
}
