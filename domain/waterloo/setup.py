"""Setting up a game (3.1)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.kernel.events import Opened
from domain.kernel.ruleset import HANDICAP, NO_HANDICAP, Option, Scenario
from domain.waterloo.events.turns import GameSetUp, Placed
from domain.waterloo.facts import Facts, PlacesVictory
from domain.waterloo.position.state import THREE_SEATS, TWO_SEATS, State
from domain.waterloo.turn import BeginTurn

SUMMARIES = {
    "short": "Four turns without Prussians: the French must take chateaux and Mt. St. Jean.",
    "long": "Seven turns; the Prussians come from the east. Most victory points win.",
}


FEWER = {NO_HANDICAP: 0, "one_place": 1, "two_places": 2}
"""The choices of the handicap: how many marked places fewer the French need (W-96)."""
FEWER_PLACES = Option(HANDICAP, "Handicap", tuple(FEWER), NO_HANDICAP, "W-96")


def scenarios(facts: Facts) -> tuple[Scenario, ...]:
    """The two scenarios and how they may be seated (13.1, 1.0)."""
    seatings = {2: TWO_SEATS, 3: THREE_SEATS}
    return tuple(
        Scenario(
            id=fact.id,
            name=fact.name,
            summary=SUMMARIES[fact.id],
            turns=fact.turns,
            seatings=tuple(seatings[players] for players in fact.players),
            options=(FEWER_PLACES,) if isinstance(fact.victory, PlacesVictory) else (),
        )
        for fact in facts.scenarios.values()
    )


def set_up(opened: Opened) -> tuple[State, tuple[Step, ...]]:
    """The empty battlefield, and the forces as the first thing to do."""
    data = opened.pack_data
    fewer = FEWER[opened.options.get(HANDICAP, NO_HANDICAP)]
    return State(opened.scenario, opened.seats, data=data, fewer_places=fewer), (PlaceForces(),)


class PlaceForces(Step, frozen=True):
    """All forces take their places (3.1); the event keeps them, whatever the data files say later."""

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        scenario = facts.scenarios[play.state.scenario]
        places = {
            unit: Placed(*facts.setup[unit]) if unit in facts.setup else Placed()
            for unit, fact in facts.units.items()
            if fact.army in scenario.armies
        }
        play.record(
            GameSetUp(
                turns=scenario.turns,
                armies=scenario.armies,
                first_front=facts.first_front,
                units=places,
                leaders=dict(facts.leader_setup),
                owners=dict(scenario.vp_markers),
                chateaux=dict(facts.chateaux),
            )
        )
        play.replace(BeginTurn())
        return None
