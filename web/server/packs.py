"""Data packs on the command line: `grognard pack`."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from domain.kernel import titled
from domain.kernel.errors import InvalidSetup
from web.server.options import AS_JSON, DATA, DATABASE, KNOWN_DATA, known_store, say, store_in

if TYPE_CHECKING:
    from domain.kernel import RuleSet
    from domain.kernel.pack_changes import Change
    from domain.kernel.packs import Pack
    from domain.store.packs import Kept, Packs

FOLDER = click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
WANTED = click.argument("wanted", metavar="NAME_OR_DIGEST")


PACK = click.option(
    "--pack", default="", metavar="NAME_OR_DIGEST",
    help="A data pack of the data folder (`grognard pack list`); the built-in data if not given.",
)  # fmt: skip


def chosen_pack(title: str, wanted: str, data: Path, database: str) -> "tuple[RuleSet, Pack | None]":
    """The rules of a title on an offered pack of a data folder, and the pack; without one on built-in data.

    Raises InvalidSetup.
    """
    from domain.kernel.packs import learn

    if not wanted:
        return titled(title), None
    titled(title)
    with known_store(data, database) as games:
        found = games.packs.named(title, wanted)
    return learn(found), found


@click.group("pack")
def packs_group() -> None:
    """Play on printed values as you correct them: a title's data files, checked and offered to players.

    \b
    grognard pack export waterloo my_waterloo          the built-in data, to be corrected
    grognard pack check my_waterloo                    what is wrong, or what differs
    grognard pack add my_waterloo                      offer it when a game is opened
    """


@packs_group.command("export")
@click.argument("title")
@FOLDER
def export_pack(title: str, folder: Path) -> None:
    """Write the data files of TITLE into FOLDER, with a README that says how to correct them.

    \b
    grognard pack export waterloo my_waterloo
    """
    from web.server.pack_folders import export

    for path in export(title, folder):
        click.echo(path)


@packs_group.command("check")
@FOLDER
@AS_JSON
def check_pack(folder: Path, as_json: bool) -> None:
    """Name file, entry and field of what is wrong in FOLDER; else what differs from the built-in data.

    \b
    grognard pack check my_waterloo                    exit status 1 if anything is wrong
    """
    from domain.kernel.pack_changes import changes_of
    from domain.kernel.packs import learn
    from web.server.pack_folders import read

    read_pack, about = read(folder)
    learn(read_pack)
    found = changes_of(read_pack)
    told = {
        "title": read_pack.title,
        "name": read_pack.name,
        "digest": read_pack.digest,
        "changes": [{**each._asdict(), "marked": each.is_marked} for each in found],
    }
    edition = titled(read_pack.title).edition

    def text() -> str:
        lines = [f"{folder} is in order: {read_pack.name}, a data pack of {titled(read_pack.title).name}."]
        if about.edition not in (0, edition):
            lines.append(f"It was exported from edition {about.edition} of the rules; these are {edition}.")
        return "\n".join([*lines, *_told(found)])

    say(told, as_json, text)


def _told(found: "list[Change]") -> list[str]:
    if not found:
        return ["Nothing differs from the built-in data."]
    differ = "1 value differs" if len(found) == 1 else f"{len(found)} values differ"
    lines = [f"{differ} from the built-in data:"]
    lines += [f"  {each}" for each in found]
    if unmarked := [each for each in found if not each.is_marked]:
        entries = ", ".join(dict.fromkeys(f"{each.file} {each.entry}" for each in unmarked))
        lines.append(f'Mark what you looked up in the box with src = "boxed game": {entries}.')
    return lines


@packs_group.command("add")
@FOLDER
@click.option("--name", default="", help="What to call it, if not as its pack.toml says.")
@DATA
@DATABASE
@AS_JSON
def add_pack(folder: Path, name: str, data: Path, database: str, as_json: bool) -> None:
    """Check the data pack in FOLDER and offer it for new games; also on a server that runs.

    One that was offered under the same name is not offered any more; its games go on.

    \b
    grognard pack add my_waterloo --data /srv/grognard
    """
    from domain.kernel.packs import Pack, learn
    from web.server.pack_folders import read

    read_pack, _ = read(folder)
    if name:
        read_pack = Pack(read_pack.title, name, read_pack.files)
    learn(read_pack)
    with store_in(data, database) as games:
        kept = games.packs.add(read_pack)
    say(_document(kept), as_json, lambda: f"{_called(kept)} is offered for new games of {kept.title}.")


@packs_group.command("list")
@KNOWN_DATA
@DATABASE
@AS_JSON
def list_packs(data: Path, database: str, as_json: bool) -> None:
    """List the data packs of the store.

    \b
    grognard pack list --data /srv/grognard
    """
    with known_store(data, database) as games:
        every = games.packs.every()

    def text() -> str:
        return "\n".join(
            f"{each.title:<12} {_called(each)}: {'offered' if each.is_offered else 'only for its own games'}"
            for each in every
        ) or "There are no data packs: all games are played on the built-in data."

    say([_document(each) for each in every], as_json, text)


@packs_group.command("remove")
@WANTED
@KNOWN_DATA
@DATABASE
@AS_JSON
def remove_pack(wanted: str, data: Path, database: str, as_json: bool) -> None:
    """Offer a data pack no longer. Games that are played on it keep it.

    \b
    grognard pack remove "Waterloo, corrected"
    """
    with known_store(data, database) as games:
        kept = _meant(games.packs, wanted, is_offered=True)
        games.packs.withdraw(kept)
    say(_document(kept) | {"offered": False}, as_json, lambda: f"{_called(kept)} is not offered any more.")


@packs_group.command("offer")
@WANTED
@KNOWN_DATA
@DATABASE
@AS_JSON
def offer_pack(wanted: str, data: Path, database: str, as_json: bool) -> None:
    """Offer a data pack that is in the store: one that came with an archive, or was removed.

    \b
    grognard pack offer 3f09ab12cd
    """
    with known_store(data, database) as games:
        kept = _meant(games.packs, wanted, is_offered=False)
        kept = games.packs.add(games.packs.read(kept.title, kept.digest))
    say(_document(kept), as_json, lambda: f"{_called(kept)} is offered for new games of {kept.title}.")


def _meant(packs: "Packs", wanted: str, is_offered: bool) -> "Kept":
    """The pack that is meant, of whichever title. Raises UsageError if none is, or several are."""
    found, every = [], packs.every()
    for title in sorted({each.title for each in every}):
        with suppress(InvalidSetup):
            found.append(packs.find(title, wanted, is_offered=is_offered))
    if len(found) > 1:
        several = ", ".join(f"{each.title} {each.digest[:12]}" for each in found)
        raise click.UsageError(f"{wanted!r} means several data packs; give the digest: {several}.")
    if found:
        return found[0]
    there = [each for each in every if each.is_offered or not is_offered]
    if not there:
        raise click.ClickException("There are no data packs: all games are played on the built-in data.")
    known = "; ".join(f"{each.title}: {each.name} ({each.digest[:12]})" for each in there)
    raise click.UsageError(f"There is no data pack {wanted!r}; there are {known}.")


def _called(kept: "Kept") -> str:
    return f"{kept.name} ({kept.digest[:12]})"


def _document(kept: "Kept") -> dict[str, Any]:
    return {
        "title": kept.title,
        "name": kept.name,
        "digest": kept.digest,
        "added": kept.added,
        "offered": kept.is_offered,
    }
