"""Scenes: the board as one viewer may see it, ready to draw, and the changes between two scenes.

A title only supplies scenes; one drawing kit and one client draw every title from them.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec


class Token(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter. `at` is the space it stands on, or None when it is off the board.

    `kind` and `side` choose its picture (`infantry`, `french`); `strength` is the number that
    shows; `flags` are states in the order in which they are drawn (`disordered`, `moved`).
    """

    at: str | None
    kind: str
    side: str
    label: str = ""
    name: str = ""
    strength: int | None = None
    facing: str | None = None
    reduced: bool = False
    flags: tuple[str, ...] = ()


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is live on a space: who owns it and its markers (`{"fort": 4}`)."""

    owner: str | None = None
    marks: dict[str, int | str] = {}


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hand of cards: how many everybody knows; which only who may see them (else None)."""

    count: int
    cards: tuple[str, ...] | None = None


class Scene(msgspec.Struct, frozen=True):
    """Everything that a viewer may see at one moment.

    `board` names the static picture; `hands` is keyed by whose hand it is (seat or army);
    `numbers` holds the figures of the side panel, by side and name.
    """

    board: str
    turn: int
    round: int
    phase: str
    tokens: dict[str, Token]
    spaces: dict[str, Space]
    hands: dict[str, Hand]
    numbers: dict[str, dict[str, int | float | str]]
    over: bool = False


Change = tuple[str, str, Any, Any]
"""(section, key, old, new), reversible. Sections `tokens`, `spaces`, `hands`, `numbers` hold the
fields that differ as dicts, None where the entry is absent; section `""` holds the scene's own fields."""

SECTIONS = ("tokens", "spaces", "hands", "numbers")
SCALARS = ("board", "turn", "round", "phase", "over")


def changes(before: Scene, after: Scene) -> list[Change]:
    """What turns `before` into `after` when applied forwards, and back when applied backwards."""
    found: list[Change] = [
        ("", name, getattr(before, name), getattr(after, name))
        for name in SCALARS
        if getattr(before, name) != getattr(after, name)
    ]
    for section in SECTIONS:
        old, new = getattr(before, section), getattr(after, section)
        if old is not new:
            found.extend(_section_changes(section, old, new))
    return found


def _section_changes(section: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Change]:
    found: list[Change] = []
    for key, value in new.items():
        was = old.get(key)
        if was is value or was == value:
            continue
        if was is None:
            found.append((section, key, None, _entry(value)))
        else:
            found.append((section, key, *_differing(_plain(was), _plain(value))))
    found.extend((section, key, _entry(was), None) for key, was in old.items() if key not in new)
    return found


def _plain(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else msgspec.structs.asdict(value)


def _entry(value: Any) -> dict[str, Any]:
    """Every field that is not None, as JSON has it."""
    return {
        name: list(each) if isinstance(each, tuple) else each
        for name, each in _plain(value).items()
        if each is not None
    }


KEPT = 4096
"""How many counters are remembered in JSON form: an order changes few of those on a board."""
_entry_of_token = lru_cache(KEPT)(_entry)


def shared_section(entries: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """`section_of`, whose counters are shared by all documents that have the same: never change them."""
    return {
        key: _entry_of_token(value) if type(value) is Token else _entry(value)
        for key, value in entries.items()
    }


def _json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _differing(was: dict[str, Any], value: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    keys = [key for key in {**was, **value} if was.get(key) != value.get(key)]
    return (
        {key: _json(was.get(key)) for key in keys},
        {key: _json(value.get(key)) for key in keys},
    )


def applied(document: dict[str, Any], found: list[Change], backwards: bool = False) -> dict[str, Any]:
    """A scene in JSON form (`plain(scene)`) after `found`, or before it. The client does the same."""
    result = {**document, **{section: dict(document[section]) for section in SECTIONS}}
    for section, key, old, new in reversed(found) if backwards else found:
        value = old if backwards else new
        other = new if backwards else old
        if not section:
            result[key] = value
        elif value is None:
            del result[section][key]
        elif other is None:
            result[section][key] = value
        else:
            merged = {**result[section][key], **value}
            result[section][key] = {name: each for name, each in merged.items() if each is not None}
    return result


def plain(scene: Scene) -> dict[str, Any]:
    """The scene in JSON form, every field of every entry spelt out; an absent field is None."""
    document: dict[str, Any] = {name: getattr(scene, name) for name in SCALARS}
    for section in SECTIONS:
        document[section] = section_of(getattr(scene, section))
    return document


def from_plain(document: Mapping[str, Any]) -> Scene:
    """The scene of a document that `plain` made, whose absent fields may be left out."""
    tokens = {key: {"at": None, **entry} for key, entry in document["tokens"].items()}
    return msgspec.convert({**document, "tokens": tokens}, Scene)


def section_of(entries: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """One section of a scene in JSON form."""
    return {key: _entry(value) for key, value in entries.items()}
