"""Lists of games: in groups by what this browser can do with them, filtered, sorted and paged by links."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext

from domain.kernel import Seat, titles
from domain.kernel.errors import SetAside, UnknownGame
from domain.store.faults import reading_game
from projections import lobby as listing
from web.base import damaged, naming, samples, security
from web.base.site import site
from web.hosting import clocks, watching
from web.table import miniature

GROUPS = {
    "move": lazy_gettext("Your move"),
    "mine": lazy_gettext("Your games"),
    "open": lazy_gettext("Open seats"),
    "running": lazy_gettext("Running"),
    "finished": lazy_gettext("Finished"),
    "shown": lazy_gettext("Only to look at"),
}
PAGE = 50
"""Rows of a group on one page."""

Row = dict[str, Any]


def shown() -> dict[str, Any]:
    """What the query asks for (`?show=open&title=waterloo&sort=-last&page=2`), for the template.

    `groups` are {id, name, rows, total, page, pages}; `counts` says how many games each group has,
    `missing` how many games are not on it yet. Where no game is as asked, `samples` can be watched instead.
    """
    known = {each.id: each for each in titles()}
    every = [with_rules for row in watching.rows() if row["title"] in known for with_rules in ruled(row)]
    missing = listing.missing(site().games)
    title = request.args.get("title", "")
    found = grouped(row for row in every if title in ("", row["title"]))
    asked = request.args.get("show", "")
    groups = [
        _page(group, _sorted(rows), group == asked)
        for group, rows in found.items()
        if rows and asked in ("", group)
    ]
    return {
        "groups": groups,
        "counts": {group: len(rows) for group, rows in found.items()},
        "group_names": GROUPS,
        "rule_sets": known,
        "asked": bool(found["move"]),
        "missing": missing,
        "samples": [] if groups else [each for each in samples.all_here() if title in ("", each.title)],
        "show": asked,
        "title": title,
        "sort": request.args.get("sort", ""),
    }


def ruled(row: Row) -> list[Row]:
    """The row with the rules that the game is played by; none where its data pack is lost."""
    try:
        with reading_game(row["game"]):
            return [{**row, "rules": site().games.packs.rules_on(row["title"], row["data"])}]
    except SetAside as problem:
        damaged.told_once(row["game"], problem)
        return []


def address(**changes: Any) -> str:
    """The address of this list with other choices; None or an empty text drops one."""
    kept = {name: request.args[name] for name in ("show", "title", "sort") if name in request.args}
    return url_for("pages.games", **{name: value for name, value in {**kept, **changes}.items() if value})


# Groups


def grouped(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows by what this visitor can do with them, each in one group.

    Those that wait for the visitor come the longest waiting first, the others the last changed first.
    """
    mine = _mine()
    groups: dict[str, list[Row]] = {group: [] for group in GROUPS}
    for row in sorted(rows, key=lambda each: -int(each["updated_at"])):
        seats = mine.get(row["game"], ())
        waiting = _waiting(row["game"]) if seats else ()
        asked = [seat for seat in waiting if seat in seats]
        groups[_group(row, seats, asked)].append({**row, "my_seats": seats, "my_asked": asked})
    groups["move"].reverse()
    return groups


def _mine() -> dict[str, tuple[Seat, ...]]:
    """This browser's games with its seats; without those that are set aside."""
    known = {}
    for game in security.my_games():
        try:
            known[game] = security.visitor(game).seats
        except UnknownGame:
            continue
        except SetAside as problem:
            damaged.told_once(game, problem)
    return known


def _waiting(game: str) -> tuple[Seat, ...]:
    """Whose answers a game waits for; nobody's if it is set aside."""
    try:
        waiting: tuple[Seat, ...] = site().games.desk(game).waiting
    except SetAside as problem:
        damaged.told_once(game, problem)
        return ()
    return waiting


def _group(row: Row, seats: tuple[Seat, ...], asked: list[Seat]) -> str:
    if row["status"] in ("finished", "shown"):
        return str(row["status"])
    if seats:
        return "move" if asked else "mine"
    return str(row["status"])


# Order and pages


def _sorted(rows: list[Row]) -> list[Row]:
    """The rows in the order that `?sort=` asks for (a minus turns it round), else as they come."""
    asked = request.args.get("sort", "")
    keys: dict[str, Callable[[Row], Any]] = {
        "game": lambda row: naming.of_row(row).casefold(),
        "stands": lambda row: (row["title"], row["turn"] or 0, row["version"] or 0),
        "last": lambda row: row["updated_at"],
    }
    key = keys.get(asked.removeprefix("-"))
    return sorted(rows, key=key, reverse=asked.startswith("-")) if key else rows


def _page(group: str, rows: list[Row], is_alone: bool) -> dict[str, Any]:
    """One page of a group; pages after the first are shown of a group that is asked for alone."""
    pages = max(1, -(-len(rows) // PAGE))
    page = min(pages, max(1, request.args.get("page", 1, type=int))) if is_alone else 1
    here = rows[(page - 1) * PAGE : page * PAGE]
    return {
        "id": group,
        "name": GROUPS[group],
        "rows": [_told(group, row) for row in here],
        "total": len(rows),
        "page": page,
        "pages": pages,
    }


def _told(group: str, row: Row) -> Row:
    """The row with what only a shown one needs: its pace, who is connected, its board in miniature."""
    return {
        **row,
        "pace": PACES[watching.terms(row["game"]).pace],
        "connected": site().presence.seats(row["game"]) if group not in ("finished", "shown") else (),
        "board": miniature.of_row(row) if group == "move" else None,
        "asked_names": asked_names(row),
        "clock": own_clock(row) if group == "move" else None,
    }


def own_clock(row: Row) -> clocks.Shown | None:
    """Of the clocks that run for whoever is asked here, the one with the least time."""
    running = clocks.shown(site().games.desk(row["game"]))
    own = [running[seat] for seat in row["my_asked"] if seat in running]
    return min(own, key=lambda each: each.left, default=None)


PACES = {"live": lazy_gettext("live"), "fast": lazy_gettext("fast"), "slow": lazy_gettext("slow")}


def asked_names(row: Row) -> list[str]:
    """The people whom the rules ask, each once; whether they have answered in silence is not told."""
    holders = {each["seat"]: each for each in row["seats"]}
    if row["my_asked"]:
        names = [holders[seat]["holder"] for seat in row["my_asked"]]
    else:
        names = [_person(holders[seat]) for seat in row["asked"]]
    return list(dict.fromkeys(names))


def _person(seat: dict[str, Any]) -> str:
    if seat["kind"] == "bot":
        return _("the computer")
    return str(seat["holder"] or seat["name"])
