"""What each side of a battle adds to its die, line by line (9.4)."""

from domain.washingtons_war.battle.chances import Army
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import WASHINGTON
from domain.washingtons_war.position.conflict import Fight
from domain.washingtons_war.position.control import colony_control, is_open_port
from domain.washingtons_war.position.state import State, is_last_card

REGULARS = ROYAL_NAVY = MILITIA = INTERCEPTION = 1
WINTER_OFFENSIVE = 2
Terms = dict[str, int]
"""units, general, regulars, royal_navy, militia, winter_offensive, battle_card, discard, interception."""


def general_of(state: State, fight: Fight, side: Side) -> str | None:
    """The general of the side, if he still stands in the battle (9.2 Step 1)."""
    general = fight.camps[side].general
    return general if general is not None and state.generals[general] == fight.where else None


def modifiers(state: State, fight: Fight, side: Side) -> Terms:
    """All but CU and general, each line that counts (9.41 to 9.46)."""
    is_british = side == "british"
    is_winter = not is_british and is_winter_offensive(state, fight)
    has_militia = colony_control(state, state.facts.colony_of[fight.where]) == side
    lines = {
        "regulars": REGULARS * (is_british and state.regulars),
        "royal_navy": ROYAL_NAVY * (is_british and is_open_port(state, fight.where)),
        "militia": MILITIA * has_militia,
        "winter_offensive": WINTER_OFFENSIVE * is_winter,
        "interception": INTERCEPTION * (fight.intercepted and not is_british),
        **fight.camps[side].cards,
    }
    return {line: number for line, number in lines.items() if number}


def is_winter_offensive(state: State, fight: Fight) -> bool:
    """Does Washington attack by the last card played in the Strategy Phase (9.44)?

    It was known when he set out, or is since the last cards were discarded in this battle (R-60).
    """
    if fight.winter_offensive:
        return True
    is_his = fight.attacker == "american" and fight.camps["american"].general == WASHINGTON
    return is_his and is_last_card(state)


def terms(state: State, fight: Fight, side: Side) -> Terms:
    """Everything that the side adds, CU and general too, as far as it is known (9.4)."""
    camp = fight.camps[side]
    lines = {"units": camp.units, "general": camp.value, **modifiers(state, fight, side)}
    return {line: number for line, number in lines.items() if number or line == "units"}


def army_of(state: State, fight: Fight, side: Side, *, may_retreat: bool = True) -> Army:
    """The side as its chances are reckoned before the dice."""
    general = general_of(state, fight, side)
    fact = None if general is None else state.facts.generals[general]
    return Army(
        fight.camps[side].units,
        None if fact is None else fact.battle,
        None if fact is None else fact.agility,
        sum(modifiers(state, fight, side).values()),
        may_retreat,
    )
