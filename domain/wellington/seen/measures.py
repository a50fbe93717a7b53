"""The numbers to plot over a game, and how well a seat stands (for bots)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

from domain.kernel.memory import Memory
from domain.kernel.ruleset import Measure
from domain.kernel.seats import Seat
from domain.wellington.ending.victory import points
from domain.wellington.facts.world import ALLY_OF, OTHER_SIDE, POWERS, POWERS_OF, SIDE_OF, Facts, Power, Side
from domain.wellington.position.control import control
from domain.wellington.position.holdings import Holding, holdings
from domain.wellington.position.state import State, powers_of_seat

Cause = Literal["battle", "siege", "attrition", "cards"]
CAUSES: tuple[Cause, ...] = ("battle", "siege", "attrition", "cards")
CAUSE_OF: Mapping[str, Cause] = {
    "battle": "battle",
    "rout": "battle",
    "retreat": "battle",
    "overrun": "battle",
    "plunder": "battle",
    "no_retreat": "battle",
    "going_home": "battle",
    "siege": "siege",
    "sack": "siege",
    "coastal_battery": "siege",
    "attrition": "attrition",
}
"""What a loss counts as; every other cause is a card."""
GROUPS: Mapping[str, str] = {
    "victory_points": "victory points",
    "keys": "key duchies",
    "duchies": "duchies",
    "strength": "strength points",
    "resources": "Resources",
    "cards": "cards",
}

_points = Memory()


def measures(facts: Facts) -> tuple[Measure, ...]:
    """Of each power: victory points if the year ended now, duchies and key duchies under control, strength
    points on the map, Resources, cards in hand, strength points lost in battle, siege, attrition or to cards.
    """
    named = [(group, name) for group, name in GROUPS.items()]
    named += [(f"losses_{cause}", f"strength points lost: {cause}") for cause in CAUSES]
    return tuple(
        Measure(f"{group}_{power}", f"{facts.forces.powers[power].name}: {name}", power, group)
        for group, name in named
        for power in POWERS
    )


def measure(state: State) -> dict[str, float]:
    """Every measure's present value."""
    values: dict[str, float] = {}
    scores = score(state)
    for power, holding in holdings(state).items():
        values[f"victory_points_{power}"] = scores[power]
        values[f"keys_{power}"] = holding.keys
        values[f"duchies_{power}"] = holding.duchies
        values[f"strength_{power}"] = holding.sp
        values[f"resources_{power}"] = state.resources.get(power, 0)
        values[f"cards_{power}"] = len(state.hands.get(power, ()))
        lost = losses(state, power)
        values.update({f"losses_{cause}_{power}": lost[cause] for cause in CAUSES})
    return values


def losses(state: State, power: Power) -> dict[Cause, int]:
    """Strength points that a power has lost so far, by cause."""
    found: dict[Cause, int] = dict.fromkeys(CAUSES, 0)
    for cause, sp in state.lost.get(power, {}).items():
        found[CAUSE_OF.get(cause, "cards")] += sp
    return found


def score(state: State) -> Mapping[Power, float]:
    """The points that were scored at the end, or what they would be now; none before the pieces stand."""
    if state.ended or not state.year:
        return {**dict.fromkeys(POWERS, 0.0), **state.scores}
    parts = (state.troops, state.leaders, state.flags, state.resources, state.debts)
    return _points.get(parts, (state.hasty_fort, state.year, state.data), lambda: points(state))


# How well a seat stands ------------------------------------------------------------------------

WON = 1000.0
ALLY_WORTH = 0.8
"""What the ally has is worth a little less: of two allies the one with more points wins (19.1)."""
KEY_WORTH = 6.0
CAPITAL_WORTH = 10.0
DUCHY_WORTH = 0.8
SP_WORTH = 0.5
LEADER_WORTH = 0.15
RESOURCE_WORTH = 1.2
CARD_WORTH = 1.0
DEBT_WORTH = 0.6
PRESS = 0.02
"""What a strength point on the way to an enemy key is worth, against holding it."""
FADES = 0.6
"""How much of it is left with every march further away."""


def evaluate(state: State, seat: Seat) -> float:
    """How well a seat stands: its powers' worth, the ally's, less the enemy's. The higher the better."""
    mine = powers_of_seat(state, seat)
    if state.ended:
        return WON if seat in state.winners else -WON
    if not mine or not state.hands:
        return 0.0
    worth = _worths(state)
    allies = [ALLY_OF[power] for power in mine if ALLY_OF[power] not in mine]
    enemies = POWERS_OF[OTHER_SIDE[SIDE_OF[mine[0]]]]
    return _sum(worth, mine) + ALLY_WORTH * _sum(worth, allies) - _sum(worth, enemies)


def _sum(worth: Mapping[Power, float], powers: Iterable[Power]) -> float:
    return sum(worth[power] for power in powers)


def _worths(state: State) -> dict[Power, float]:
    """What each power has, in victory points or so, and where its soldiers stand."""
    found = {power: _worth(state, power, holding) for power, holding in holdings(state).items()}
    owners = control(state)
    capital = owners[state.facts.map.capital]
    if capital is not None:
        found[capital] += CAPITAL_WORTH
    for side in POWERS_OF:
        pull = pulls(state.facts, _goals(state.facts, owners, side))
        for duchy, troops in state.troops.items():
            for troop in troops:
                if SIDE_OF[troop.power] == side:
                    found[troop.power] += PRESS * troop.sp * pull[duchy]
    return found


def _worth(state: State, power: Power, holding: Holding) -> float:
    value = KEY_WORTH * holding.keys + DUCHY_WORTH * holding.duchies + SP_WORTH * holding.sp
    value += LEADER_WORTH * sum(
        fact.command for leader, fact in state.facts.leaders.items()
        if fact.power == power and state.leaders[leader].duchy is not None
    )  # fmt: skip
    value += RESOURCE_WORTH * state.resources[power] + CARD_WORTH * len(state.hands[power])
    return value - DEBT_WORTH * sum(state.debts[power].values())


def _goals(facts: Facts, owners: Mapping[str, Power | None], side: Side) -> tuple[str, ...]:
    """The key duchies that the side does not hold."""
    found = []
    for duchy in facts.counted:
        if duchy in facts.keys:
            owner = owners[duchy]
            if owner is None or SIDE_OF[owner] != side:
                found.append(duchy)
    return tuple(found)


@lru_cache(maxsize=256)
def pulls(facts: Facts, goals: tuple[str, ...]) -> dict[str, float]:
    """How near each duchy lies to the goals: 1 for a goal reached, less with every march further away."""
    return {
        duchy: sum(
            FADES ** facts.map.distance[duchy][goal] for goal in goals if goal in facts.map.distance[duchy]
        )
        for duchy in facts.map.duchies
    }
