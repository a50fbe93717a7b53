"""The numbers to plot over a game, and how well a seat stands (for bots)."""

from domain.kernel.memory import Memory
from domain.kernel.ruleset import Measure
from domain.kernel.seats import Seat
from domain.washingtons_war.facts import SIDES, Side
from domain.washingtons_war.facts.ids import CAPTURED, GENERALS_OF, OTHER, SPACE_ORDER
from domain.washingtons_war.politics.isolation import isolated
from domain.washingtons_war.position.control import areas
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import general_in, spaces_with_cu, total_cu

GROUPS = {
    "colonies": "colonies controlled",
    "markers": "markers",
    "isolated": "markers isolated if the year ended now",
    "generals": "generals on the map",
    "captured": "generals captured",
    "cards": "cards in hand",
    "operations": "operations spent",
}
CALLED = {"american": "America", "british": "Britain"}
MEASURES = (
    *(
        Measure(f"{group}_{side}", f"{CALLED[side]}: {name}", side, group)
        for group, name in GROUPS.items()
        for side in SIDES
    ),
    Measure("units_american", "America: CU on the map", "american", "units"),
    Measure("units_france", "France: CU on the map", "france", "units"),
    Measure("units_british", "Britain: CU on the map", "british", "units"),
    Measure("colonial_british", "Britain: CU in the Thirteen Colonies", "british", "colonial"),
    Measure("alliance", "French Alliance", "france", "alliance"),
    Measure("regulars", "Advantage of the British Regulars", "british", "regulars"),
    Measure("war_ends", "Year on the War Ends card", "british", "war_ends"),
)

_isolated = Memory()


def measure(state: State) -> dict[str, float]:
    """Every measure's present value (rulings: Measures worth plotting)."""
    held = areas(state)
    found: dict[str, float] = {}
    for side in SIDES:
        places = [state.generals.get(general, "") for general in GENERALS_OF[side]]
        found[f"colonies_{side}"] = held[side]
        found[f"markers_{side}"] = sum(owner == side for owner in state.markers.values())
        found[f"isolated_{side}"] = len(cut_off(state, side))
        found[f"generals_{side}"] = sum(place in SPACE_ORDER for place in places)
        found[f"captured_{side}"] = places.count(CAPTURED)
        found[f"cards_{side}"] = len(state.hands[side])
        found[f"operations_{side}"] = state.spent[side]
    found["units_american"] = sum(state.american.values())
    found["units_france"] = sum(state.french.values())
    found["units_british"] = total_cu(state, "british")
    found["colonial_british"] = colonial_units(state)
    found["alliance"] = state.alliance
    found["regulars"] = int(state.regulars)
    found["war_ends"] = state.facts.cards[state.war_ends].war_ends if state.war_ends else 0
    return found


def cut_off(state: State, side: Side) -> tuple[str, ...]:
    """The markers that would be isolated if it were judged now (10.3)."""
    pieces = (state.markers, state.american, state.french, state.british, state.generals)
    return _isolated.get(
        pieces, (side, state.congress, state.data), lambda: tuple(isolated(state, side))
    )


def colonial_units(state: State) -> int:
    """The British CU in the Thirteen Colonies, without which the war is lost (13.1)."""
    colony_of, colonies = state.facts.colony_of, state.facts.colony
    return sum(count for space, count in state.british.items() if colonies[colony_of[space]].thirteen)


# How well a seat stands -------------------------------------------------------------------------

WON = 1000.0
COLONY_WORTH = 6.0
MARKER_WORTH = 1.0
UNIT_WORTH = 0.9
BOXED_WORTH = 0.35
GENERAL_WORTH = 0.8
CAPTURED_WORTH = 1.5
COMING_WORTH = 1.1
"""An army on a space without a marker of its own will have one at the end of the year (10.2)."""
ALLIANCE_WORTH = 0.9
REGULARS_WORTH = 3.0
CONGRESS_WORTH = 3.0
DANGER = 6.0
FEW = 3
"""With so few CU a side is near to losing at once (13.1)."""


def evaluate(state: State, seat: Seat) -> float:
    """How well a seat stands: its side's worth less the other's. The higher the better."""
    side: Side = "american" if seat == "american" else "british"
    if state.winner is not None:
        return WON if state.winner == side else -WON
    if not state.year:
        return 0.0
    return _worth(state, side) - _worth(state, OTHER[side])


def _worth(state: State, side: Side) -> float:
    held, units = areas(state)[side], total_cu(state, side)
    value = COLONY_WORTH * held + UNIT_WORTH * units
    value += MARKER_WORTH * sum(owner == side for owner in state.markers.values())
    value -= MARKER_WORTH * 0.6 * len(cut_off(state, side))
    for general in GENERALS_OF[side]:
        place = state.generals[general]
        value += GENERAL_WORTH * (place in SPACE_ORDER) - CAPTURED_WORTH * (place == CAPTURED)
    value += COMING_WORTH * sum(
        state.markers.get(space) != side and general_in(state, space, side) is not None
        for space in spaces_with_cu(state, side)
    )
    vital = units
    if side == "british":
        value += BOXED_WORTH * state.british_box + REGULARS_WORTH * state.regulars
        vital = colonial_units(state)
    else:
        value += ALLIANCE_WORTH * state.alliance + CONGRESS_WORTH * (state.congress is not None)
    return value - DANGER * max(0, FEW - vital)
