"""Data packs: the data files of a title as an owner of the boxed game corrected them.

A pack holds every data file of its title. A game that is opened on one names it and its digest in the
opening event, its state names the digest, and `rules_of` finds the rules on these data wherever the game is
looked at.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import msgspec

from domain.kernel.errors import DataError, GrognardError, InvalidSetup
from domain.kernel.events import Opened
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import RuleSet, titled
from domain.kernel.scene import Scene
from domain.kernel.seats import Seat

LARGEST_FILE = 200_000
"""Bytes of one data file of a pack; those of the titles have less than a third of it."""
LARGEST = 300_000
"""Bytes of all of them."""
MARK = 16
"""As many digits of a digest name a board that was drawn of a pack."""


class Pack:
    """A title's data files by name, and what their owner calls them. Equal files have equal digests."""

    def __init__(self, title: str, name: str, files: Mapping[str, bytes]) -> None:
        self.title = title
        self.name = name
        self.files = dict(sorted(files.items()))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the names and contents, hexadecimal."""
        whole = hashlib.sha256()
        for name, content in self.files.items():
            called = name.encode(errors="surrogatepass")
            whole.update(f"{len(called)} {len(content)} ".encode() + called + content)
        return whole.hexdigest()


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pack as it is kept and sent: its files are text."""

    title: str
    name: str
    files: dict[str, str]


_read = msgspec.json.Decoder(Written).decode
_encode = msgspec.json.Encoder(order="deterministic").encode


def written(pack: Pack) -> Written:
    """The pack as text. Raises DataError for a file that is not UTF-8."""
    files = {}
    for name, content in pack.files.items():
        try:
            files[name] = content.decode()
        except UnicodeDecodeError as problem:
            raise DataError(name, "file", "file", f"is not UTF-8: {problem}") from problem
    return Written(pack.title, pack.name, files)


def unwritten(told: Written) -> Pack:
    """The pack that was written. Nothing of it is checked yet: see `learn`."""
    return Pack(told.title, told.name, {name: text.encode() for name, text in told.files.items()})


def to_json(pack: Pack) -> bytes:
    """The pack as JSON."""
    return _encode(written(pack))


def from_json(data: bytes | str) -> Pack:
    """The pack that `to_json` wrote. Raises msgspec.DecodeError."""
    return unwritten(_read(data))


_RULES: dict[tuple[str, str], RuleSet] = {}
_PACKS: dict[tuple[str, str], Pack] = {}


def learn(pack: Pack) -> RuleSet:
    """The rules of a title on the data of a pack; from now on `rules_of` knows them.

    Raises DataError with the file, entry and field that is wrong, InvalidSetup for a title without packs.
    """
    rule_set = titled(pack.title)
    if rule_set.on_data is None:
        raise InvalidSetup(plain_refusal("no_packs", title=rule_set.name))
    _check_files(rule_set, pack)
    known = _RULES.get((pack.title, pack.digest))
    if known is not None:
        return known
    try:
        learned = rule_set.on_data(pack.files, pack.digest)
    except GrognardError:
        raise
    except Exception as problem:  # what strangers put into files leads anywhere
        found = f"{type(problem).__name__}: {problem}"[:200]
        raise DataError("pack", "files", "values", f"cannot be read: {found}") from problem
    _PACKS.setdefault((pack.title, pack.digest), pack)
    return _RULES.setdefault((pack.title, pack.digest), _with_boards(learned))


def _check_files(rule_set: RuleSet, pack: Pack) -> None:
    for name in rule_set.data_files:
        if name not in pack.files:
            raise DataError(name, "file", "file", "is missing")
    for name, content in pack.files.items():
        if name not in rule_set.data_files:
            raise DataError(name, "file", "file", f"is unknown; there are {', '.join(rule_set.data_files)}")
        if len(content) > LARGEST_FILE:
            raise DataError(name, "file", "file", f"is larger than {LARGEST_FILE} bytes")
    if sum(map(len, pack.files.values())) > LARGEST:
        raise DataError("pack", "files", "size", f"is larger than {LARGEST} bytes")
    written(pack)


def _with_boards(rule_set: RuleSet) -> RuleSet:
    """The same rules on boards of their own names: whatever is kept of a board is kept by its data too."""
    mark = f"@{rule_set.data_digest[:MARK]}"

    def view(state: Any, viewer: Seat) -> Scene:
        scene = rule_set.view(state, viewer)
        return msgspec.structs.replace(scene, board=scene.board + mark)

    maps = {f"{board}{mark}": told for board, told in rule_set.maps.items()}
    return replace(rule_set, view=view, maps=maps)


def learned() -> tuple[RuleSet, ...]:
    """The rules on every pack that was learned here."""
    return tuple(_RULES.values())


def pack_of(opened: Opened) -> Pack | None:
    """The pack that a game is played on, under the name that the game knows; None for built-in data.

    Raises InvalidSetup for a pack that is not known here.
    """
    if not opened.pack:
        return None
    return Pack(opened.title, opened.pack, known(opened.title, opened.data).files)


def known(title: str, digest: str) -> Pack:
    """A pack that was learned here. Raises InvalidSetup for one that is not known."""
    on_pack(title, digest)
    return _PACKS[title, digest]


def on_pack(title: str, digest: str) -> RuleSet:
    """The rules of a title on a pack that was learned, on the built-in data without a digest.

    Raises InvalidSetup for a pack that is not known here.
    """
    if not digest:
        return titled(title)
    if (title, digest) not in _RULES:
        raise InvalidSetup(plain_refusal("no_pack", title=titled(title).name, digest=digest[:12]))
    return _RULES[title, digest]


def digest_of(rule_set: RuleSet) -> str:
    """The digest of the pack that these rules are on; empty for built-in data."""
    return rule_set.data_digest if (rule_set.id, rule_set.data_digest) in _RULES else ""


def rules_of(opened: Opened) -> RuleSet:
    """The rules that a game is played by. Raises InvalidSetup for a pack that is not known here."""
    return on_pack(opened.title, opened.pack_data)
