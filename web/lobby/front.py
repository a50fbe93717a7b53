"""The front page: what a newcomer presses first, what waits for whoever comes back; and the press itself."""

from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.wrappers import Response

from domain.bots import USUAL_LEVEL
from domain.kernel import RuleSet, Seat, titled
from domain.kernel.errors import InvalidSetup, SetAside
from domain.kernel.lessons import lesson_of
from domain.kernel.presentation import Presentation, easiest_first, presentation_of
from projections import lobby as listing
from web.base import damaged, limits, naming, preferences, samples, security
from web.base.security import visitor
from web.base.site import prose_of, site
from web.base.words import either, turn_name, turn_of
from web.hosting import hosting, watching
from web.lobby import crops, reels
from web.lobby import lobby as lists

blueprint = Blueprint("front", __name__)
OTHERS = {"bot": USUAL_LEVEL, "hotseat": ""}
"""Who takes the seats beside one's own at one press: a kind of place, and its name (the policy)."""
MOVES, WAITING, FINISHED, OPEN = 8, 4, 5, 4
"""How many games of each group the page shows; a link leads to all of them."""
MENU = 300
"""Orders of a menu that say where a decision lies."""

Row = dict[str, Any]


def shown() -> dict[str, Any]:
    """Everything that the page shows, for the template."""
    titles = easiest_first()
    known = {each.id for each in titles}
    rows = [told for row in watching.rows() if row["title"] in known for told in lists.ruled(row)]
    groups = lists.grouped(rows)
    own = {row["game"] for row in (*groups["move"], *groups["mine"])}
    others, has_own = [row for row in rows if row["game"] not in own], bool(own)
    return {
        "titles": [_title(each, rows, others) for each in titles],
        "has_own": has_own,
        "asked": bool(groups["move"]),
        "reel": None if has_own else reels.offered(),
        "moves": _readable(groups["move"][:MOVES]),
        "waiting": _readable(groups["mine"][:WAITING]),
        "finished": [_over(row) for row in groups["finished"][:FINISHED]],
        "open": [_free(row) for row in groups["open"][:OPEN]],
        "counts": {group: len(each) for group, each in groups.items()},
        "missing": listing.missing(site().games),
    }


# Titles


def _title(rule_set: RuleSet, rows: list[Row], others: list[Row]) -> dict[str, Any]:
    """What its card tells; of the games that run those of `others` can be watched."""
    told = presentation_of(rule_set.id)
    words = prose_of(rule_set)
    own = [row for row in rows if row["title"] == rule_set.id]
    return {
        "rules": rule_set,
        "name": words.title,
        "when": words.tables["front"].get("when", ""),
        "line": words.tables["front"].get("line", "") or words.scenario(rule_set.scenarios[0]).summary,
        "you": words.tables["front"].get("you", ""),
        "at_start": len(told.start.seats),
        "players": either(sorted({len(seats) for each in rule_set.scenarios for seats in each.seatings})),
        "length": length(told),
        "weight": told.weight,
        "chance": chance(told),
        "played": sum(row["status"] == "finished" for row in own),
        "runs": any(
            row["status"] in ("running", "open") for row in others if row["title"] == rule_set.id
        ),
        "sample": samples.of_title(rule_set.id),
        "teaches": lesson_of(rule_set.id) is not None,
        "crop": crops.of_title(rule_set),
    }


def length(told: Presentation) -> str:
    """How long a game lasts, in words; empty if the title does not tell."""
    if told.minutes is None:
        return ""
    least, most = told.minutes
    if least % 60 == most % 60 == 0:
        least, most = least // 60, most // 60
        if least == most:
            return ngettext("%(num)d hour", "%(num)d hours", most)
        return _("%(least)s to %(most)s hours", least=least, most=most)
    if least == most:
        return _("%(most)s min", most=most)
    return _("%(least)s to %(most)s min", least=least, most=most)


def chance(told: Presentation) -> str:
    """What chance there is, in words."""
    words = {"cards": _("cards, no dice"), "dice": _("dice, no cards"), "cards dice": _("cards and dice")}
    return words.get(" ".join(sorted(told.chance)), "")


# Games


def _readable(rows: list[Row]) -> list[dict[str, Any]]:
    """This browser's games, without those that are set aside."""
    found = []
    for row in rows:
        try:
            found.append(_own(row))
        except SetAside as problem:
            damaged.told_once(row["game"], problem)
    return found


def _own(row: Row) -> dict[str, Any]:
    """A game of this browser: its question if whoever is in front of the screen is asked, and its place."""
    question, spaces = _asked(row)
    return {
        "game": row["game"],
        "name": naming.of_row(row),
        "about": _about(row),
        "question": question,
        "seat": (row["my_asked"] or row["my_seats"])[0],
        "last": row["text"],
        "at": row["updated_at"],
        "stands": stands(row),
        "clock": lists.own_clock(row) if row["my_asked"] else None,
        "crop": crops.of_game(row["game"], row["version"], spaces) if row["version"] is not None else None,
    }


def _asked(row: Row) -> tuple[str, set[str]]:
    """(what is decided now, in words; the spaces that the decision is about).

    The words and places of a seat are for the person in front of the screen only.
    """
    present = set(visitor(row["game"]).present)
    seat = next((each for each in row["my_asked"] if each in present), None)
    rule_set = row["rules"]
    if seat is None:
        names = lists.asked_names(row)
        if row["my_asked"]:
            return _("%(names)s decides: hand the device over.", names=", ".join(names)), set()
        return (_("%(names)s decides.", names=", ".join(names)) if names else ""), set()
    desk = site().games.desk(row["game"])
    ask = desk.decision.ask(seat) if desk.decision else None
    if ask is None:
        return _("Your decision."), set()
    return prose_of(rule_set).prompt(ask), _places(rule_set, desk, seat)


def _places(rule_set: RuleSet, desk: Any, seat: Seat) -> set[str]:
    """Where the orders of a menu begin and lead."""
    state = desk.standing.state
    hints = [rule_set.hint(state, order) for order in desk.menu(seat)[:MENU]]
    scene = rule_set.view(state, seat)
    standing = {scene.tokens[each.piece].at for each in hints if each.piece in scene.tokens}
    return {place for place in standing | {each.target for each in hints} if place}


def _about(row: Row) -> str:
    """Title and scenario of a game that has a name of its own (its other name says them already), whether it
    is an experiment, and its data pack."""
    rule_set = row["rules"]
    title, scenario = prose_of(rule_set).title, naming.scenario_word(rule_set, row["scenario"])
    told = [_("%(title)s, %(scenario)s", title=title, scenario=scenario)] if row["name"] else []
    told += [_("experiment")] if row["dice_of"] else []
    told += [_("data pack %(name)s", name=row["pack"])] if row["pack"] else []
    return " · ".join(told)


def stands(row: Row) -> str:
    """How far a game is, within a line."""
    turn, turns, rule_set = row["turn"], row["turns"], row["rules"]
    if turn is None:
        return ""
    if turn > turns:  # without a limit, or a year
        return turn_name(turn, rule_set)
    text = turn_of(turn, turn, turns, rule_set)
    return text[:1].lower() + text[1:]


def _over(row: Row) -> dict[str, Any]:
    return {"row": row, "rules": row["rules"], "name": naming.of_row(row), "about": _about(row)}


def _free(row: Row) -> dict[str, Any]:
    rule_set = row["rules"]
    seats = [each["seat"] for each in row["seats"] if each["kind"] == "open"]
    return {"row": row, "rules": rule_set, "name": naming.of_row(row), "about": _about(row), "seats": seats}


# One press


@blueprint.post("/start")
@limits.creations
def start() -> Response:
    """Opens the usual game of a title at once: `play` says who takes the other seats."""
    security.check_form("start")
    rule_set = titled(request.form.get("title", ""))
    others = request.form.get("play", "")
    if others not in OTHERS:
        known = ", ".join(OTHERS)
        raise InvalidSetup(
            _("The other seats are taken by %(known)s; not by %(given)r.", known=known, given=others)
        )
    game = hosting.open_usual(rule_set, preferences.own_name(), hosting.SeatPlan(others, OTHERS[others]))
    return redirect(url_for("tables.play", game=game), 303)
