"""The ends of the game: conquest, liberation, peace, the last year (4.6, 4.7, 18)."""

from domain.kernel.agenda import Play
from domain.wellington.ending.guerrilla import guerrilla_phase
from domain.wellington.ending.victory import (
    has_own_player,
    parts,
    spanish_bonus,
    winners,
    winning_side,
)
from domain.wellington.events.endings import ConquestRolled, GameEnded, PeaceRolled, VictoryScored
from domain.wellington.facts.world import POWERS, POWERS_OF, SIDE_OF, Power, Side, card_id
from domain.wellington.position.control import control
from domain.wellington.position.state import State, is_lasting, seat_of


def check(play: Play[State]) -> bool:
    """Is the game over at once (18.1)? If so its end is recorded and nothing is left to do (R-99).

    It never is while a battle, a siege or an entry is under way. Nothing is recorded if play goes on.
    """
    state = play.state
    facts = state.facts
    if state.ended:
        return True
    if state.battles or state.arrivals or state.siege is not None:
        return False
    if not _held(state, facts.map.spanish_keys, "allied"):
        finish(play, "conquest_of_spain", "french")
    elif _is_portugal_conquered(state):
        finish(play, "conquest_of_portugal", "french")
    elif not _held(state, facts.map.french, "french"):
        _france_falls(play)
    elif not _held(state, facts.map.spanish_keys, "french"):
        finish_allied(play, "liberation_of_spain")
    else:
        return False
    return True


def _held(state: State, duchies: tuple[str, ...], side: Side) -> int:
    """How many of these duchies the side controls."""
    owners, powers = control(state), POWERS_OF[side]
    return sum([owners[duchy] in powers for duchy in duchies])


def _is_portugal_conquered(state: State) -> bool:
    """All Portuguese keys and enough Spanish ones are French, Madrid among them (18.4)."""
    facts = state.facts
    return (
        _held(state, facts.map.portuguese_keys, "french") == facts.tables.conquest_of_portugal.portuguese_keys
        and _held(state, facts.map.spanish_keys, "french") >= facts.tables.conquest_of_portugal.spanish_keys
        and french_in_madrid(state) is not None
    )


def _france_falls(play: Play[State]) -> None:
    """All France is lost; a French Madrid gives one last roll (18.2, R-101)."""
    if french_in_madrid(play.state) is not None and is_spain_conquered(play):
        finish(play, "conquest_roll", "french")
    else:
        finish_allied(play, "conquest_of_france")


def finish_allied(play: Play[State], cause: str) -> None:
    """An Allied victory; a Spanish player first has a guerrilla phase (18.2, 18.32)."""
    if has_own_player(play.state, "spain"):
        guerrilla_phase(play)
    finish(play, cause, "allied")


def french_in_madrid(state: State) -> Power | None:
    """The French power that controls Madrid (18.6)."""
    power = control(state)[state.facts.tables.conquest_of_spain.capital]
    return power if power is not None and SIDE_OF[power] == "french" else None


def is_spain_conquered(play: Play[State]) -> bool:
    """The power in Madrid rolls for the conquest of Spain (18.6, R-109)."""
    state = play.state
    facts, table = state.facts, state.facts.tables.conquest_of_spain
    power = french_in_madrid(state)
    assert power is not None, "only the power in Madrid rolls"
    modifier = _held(state, facts.map.spanish_keys, "french") // table.keys_for_one
    is_harder = is_lasting(state, card_id(table.target_with_card.card))
    target = table.target_with_card.target if is_harder else table.target
    (die,) = play.roll(
        seat_of(state, power), 1, 6, "conquest", "18.6", score=lambda face: float(face + modifier >= target)
    )
    succeeded = die + modifier >= target
    play.record(ConquestRolled(power, die, modifier, target, succeeded))
    return succeeded


def is_peace(play: Play[State]) -> bool:
    """The roll for peace at the end of 1812 and 1813, unless card 77 forbids it (18.7, #77)."""
    state = play.state
    table = state.facts.tables.peace
    if state.year not in table.years or is_lasting(state, card_id(table.barred_by_card)):
        return False
    (die,) = play.roll(
        seat_of(state, state.track), 1, 6, "peace", "18.7", score=lambda face: float(face >= table.target)
    )
    play.record(PeaceRolled(die, die >= table.target))
    return die >= table.target


def finish(play: Play[State], cause: str, side: Side | None = None) -> None:
    """The game ends; without a `side` victory points decide (19.1). Nothing is left on the agenda."""
    state = play.state
    side = side or winning_side(state)
    score: dict[Power, float] = {}
    for power in POWERS:
        found = parts(state, power)
        if power == "spain" and side == "allied" and spanish_bonus(state):
            found["bonus"] = float(spanish_bonus(state))
        score[power] = sum(found.values())
        play.record(VictoryScored(power, score[power], found))
    play.record(GameEnded(cause, side, winners(state, side, score)))
    play.agenda.clear()
