"""A table of every title at its telling moments, for the pictures: greedy players play until each comes."""

from collections.abc import Callable
from random import Random
from typing import Any

from domain.bots import BOTS, situation
from domain.kernel import RuleSet, Seat, titled
from domain.store import Holder
from domain.titles import TITLES
from web.base.security import seat_token
from web.lookback.archives import adopt_sample
from web.table import battles

NAMES = ("Anna", "Bruno", "Chiara", "Dario")
MOST_ORDERS = 1000
"""Wellington's four powers let pass so often that after order 84 Britain has a wide choice again at 946."""
SAMPLES = {
    "waterloo": "waterloo_short_game",
    "wellington": "wellington_four_powers",
    "washingtons_war": "washingtons_war_two_computers",
    "napoleonics": "napoleonics_rolica",
    "brandywine": "brandywine_flank_attack",
}
"""The finished game of the library that shows a title's end and its replay."""

Told = Callable[[str], None]
IsTelling = Callable[[Any, Seat, int], bool]
"""Whether a desk is worth a picture for this seat after so many orders."""


def _may_choose(desk: Any, seat: Seat) -> bool:
    return seat in desk.waiting and len(desk.menu(seat)) > 3


def _is_fought(desk: Any, seat: Seat, orders: int) -> bool:
    found = battles.shown(desk, seat)
    return orders > 20 and bool(found and not found["is_over"] and (seat in desk.waiting or orders > 300))


def _has_fought(desk: Any, seat: Seat, orders: int) -> bool:
    found = battles.shown(desk, seat)
    return orders > 20 and bool(found and found["is_over"] and found["is_standing"])


ALONE: dict[str, IsTelling] = {
    "opening": lambda desk, seat, orders: _may_choose(desk, seat),
    "middle": lambda desk, seat, orders: orders > 100 and len(desk.waiting) == 1 and _may_choose(desk, seat)
        and len(desk.menu(seat)) > 12,
    "battle": _is_fought,
    "result": _has_fought,
    "waiting": lambda desk, seat, orders: orders > 80 and bool(desk.waiting) and seat not in desk.waiting,
}  # fmt: skip
"""What Anna sees who sits at a screen of her own."""
TOGETHER: dict[str, IsTelling] = {
    "window": lambda desk, seat, orders: orders > 10 and len(desk.waiting) > 1,
    "hand-over": lambda desk, seat, orders: orders > 60 and len(desk.waiting) == 1
        and seat not in desk.waiting,
}  # fmt: skip
"""What is seen where everybody sits at one screen."""


def tables(games: Any, told: Told) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """The games by the name of their picture, such as `waterloo-battle`, and the links that give seats."""
    found: dict[str, str] = {}
    links: dict[str, list[str]] = {"Anna": [], "two people": []}
    for rules in TITLES:
        told(f"tables of {rules.name}")
        for moment, is_telling in (ALONE | TOGETHER).items():
            visitor = "Anna" if moment in ALONE else "two people"
            game, seats = _played(games, rules, visitor == "Anna", is_telling)
            if game is None:
                told(f"  no {moment}")
                continue
            found[f"{rules.id}-{moment}"] = game
            links[visitor].append(f"/join/{seat_token(game, *seats)}")
        over = adopt_sample(SAMPLES[rules.id])
        found[f"{rules.id}-end"] = over
        links["Anna"].append(f"/join/{seat_token(over, games.standing(over).opened.seats[0])}")
    return found, {visitor: tuple(each) for visitor, each in links.items()}


def _played(games: Any, rules: RuleSet, is_remote: bool, is_telling: IsTelling) -> tuple[str | None, Any]:
    """A game that has come to the moment, and who sits at the screen."""
    scenario = rules.scenarios[0]
    seats = scenario.seatings[0]
    kind = "person" if is_remote else "hotseat"
    holders = {
        seat: Holder(kind if place else "person", NAMES[place]) for place, seat in enumerate(seats)
    }
    game: str = games.create(rules.id, scenario.id, seats=seats, holders=holders, seed=bytes(32))
    random = Random(1815)
    for orders in range(MOST_ORDERS):
        desk = games.desk(game)
        if not desk.waiting:
            break
        if is_telling(desk, seats[0], orders):
            return game, seats[:1] if is_remote else seats
        seat = desk.waiting[0]
        ask, draft = desk.decision.ask(seat), desk.drafts.get(seat, ())
        shown = situation(titled(rules.id), desk.standing.state, desk.agenda, ask, draft, random)
        games.order(game, seat, BOTS["greedy"](shown))
    return None, ()
