"""The year and its phases (5)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.washingtons_war.alliance.landing import FrenchNavalPhase, begin_european_war
from domain.washingtons_war.decks.draws import draw, open_year
from domain.washingtons_war.ending.victory import judge
from domain.washingtons_war.events.decks import QueueAbandoned
from domain.washingtons_war.events.years import (
    BritishReinforcementsReceived,
    CapturedGeneralsReturned,
    PhaseStarted,
    ReinforcementCardsDiscarded,
    YearStarted,
)
from domain.washingtons_war.facts import SIDES
from domain.washingtons_war.facts.ids import CAPTURED
from domain.washingtons_war.politics.phase import PoliticalControlPhase
from domain.washingtons_war.position.state import State
from domain.washingtons_war.sequence.impulses import StrategyPhase
from domain.washingtons_war.winter.attrition import WinterAttritionPhase


class BeginYear(Step, frozen=True):
    """A year is played phase by phase (5.0, R-15); the next one follows."""

    year: int

    def advance(self, play: Play[State]) -> Decision | None:
        play.replace(BeginYear(self.year + 1))
        play.record(YearStarted(self.year))
        play.push(
            ReinforcementPhase(), StrategyCardPhase(), StrategyPhase(), WinterAttritionPhase(),
            FrenchNavalPhase(), PoliticalControlPhase(), EndPhase(),
        )  # fmt: skip
        return None


class ReinforcementPhase(Step, frozen=True):
    """Captured generals come back, British CU come into their box (5.1)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        play.record(PhaseStarted("reinforcement"))
        state = play.state
        captured = tuple([general for general, place in state.generals.items() if place == CAPTURED])
        if captured:
            play.record(CapturedGeneralsReturned(captured))
        years = {each.year: each.british_reinforcements
                 for each in state.facts.scenarios[state.scenario].year}
        count = years[state.year]
        if count:
            play.record(BritishReinforcementsReceived(count, state.british_box + count))
        return None


class StrategyCardPhase(Step, frozen=True):
    """The deck is put together if it must be, then the hands are dealt, card by card (5.2, R-22)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        play.record(PhaseStarted("strategy_cards"))
        open_year(play)
        for _ in range(play.state.facts.scenarios[play.state.scenario].hand_size):
            for side in SIDES:
                draw(play, side)
        return None


class EndPhase(Step, frozen=True):
    """European War, the end of the war, and the sweep of the table (5.7, R-104)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.replace(CloseYear())
        play.record(PhaseStarted("end"))
        begin_european_war(play)
        return None


class CloseYear(Step, frozen=True):
    """The game ends by a War Ends card or by the track, or the next year is made ready (5.7, R-88, R-89)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state = play.state
        if state.war_ends and state.facts.cards[state.war_ends].war_ends <= state.year:
            judge(play, "war_ends")
            return None
        if state.year >= state.facts.scenarios[state.scenario].last_year:
            judge(play, "track_end")
            return None
        boxed = tuple([card for side in SIDES for card in state.reinforcement_cards[side]])
        if boxed:
            play.record(ReinforcementCardsDiscarded(boxed))
        for side in SIDES:
            if state.queues[side]:
                play.record(QueueAbandoned(side, state.queues[side]))
        return None
