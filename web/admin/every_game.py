"""Every game that is kept, as the host finds it: also those that are hidden, removed or set aside."""

from typing import Any

from domain.kernel.errors import SetAside, UnknownGame
from domain.store import bans
from domain.store.shelf import OF_NAMES
from domain.store.traces import Deed
from domain.tournaments.record import Tournament
from projections import lobby
from projections.lobby import glanced
from web.base import damaged, naming
from web.base.language import language
from web.base.site import site

Line = dict[str, Any]
CUPS = "cups"
KINDS = ("uploaded", "tournament", "ordinary", CUPS)
"""Brought in by somebody as a file, opened by a tournament, or neither; and the tournaments themselves."""


def found(text: str = "", away: str = "", kind: str = "") -> list[Line]:
    """The games in whose line all words of `text` stand, the one that changed last first, those that cannot
    be shown at the end. `away` is `hidden`, `removed`, or `away` for both, `kind` one of `KINDS`: with `CUPS`
    it is the tournaments."""
    put_away, uploaded = site().games.shelf.away(), site().games.uploads.games()
    paired = {game for each in site().games.tournaments.every() for game in each.games()}
    rows = {row["game"]: row for row in lobby.read(site().redis, site().games, language())}
    if kind == CUPS:
        lines = [_cup(each) for each in site().games.tournaments.every()]
    else:
        lines = [_line(row) for row in rows.values()]
        lines += [_unknown(game) for game in site().games.ids() if game not in rows]
    wanted = text.casefold().split()
    chosen = []
    for line in lines:
        line["away"] = put_away.get(line["game"], "")
        if away and line["away"] not in (away, *(("hidden", "removed") if away == "away" else ())):
            continue
        line["uploaded"] = line["game"] in uploaded
        own = "uploaded" if line["uploaded"] else "tournament" if line["game"] in paired else "ordinary"
        if kind in ("", CUPS, own) and all(word in _read(line) for word in wanted):
            chosen.append(line)
    return chosen


def brief(game: str) -> Line:
    """The line of one game, or of a tournament; that of a game that cannot be shown says so, whatever its
    record tells."""
    if site().games.tournaments.is_here(game):
        return _cup(site().games.tournaments.of(game))
    try:
        return _line(glanced(site().games, game))
    except (SetAside, UnknownGame) as problem:
        return {**_unknown(game), "problem": problem.said(language())}


def one(game: str) -> Line:
    """The line of one game, with all that the host did about it."""
    line = brief(game)
    line["away"] = site().games.shelf.away().get(game, "")
    line["uploaded"] = game in site().games.uploads.games()
    line["trace"] = [
        {"did": each.did, "at": each.at, "why": each.why} for each in site().games.shelf.trace(game)
    ]
    line["people"] = _people(game)
    return line


def pointless(line: Line) -> tuple[Deed, ...]:
    """What cannot be done about a game or tournament: of its name, and what is so already."""
    is_unnamed = site().games.shelf.is_unnamed(line["game"])
    own: tuple[Deed, ...] = ("unnamed",) if is_unnamed else ("named",)
    if site().games.tournaments.is_here(line["game"]):
        own = OF_NAMES
    return (line["away"] or "shown", *own)


def _people(game: str) -> list[Line]:
    """Who was given something of a game, as a ban would name them."""
    try:
        found = bans.people(site().games, game)
    except (SetAside, UnknownGame):
        return []
    banned = site().games.bans.now()
    return [
        {"who": each.mark, "seats": list(each.seats), "opener": each.is_opener, "banned": each.mark in banned}
        for each in found
    ]


def _line(row: dict[str, Any]) -> Line:
    try:
        name = naming.of_row(row)
    except SetAside as problem:
        damaged.told_once(row["game"], problem)
        name = row["title_name"]
    return {
        "game": row["game"], "name": name, "title": row["title"], "scenario": row["scenario"],
        "status": row["status"], "updated_at": row["updated_at"], "opened_at": row["opened_at"],
        "players": [
            {"seat": each["seat"], "kind": each["kind"], "name": each["holder"]} for each in row["seats"]
        ],
    }  # fmt: skip


def _cup(found: Tournament) -> Line:
    """The line of a tournament: its entrants have no seats."""
    made = found.made
    people = [
        {"seat": "", "kind": "bot" if each.is_computer else "person", "name": each.name}
        for each in found.present
    ]
    return {
        **_unknown(found.id), "name": made.name, "title": made.title, "scenario": made.scenario,
        "status": "tournament", "opened_at": made.at, "updated_at": made.at, "players": people,
    }  # fmt: skip


def _unknown(game: str) -> Line:
    """A game that is set aside, or whose line is not made yet."""
    return {"game": game, "name": "", "title": "", "scenario": "", "status": "unlisted", "updated_at": None,
            "opened_at": None, "players": []}  # fmt: skip


def _read(line: Line) -> str:
    """All that stands in a line, to be searched."""
    people = [each["name"] for each in line["players"]]
    words = [line["game"], line["name"], line["title"], line["scenario"], line["status"], *people]
    return " ".join(words).casefold()
