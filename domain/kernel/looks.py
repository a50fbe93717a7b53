"""How a title looks: `board.toml` in its folder.

The table `sides` says how seats, powers and armies look on pages, counters and charts; the table `board` is
for the drawing kit, which reads and checks it (`web/boards`).
"""

import tomllib
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from domain.kernel.datafiles import Entry, problem_in
from domain.kernel.once import once
from domain.kernel.ruleset import titled

T = TypeVar("T")

FILE = "board.toml"
Colour = Annotated[str, msgspec.Meta(pattern="^#[0-9A-F]{6}$")]
Dash = Literal["solid", "dash", "dot", "dashdot"]


class SideLook(Entry, frozen=True, kw_only=True):
    """One side. `fill` and `on` are the colours of its field and of what stands on it, `edge` that of the rim
    of its counters, if it has any; `line`, `line_in_dark` and `dash` draw it in charts, on a light and a dark
    page. Its sign on pages is a `shape` with a `glyph`, so that nobody needs colours to tell sides apart."""

    fill: Colour
    on: Colour
    edge: Colour | None = None
    line: Colour = "#5E5546"
    line_in_dark: Colour = "#B6AB96"
    dash: Dash = "solid"
    shape: Literal["round", "square", "arch"] = "round"
    glyph: Literal["plus", "cross", "disc", "triangle", "star"] | None = None


class Looks(Entry, frozen=True, kw_only=True):
    """The whole file; a title without one has plain sides and no drawn board."""

    sides: Mapping[str, SideLook] = {}
    board: Mapping[str, Any] = {}
    faces: Mapping[str, str] = {}
    """The named faces of dice -> the icons that they show (`web/boards/icons`)."""


UNKNOWN = SideLook(fill="#8B8069", on="#FFFFFF")
"""A side that its title says nothing of."""


@once
def looks_of(title: str) -> Looks:
    """How a title looks. Raises DataError that names the entry and field of what is wrong."""
    path = titled(title).folder / FILE
    if not path.exists():
        return Looks()
    try:
        told: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise problem_in(FILE, "syntax", str(error)) from error
    sides = read("sides", told.get("sides", {}), dict[str, dict[str, Any]])
    looks = {side: read(f"sides.{side}", look, SideLook) for side, look in sides.items()}
    return read("file", {**told, "sides": looks}, Looks)


def read(entry: str, told: object, kind: type[T]) -> T:
    """An entry of `board.toml` as this kind. Raises DataError."""
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError as error:
        raise problem_in(FILE, entry, str(error)) from error


def side_look(title: str, side: str) -> SideLook:
    """How one side of a title looks."""
    return looks_of(title).sides.get(side, UNKNOWN)
