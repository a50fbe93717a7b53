"""Cards that call formations into a battle or siege (#11, #16, #36, #40, #53, #108; C-X)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.wellington.arrival.called_formations import call_in, call_to_relief
from domain.wellington.battle.battle import is_routed, standing_sides
from domain.wellington.events.battle import RoundForced
from domain.wellington.events.sieges import SiegeLifted, the_siege
from domain.wellington.facts.world import NUMBER_OF, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.playing.laid_cards import lay
from domain.wellington.position import card_table
from domain.wellington.position.card_table import Fight, Moment, answer, battle_card
from domain.wellington.position.conflict import Laid, Siege
from domain.wellington.position.state import State

RELIEVE, SORTIE = "relieve", "sortie"


def _virtual_value(state: State, card: str) -> int:
    """The battle value of the leader whom the card lends to soldiers without one (10.3)."""
    return state.facts.forces.stand_in_of[NUMBER_OF[card]].battle


def _call(play: Play[State], power: Power, card: str) -> None:
    state = play.state
    duchy, is_free = state.battles[-1].duchy, state.facts.card[card].params.get("attrition") is False
    together = card == "march_to_the_sound_of_the_guns"
    call_in(play, power, duchy, _virtual_value(state, card), is_free=is_free, together=together)


def _force_round(play: Play[State], number: int) -> None:
    play.record(RoundForced(play.state.battles[-1].duchy, number))


# Into a battle --------------------------------------------------------------------------------------


def _undecided(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The round has ended neither in a rout nor in the end of a side (#11)."""
    battle = state.battles[-1]
    is_over = any(is_routed(state, battle, side) for side in POWERS_OF)
    return () if is_over or len(standing_sides(state, battle)) < len(POWERS_OF) else ("",)


@answer("another_day_of_battle", _undecided)
def _another_day_of_battle(play: Play[State], power: Power, target: str) -> None:
    """One round more, whoever has won so far; friends may come to it (#11, C-11)."""
    _force_round(play, play.state.battles[-1].round + 1)
    _call(play, power, "another_day_of_battle")


def _after_the_first_round(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    battle = state.battles[-1]
    goes_on = battle.round == 1 and len(standing_sides(state, battle)) == len(POWERS_OF)
    return ("",) if goes_on else ()


@answer("scovells_cipher", _after_the_first_round)
def _scovells_cipher(play: Play[State], power: Power, target: str) -> None:
    """A second round is certain; friends may come to it (#36)."""
    _force_round(play, 2)
    _call(play, power, "scovells_cipher")


@battle_card("call_for_reinforcements")
def _call_for_reinforcements(play: Play[State], power: Power, target: str) -> None:
    """Friends may come to the round (#40)."""
    _call(play, power, "call_for_reinforcements")


@battle_card("concentration_of_force")
def _concentration_of_force(play: Play[State], power: Power, target: str) -> None:
    """Friends may come to the round, and take no attrition for the way (#53)."""
    _call(play, power, "concentration_of_force")


def _the_french(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return ("",) if SIDE_OF[power] == "french" else ()


@answer("march_to_the_sound_of_the_guns", _the_french)
def _march_to_the_sound_of_the_guns(play: Play[State], power: Power, target: str) -> None:
    """Frenchmen may come to the round, several together (#108, C-108)."""
    _call(play, power, "march_to_the_sound_of_the_guns")


# Sortie / Siege Relieved ----------------------------------------------------------------------------


def _before_the_siege(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Friends of the fortress may relieve it; anybody may let the garrison make a sortie (#16)."""
    is_friend = SIDE_OF[power] == SIDE_OF[the_siege(state).owner]
    return (SORTIE, RELIEVE) if is_friend else (SORTIE,)


@answer("sortie_siege_relieved", _before_the_siege)
def _sortie_siege_relieved(play: Play[State], power: Power, target: str) -> None:
    if target == RELIEVE:
        relieve(play, power)
    else:
        lay(play, power, "sortie_siege_relieved", target)


@card_table.dice("sortie_siege_relieved")
def _sortie(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    """The besieger has three dice less in the first round (#16)."""
    return -3 * (isinstance(fight, Siege) and fight.round == 1 and side == SIDE_OF[fight.power])


def relieve(play: Play[State], power: Power) -> None:
    """Friends of the fortress may come and attack the besieger before the first round (#16, C-16)."""
    play.push(JudgeRelief())
    value = _virtual_value(play.state, "sortie_siege_relieved")
    call_to_relief(play, power, the_siege(play.state).duchy, value)


class JudgeRelief(Step, frozen=True):
    """The siege is off if the besieger had to fight, unless that was an overrun, so nobody marked (C-16)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        siege = the_siege(play.state)
        if play.state.leaders[siege.leader].marked:
            play.record(SiegeLifted(siege.duchy))
        return None
