"""Folders with data packs: a title's data files as a host keeps and corrects them."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from domain.kernel import DataError, RuleSet, prose_files, titled
from domain.kernel.datafiles import problem_in
from domain.kernel.errors import InvalidSetup
from domain.kernel.pack_changes import built_in
from domain.kernel.packs import Pack
from domain.kernel.provenance import sentence

PACK, README = "pack.toml", "README.md"


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `pack.toml`: which title the pack is of, and what its owner calls it."""

    title: str
    name: str
    edition: int = 0


ABOUT = """\
# What this folder is: `grognard pack check {folder}` and `grognard pack add {folder}` read it.
title = "{title}"
name = "{name}, corrected"   # what players read where they choose it; change it as you like
edition = {edition}   # of the rules that it was exported from
"""

TOLD = """\
# {name}: the data of this game, to be corrected

Whoever owns the boxed game can correct printed values here and play on exact data. Nothing else is needed:
the rules stay as they are.

{provenance}

1. Look for the value in the `.toml` files. Each entry says in `src` where it comes from:
   - `rulebook 8.3`: the rulebook's paragraph; `rulebook #7`: the card with this number; a note in brackets
     says which part of the entry it is;
   - `public`: public material about the battle or the game;
   - `reconstruction`: worked out, because the printed original was not at hand: the values to look at;
   - `boxed game`: an owner looked at the printed game.
2. Correct it, and write `src = "boxed game"` into the entry; with a note if only a part of it was looked at:
   `src = "rulebook 2.2 + boxed game (full, reduced)"`.
3. `grognard pack check {folder}` names file, entry and field of what is wrong, and then tells what differs
   from the built-in data.
4. `grognard pack add {folder}` puts it into the store of the server: from then on it can be chosen when a
   game is opened. `grognard pack list` and `grognard pack remove NAME` manage those that are there.

Only values can change. What there is (units, cards, squares and places, tables) stays as it is built in: an
entry that is missing or new is refused.
"""


def export(title: str, folder: Path) -> list[Path]:
    """Writes a title's data into a folder, which is made; the files.

    Raises InvalidSetup for a title without packs, and for a folder with something in it.
    """
    rule_set = titled(title)
    files = built_in(rule_set)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidSetup(f"{folder} is there already and not an empty folder; name another one.")
    folder.mkdir(parents=True, exist_ok=True)
    words = {"title": title, "name": rule_set.name, "edition": rule_set.edition, "folder": folder}
    texts = {
        PACK: ABOUT.format(**words),
        README: TOLD.format(provenance=sentence(rule_set) if _tells_provenance(rule_set) else "", **words),
    }
    every = {**{name: text.encode() for name, text in texts.items()}, **files}
    for name, content in every.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in every]


def _tells_provenance(rule_set: RuleSet) -> bool:
    return bool(prose_files.table(rule_set.folder, "en", "provenance"))


def read(folder: Path) -> tuple[Pack, About]:
    """The pack in a folder and what its `pack.toml` says. Nothing of its data is checked yet.

    Raises DataError, InvalidSetup for an unknown title, OSError.
    """
    about = _about(folder / PACK)
    titled(about.title)
    files = {path.name: path.read_bytes() for path in sorted(folder.glob("*.toml")) if path.name != PACK}
    return Pack(about.title, about.name, files), about


def _about(path: Path) -> About:
    if not path.is_file():
        raise DataError(
            PACK, "file", "file", f"is not in {path.parent}; `grognard pack export TITLE FOLDER` writes one"
        )
    try:
        told: dict[str, Any] = tomllib.loads(path.read_bytes().decode())
    except (ValueError, RecursionError) as problem:
        raise DataError(PACK, "file", "syntax", f"is not TOML: {problem}") from problem
    try:
        return msgspec.convert(told, About)
    except msgspec.ValidationError as problem:
        raise problem_in(PACK, "file", str(problem)) from problem
