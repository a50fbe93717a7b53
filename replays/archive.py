"""The archive: one game as one `.jsonl` file that anybody can keep, check and bring elsewhere.

Line 1 is the header, then one line for each event, then the data pack if the game is played on one
(`{"pack": {"title", "name", "files": {name: text}}}`; the header's `grognard` is 2 then, else 1), then the
end with the seed once it is public. Every line is `{"line": ..., "hash": ...}`, where the hash is SHA-256 of
the hash before it and of the line's own bytes: a chain, so no byte can be edited unseen. A running game is
exported as one viewer may see it (`seen_by`); only the host's own command line writes all of it.
"""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from domain.kernel import (
    ALL,
    Event,
    GrognardError,
    Opened,
    Recorded,
    RuleSet,
    Seat,
    SeedRevealed,
    packs,
    titled,
)
from domain.kernel.codec import codec
from domain.kernel.packs import Pack
from replays.errors import ArchiveError, TooDeep
from replays.soundness import DEEPEST, LONGEST_LINE, MOST_EVENTS, check_line

FORMAT = 1
WITH_PACK = 2
"""The format of an archive with a data pack, which older versions of Grognard cannot read."""
LONGEST_PACK = 1_000_000
"""Bytes of its line."""
_encode = msgspec.json.Encoder(order="deterministic").encode


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the archive holds. `seen_by` is `all` for a whole game, else the viewer it was made for.

    `return_of` is the first game of a match, in the archive of its return game.
    """

    grognard: int
    title: str
    game: str
    edition: int
    events: int
    seen_by: str
    over: bool
    commitment: str
    return_of: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{32})?$")] = ""


class Archive(msgspec.Struct, frozen=True):
    """An archive that was read: the events as recorded (none if it shows only what one viewer saw)."""

    header: Header
    recorded: tuple[Recorded, ...]
    shown: tuple[dict[str, Any], ...]
    seed: str | None
    pack: Pack | None = None

    @property
    def is_whole(self) -> bool:
        return self.header.seen_by == ALL


def write(
    rule_set: RuleSet,
    recorded: Sequence[Recorded],
    viewer: Seat = ALL,
    seed: bytes | None = None,
    return_of: str | None = None,
) -> bytes:
    """The archive of a game as `viewer` may see it.

    For viewers other than ALL the events are redacted and stand without answers and agenda.
    `seed` is written only if it is given (the host's own copy of a running game) or public. `return_of` is
    the game whose return game it is, if it is one.
    Raises InvalidSetup if the game's data pack is not known here.
    """
    opened = recorded[0].body
    assert isinstance(opened, Opened)
    pack = packs.pack_of(opened)
    public = next((each.body.seed for each in recorded if isinstance(each.body, SeedRevealed)), None)
    header = Header(
        grognard=WITH_PACK if pack else FORMAT, title=rule_set.id, game=recorded[0].game,
        edition=opened.edition_of_rules, events=len(recorded),
        seen_by=viewer, over=public is not None, commitment=opened.commitment, return_of=return_of or "",
    )  # fmt: skip
    lines: list[Any] = [header]
    lines.extend(_event_line(rule_set, each, viewer) for each in recorded)
    if pack is not None:
        lines.append({"pack": packs.written(pack)})
    lines.append({"end": len(recorded), "seed": seed.hex() if seed else public})
    return _chained(lines)


def _event_line(rule_set: RuleSet, recorded: Recorded, viewer: Seat) -> dict[str, Any]:
    if viewer != ALL:
        body = rule_set.redact(recorded.body, viewer)
        recorded = msgspec.structs.replace(
            recorded, body=body, answers=None, agenda=None, goes_on=False, spent=None
        )
    recorded, written = _as_played(recorded), codec(rule_set.id)
    return {
        "version": recorded.version,
        "topic": written.topic(recorded.body),
        "event": msgspec.Raw(written.write(recorded)),
    }


def _chained(lines: Iterable[Any]) -> bytes:
    out, before = [], ""
    for line in lines:
        text = _encode(line)
        before = _hash(before, text)
        out.append(b'{"line":' + text + b',"hash":"' + before.encode() + b'"}\n')
    return b"".join(out)


def _hash(before: str, text: bytes) -> str:
    return hashlib.sha256(before.encode() + text).hexdigest()


def read(data: bytes) -> Archive:
    """The archive in `data`, its chain checked and its data pack learned.

    Raises ArchiveError naming the first wrong line.
    """
    lines = list(_unchained(data))
    if len(lines) < 2:
        raise ArchiveError(len(lines) + 1, "ends_early")
    header = _header(lines[0])
    end = _end(lines[-1], len(lines))
    if header.events < 1:
        raise ArchiveError(1, "ends_early")
    if len(lines) > MOST_EVENTS:
        raise ArchiveError(1, "too_long", has=len(lines) - 2, most=MOST_EVENTS)
    has_pack = header.grognard == WITH_PACK
    has = len(lines) - 2 - has_pack
    if end["end"] != header.events or has != header.events:
        raise ArchiveError(len(lines), "wrong_count", should=header.events, has=has)
    pack = _pack(lines[-2], len(lines) - 1, header) if has_pack else None
    told = lines[1 : header.events + 1]
    shown = [_shown(text, number) for number, text in enumerate(told, start=2)]
    recorded: tuple[Recorded, ...] = ()
    if header.seen_by == ALL:
        recorded = tuple(
            _recorded(header, each, text, number)
            for number, (each, text) in enumerate(zip(shown, told, strict=True), start=2)
        )
        recorded = (_as_played(recorded[0]), *recorded[1:])
        _check_pack(pack, recorded[0].body, len(lines) - 1)
    return Archive(header, recorded, tuple(shown), end["seed"], pack)


def _pack(text: bytes, number: int, header: Header) -> Pack:
    """The data pack that stands in a line; nothing of it was learned yet."""
    if len(text) > LONGEST_PACK:
        raise ArchiveError(number, "long_line", has=len(text), most=LONGEST_PACK)
    try:
        pack = packs.unwritten(_read_pack(text).pack)
    except RecursionError as problem:
        raise TooDeep(number, "too_deep", most=DEEPEST) from problem
    except (msgspec.DecodeError, UnicodeError) as problem:
        raise ArchiveError(number, "unreadable", problem=problem) from problem
    if pack.title != header.title:
        raise ArchiveError(number, "bad_field", field="title", value=pack.title[:60], must=header.title)
    return pack


def _check_pack(pack: Pack | None, opened: Event, number: int) -> None:
    """Learns the pack that the game was opened on. Raises ArchiveError where they do not fit each other."""
    if not isinstance(opened, Opened):
        return  # that is said elsewhere
    if pack is None:
        if opened.pack:
            raise ArchiveError(2, "no_pack", name=opened.pack[:60])
        return
    if (pack.name, pack.digest) != (opened.pack, opened.data):
        raise ArchiveError(number, "other_pack", name=opened.pack[:60], has=pack.digest[:12])
    try:
        packs.learn(pack)
    except GrognardError as problem:
        raise ArchiveError(number, "bad_pack", problem=problem.said) from problem


def _as_played(first: Recorded) -> Recorded:
    """The opening without the mark of a server that only showed the game: each server judges by itself."""
    if not isinstance(first.body, Opened) or not first.body.only_shown:
        return first
    return msgspec.structs.replace(first, body=msgspec.structs.replace(first.body, only_shown=""))


def _unchained(data: bytes) -> Iterable[bytes]:
    if not data.endswith(b"\n"):
        raise ArchiveError(data.count(b"\n") + 1, "cut_off")
    before = ""
    for number, line in enumerate(data[:-1].split(b"\n"), start=1):
        if not line.startswith(b'{"line":') or len(line) < 85 or line[-75:-66] != b',"hash":"':
            raise ArchiveError(number, "no_line")
        text, written = line[8:-75], line[-66:-2]
        before = _hash(before, text)
        if written.decode("ascii", "replace") != before or line[-2:] != b'"}':
            raise ArchiveError(number, "wrong_hash")
        yield text


def _header(text: bytes) -> Header:
    try:
        header = _read_header(text)
    except RecursionError as problem:
        raise TooDeep(1, "too_deep", most=DEEPEST) from problem
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise ArchiveError(1, "bad_header", problem=problem) from problem
    if header.grognard not in (FORMAT, WITH_PACK):
        raise ArchiveError(1, "other_format", has=header.grognard, reads=f"{FORMAT}, {WITH_PACK}")
    titled(header.title)
    return header


def _end(text: bytes, number: int) -> dict[str, Any]:
    end = _object(text, number)
    if set(end) != {"end", "seed"} or not isinstance(end["seed"], str | None):
        raise ArchiveError(number, "no_end")
    return end


def _shown(text: bytes, number: int) -> dict[str, Any]:
    shown = _object(text, number)
    if set(shown) != {"version", "topic", "event"} or shown["version"] != number - 1:
        raise ArchiveError(number, "wrong_event", version=number - 1)
    if not isinstance(shown["topic"], str):
        raise ArchiveError(number, "bad_field", field="topic", value=shown["topic"], must="str")
    check_line(shown["event"], number)
    return shown


def _object(text: bytes, number: int) -> dict[str, Any]:
    if len(text) > LONGEST_LINE:
        raise ArchiveError(number, "long_line", has=len(text), most=LONGEST_LINE)
    try:
        return _read_object(text)
    except RecursionError as problem:
        raise TooDeep(number, "too_deep", most=DEEPEST) from problem
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise ArchiveError(number, "unreadable", problem=problem) from problem


class _RawLine(msgspec.Struct):
    version: int
    topic: str
    event: msgspec.Raw


class _PackLine(msgspec.Struct, forbid_unknown_fields=True):
    pack: packs.Written


_read_pack = msgspec.json.Decoder(_PackLine).decode
_read_header = msgspec.json.Decoder(Header).decode
_read_object = msgspec.json.Decoder(dict[str, Any]).decode
_read_raw = msgspec.json.Decoder(_RawLine).decode


def _recorded(header: Header, shown: dict[str, Any], text: bytes, number: int) -> Recorded:
    raw, topic = _read_raw(text), shown["topic"]
    if not topic.startswith(f"{header.title}:"):
        raise ArchiveError(number, "bad_field", field="topic", value=topic[:60], must=f"{header.title}:...")
    try:
        return codec(header.title).read(header.game, shown["version"], topic, bytes(raw.event))
    except Exception as problem:  # whatever a foreign line may hold: it is the line that is wrong
        raise ArchiveError(number, "unreadable_event", topic=shown["topic"], problem=problem) from problem


def load(path: Path) -> Archive:
    """The archive in a file. Raises ArchiveError or OSError."""
    return read(path.read_bytes())
