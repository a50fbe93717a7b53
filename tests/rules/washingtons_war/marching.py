"""Generals on the march, for tests: `acting(...)` activates one, `go(...)` marches him along a path."""

from typing import Any

from domain.washingtons_war.facts.ids import SIDE_OF
from domain.washingtons_war.movement.activation import Activation
from domain.washingtons_war.movement.campaign import Campaign
from domain.washingtons_war.orders.movement import Halt, LoadUnits, March, Sail
from tests.rules.washingtons_war.position import Table, given

FAR_BRITISH = {"point_pleasant": 1}
"""A British CU in the Thirteen Colonies, far from the fight, so that the war goes on (13.1)."""
FAR_AMERICAN = {"wrightsborough": 1}


def acting(general: str, *, spaces: int | None = None, **facts: Any) -> Table:
    """This general is activated, in a position as `given` lays it out; far CU keep the war going."""
    facts["british"] = {**FAR_BRITISH, **facts.get("british", {})}
    facts["american"] = {**FAR_AMERICAN, **facts.get("american", {})}
    step = Activation(general) if spaces is None else Activation(general, spaces=spaces, battle_within=spaces)
    return given(SIDE_OF[general], then=[step], **facts)


def campaigning(general: str, count: int, **facts: Any) -> Table:
    """A Campaign card for so many generals, in the hand of this general's side."""
    facts["british"] = {**FAR_BRITISH, **facts.get("british", {})}
    facts["american"] = {**FAR_AMERICAN, **facts.get("american", {})}
    return given(SIDE_OF[general], then=[Campaign(count)], **facts)


def go(table: Table, general: str, *path: str) -> Table:
    """He marches from space to space; whoever may come in his way lets him pass."""
    for to in path:
        quiet(table)
        table.give(March(general, to))
    return table


def quiet(table: Table) -> Table:
    """Every window passes until something else is asked."""
    while table.decision is not None:
        silence = table.decision.asks[table.seats[0]].silence
        if silence is None:
            break
        table.give(silence)
    return table


def ends(table: Table, kind: type[March] | type[Sail] = March) -> set[str]:
    """Where he may go next."""
    return {order.to for order in table.offers(kind)} if table.decision is not None else set()


def take(table: Table, general: str, **units: int) -> Table:
    """He goes on with these CU."""
    return table.give(LoadUnits(general, **units))


def reachable(general: str, **facts: Any) -> set[str]:
    """Every space in which he may halt, found by all his marches."""
    found: set[str] = set()
    paths: list[tuple[str, ...]] = [()]
    while paths:
        path = paths.pop()
        table = quiet(go(acting(general, **facts), general, *path))
        if table.decision is None or table.prompt != "march":
            found.add(path[-1])
            continue
        if table.offers(Halt):
            at = table.state.marching
            assert at is not None
            found.add(at.at)
        paths += [(*path, to) for to in ends(table)]
    return found


