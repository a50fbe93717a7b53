"""The archive: one game as one `.jsonl` file that anybody can keep, check and bring elsewhere.

Line 1 is the header, then one line for each event, then the end with the seed once it is
public. Every line is `{"line": ..., "hash": ...}`, where the hash is SHA-256 of the hash
before it and of the line's own bytes: a chain, so no byte can be edited unseen. A running
game is exported as one viewer may see it (`seen_by`); only the host's own command line writes
all of it.
"""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from domain.kernel import ALL, GrognardError, Opened, Recorded, RuleSet, Seat, SeedRevealed, titled
from domain.kernel.codec import codec
from replays.verdicts import sentence

FORMAT = 1
_encode = msgspec.json.Encoder(order="deterministic").encode


class ArchiveError(GrognardError):
    """The file is not a whole, unedited archive. `line` is the first line that is wrong (1 = header)."""

    code = "archive_error"

    def __init__(self, line: int, key: str, **fields: Any) -> None:
        def told(language: str) -> str:
            problem = sentence("archive", key, language, **fields)
            return sentence("archive", "line", language, line=line, problem=problem)

        super().__init__(told)
        self.line = line
        self.problem = sentence("archive", key, "en", **fields)


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the archive holds. `seen_by` is `all` for a whole game, else the viewer it was made for."""

    grognard: int
    title: str
    game: str
    edition: int
    events: int
    seen_by: str
    over: bool
    commitment: str


class Archive(msgspec.Struct, frozen=True):
    """An archive that was read: the events as recorded (none if it shows only what one viewer saw)."""

    header: Header
    recorded: tuple[Recorded, ...]
    shown: tuple[dict[str, Any], ...]
    seed: str | None

    @property
    def is_whole(self) -> bool:
        return self.header.seen_by == ALL


def write(
    rule_set: RuleSet, recorded: Sequence[Recorded], viewer: Seat = ALL, seed: bytes | None = None
) -> bytes:
    """The archive of a game as `viewer` may see it.

    For viewers other than ALL the events are redacted and stand without answers and agenda.
    `seed` is written only if it is given (the host's own copy of a running game) or public.
    """
    opened = recorded[0].body
    assert isinstance(opened, Opened)
    public = next((each.body.seed for each in recorded if isinstance(each.body, SeedRevealed)), None)
    header = Header(
        grognard=FORMAT, title=rule_set.id, game=recorded[0].game, edition=opened.edition_of_rules,
        events=len(recorded), seen_by=viewer, over=public is not None, commitment=opened.commitment,
    )  # fmt: skip
    lines: list[Any] = [header]
    lines.extend(_event_line(rule_set, each, viewer) for each in recorded)
    lines.append({"end": len(recorded), "seed": seed.hex() if seed else public})
    return _chained(lines)


def _event_line(rule_set: RuleSet, recorded: Recorded, viewer: Seat) -> dict[str, Any]:
    if viewer != ALL:
        body = rule_set.redact(recorded.body, viewer)
        recorded = msgspec.structs.replace(recorded, body=body, answers=None, agenda=None)
    written = codec(rule_set.id)
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
    """The archive in `data`, its chain checked. Raises ArchiveError naming the first wrong line."""
    lines = list(_unchained(data))
    if len(lines) < 2:
        raise ArchiveError(len(lines) + 1, "ends_early")
    header = _header(lines[0])
    end = _end(lines[-1], len(lines))
    if end["end"] != header.events or len(lines) != header.events + 2:
        raise ArchiveError(len(lines), "wrong_count", should=header.events, has=len(lines) - 2)
    shown = [_shown(text, number) for number, text in enumerate(lines[1:-1], start=2)]
    recorded: tuple[Recorded, ...] = ()
    if header.seen_by == ALL:
        recorded = tuple(
            _recorded(header, each, text, number)
            for number, (each, text) in enumerate(zip(shown, lines[1:-1], strict=True), start=2)
        )
    return Archive(header, recorded, tuple(shown), end["seed"])


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
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise ArchiveError(1, "bad_header", problem=problem) from problem
    if header.grognard != FORMAT:
        raise ArchiveError(1, "other_format", has=header.grognard, reads=FORMAT)
    titled(header.title)
    return header


def _end(text: bytes, number: int) -> dict[str, Any]:
    end = _object(text, number)
    if set(end) != {"end", "seed"}:
        raise ArchiveError(number, "no_end")
    return end


def _shown(text: bytes, number: int) -> dict[str, Any]:
    shown = _object(text, number)
    if set(shown) != {"version", "topic", "event"} or shown["version"] != number - 1:
        raise ArchiveError(number, "wrong_event", version=number - 1)
    return shown


def _object(text: bytes, number: int) -> dict[str, Any]:
    try:
        return _read_object(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise ArchiveError(number, "unreadable", problem=problem) from problem


class _RawLine(msgspec.Struct):
    version: int
    topic: str
    event: msgspec.Raw


_read_header = msgspec.json.Decoder(Header).decode
_read_object = msgspec.json.Decoder(dict[str, Any]).decode
_read_raw = msgspec.json.Decoder(_RawLine).decode


def _recorded(header: Header, shown: dict[str, Any], text: bytes, number: int) -> Recorded:
    raw = _read_raw(text)
    try:
        return codec(header.title).read(header.game, shown["version"], shown["topic"], bytes(raw.event))
    except (msgspec.DecodeError, KeyError, IndexError) as problem:
        raise ArchiveError(number, "unreadable_event", topic=shown["topic"], problem=problem) from problem


def load(path: Path) -> Archive:
    """The archive in a file. Raises ArchiveError or OSError."""
    return read(path.read_bytes())
