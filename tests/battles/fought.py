"""Games by players who like to fight, and every battle of them as it is told step by step."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import domain.titles  # noqa: F401  (registers the titles)
from domain.kernel import PUBLIC, RuleSet, Seat, titled
from domain.kernel.battles import Battle, Battles, Course
from domain.kernel.fought import Span, spans
from domain.store import open_games

TITLES = [
    ("waterloo", "short"), ("wellington", "1812"), ("washingtons_war", "campaign"),
    ("napoleonics", "rolica_first"), ("brandywine", "howes_flank_attack"),
]  # fmt: skip
SEED = b"they all like to fight".ljust(32, b".")
BOLD = (
    "Attack", "Charge", "March", "MoveArmy", "Carry", "PlayCard", "PlayOperations", "Activate", "Fire",
    "OrderUnit", "MoveUnit", "FireAt",
)  # fmt: skip
BATTLES = 50
"""So many battles of each title are looked at (T13)."""


class Told(NamedTuple):
    """A battle as `viewer` may know it after event `version`."""

    rule_set: RuleSet
    span: Span
    version: int
    viewer: Seat
    state: Any
    events: list[Any]
    battle: Battle


def battles_of(rule_set: RuleSet) -> Battles:
    """How the title tells its battles."""
    assert rule_set.battles is not None, "the title tells its battles"
    return rule_set.battles


def choice(menu: list[Any], random: Random) -> Any:
    """An order of somebody who likes to fight."""
    bold = [order for order in menu if type(order).__name__ in BOLD]
    return random.choice(bold if bold and random.random() < 0.6 else menu)


def played(title: str, scenario: str, number: int, orders: int = 700) -> tuple[Any, str]:
    """A game after so many orders: (games, its id)."""
    games = open_games("memory:")
    game = games.create(title, scenario, seed=SEED)
    random = Random(number)
    for _ in range(orders):
        desk = games.desk(game)
        if not desk.waiting:
            break
        seat = desk.waiting[0]
        games.order(game, seat, choice(list(desk.menu(seat)), random))
    return games, game


@cache
def fifty(title: str, scenario: str) -> tuple[Told, ...]:
    """At least fifty battles of a title, each after every one of its events and for every seat."""
    found: list[Told] = []
    number = battles = 0
    while battles < BATTLES:
        mine = list(_told(title, scenario, number))
        battles += len({each.span.first for each in mine})
        found += mine
        number += 1
    return tuple(found)


def _told(title: str, scenario: str, number: int) -> Iterator[Told]:
    games, game = played(title, scenario, number)
    rule_set, recorded = titled(title), games.recorded(game)
    battles = battles_of(rule_set)
    bodies = {each.version: each.body for each in recorded}
    seats = games.standing(game).opened.seats if title == "waterloo" else (PUBLIC,)
    for span in spans(battles, recorded):
        for place, version in enumerate(span.versions):
            state = games.standing(game, version).state
            for seat in seats:
                events = [rule_set.redact(bodies[each], seat) for each in span.versions[: place + 1]]
                battle = battles.tell(Course(events, state, seat))
                yield Told(rule_set, span, version, seat, state, events, battle)
