"""Setting up a game: pieces, hands, mulligans (2)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.kernel.events import Opened
from domain.kernel.ruleset import HANDICAP, NO_HANDICAP, Option, Scenario
from domain.wellington.events.setup import GameSetUp
from domain.wellington.facts.world import POWER_OF, POWERS, SEATINGS, Facts, ScenarioFact, card_id
from domain.wellington.playing.hands import Mulligan, deal_common, deal_national
from domain.wellington.position.state import State, Troop
from domain.wellington.sequence.bids import BIDDING, Bid
from domain.wellington.sequence.turn import BeginTurn

SUMMARIES = {
    "1812": "Three years: Wellington stands at Ciudad Rodrigo, the French hold most of Spain.",
    "1813": "Two years: the South is free and the French defend the road to Bayonne.",
}


GIFTS = {NO_HANDICAP: 0, **{f"allied_{points}": points for points in (4, 8, 10, 12, 14, 16, 20)}}
"""The choices of the handicap: victory points that the Allies are given (R-111)."""
ALLIED_GIFT = Option(HANDICAP, "Handicap", tuple(GIFTS), NO_HANDICAP, "R-111")


def scenarios(facts: Facts) -> tuple[Scenario, ...]:
    """The starts, each for two, three (either side shared) or four players, who may bid (2.1)."""
    return tuple(
        Scenario(
            id=start.id,
            name=start.name,
            summary=SUMMARIES.get(start.id, start.name),
            turns=start.last_turn - start.first_turn + 1,
            seatings=(*SEATINGS, *BIDDING),
            options=(ALLIED_GIFT,),
        )
        for start in facts.starts.values()
    )


def set_up(opened: Opened) -> tuple[State, tuple[Step, ...]]:
    """The empty map, and the pieces as the first thing to do; players without powers then bid (R-7)."""
    bidding = (Bid(),) if opened.seats in BIDDING else ()
    gift = GIFTS[opened.options.get(HANDICAP, NO_HANDICAP)]
    data = opened.pack_data
    state = State(opened.scenario, opened.seats, data=data, allied_gift=gift)
    return state, (BeginTurn(), DealHands(), *bidding, PlaceForces())


class PlaceForces(Step, frozen=True):
    """All pieces take their places (2.2); the event keeps them, whatever the data files say later."""

    def advance(self, play: Play[State]) -> Decision | None:
        start = play.state.facts.starts[play.state.scenario]
        play.pop()
        play.record(
            GameSetUp(
                year=start.first_turn,
                last_year=start.last_turn,
                preemption_from=start.preemption_from_round,
                troops=_troops(start),
                leaders=_leaders(start),
                commanders=tuple(group.commander for group in start.army_groups),
                flags={each.duchy: each.power for each in start.flags},
                resources=dict(start.resources),
                removed=tuple(card_id(number) for number in start.removed_cards),
            )
        )
        return None


def _troops(start: ScenarioFact) -> dict[str, tuple[Troop, ...]]:
    found: dict[str, tuple[Troop, ...]] = {}
    for each in start.placement:
        if each.inf or each.cav or each.art:
            troop = Troop(each.power, each.inf, each.cav, each.art)
            found[each.duchy] = (*found.get(each.duchy, ()), troop)
    return found


def _leaders(start: ScenarioFact) -> dict[str, str | None]:
    places = {each.leader: each.duchy for each in start.placement if each.leader is not None}
    return {leader: places.get(leader) for leader in POWER_OF}


class DealHands(Step, frozen=True):
    """Every power gets its national cards and six others (2.7), then may replace its hand (2.6)."""

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        play.pop()
        for power in POWERS:
            deal_national(play, power)
        for power in POWERS:
            deal_common(play, power, facts.tables.hand.dealt)
        play.push(*(Mulligan(power) for power in POWERS))
        return None
