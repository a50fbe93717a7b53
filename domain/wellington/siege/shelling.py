"""Coastal batteries: what they did counts in the first battle or siege after the landing (14.3, R-84)."""

from domain.kernel.agenda import Play
from domain.wellington.events.sea import ShellingCounted
from domain.wellington.facts.world import Power
from domain.wellington.position.conflict import Battle, Camp
from domain.wellington.position.state import SAILED, State, changed, leaders_of, troops_of


def battery_dice(state: State, duchy: str) -> int:
    """The dice of the batteries of a port (14.3, #37)."""
    battery = state.facts.tables.convoy.battery
    if state.hasty_fort == duchy:
        return battery.hasty_fort
    return battery.fortress if duchy in state.facts.fortresses else battery.port


def shelled_camp(play: Play[State], duchy: str) -> Camp:
    """The camp of a side in its first round there; what batteries did to it is counted now, and only once."""
    impulse = play.state.impulse
    if impulse is None or impulse.shelling is None or impulse.shelling.duchy != duchy:
        return Camp()
    if not _has_landed(play.state, duchy, impulse.power):
        return Camp()
    sixes, fives = impulse.shelling.sixes, impulse.shelling.fives
    play.record(ShellingCounted(duchy))
    return Camp(hits=sixes + fives, disorganised=fives, shaken=fives, lost=sixes)


def _has_landed(state: State, duchy: str, power: Power) -> bool:
    """Has anybody of the power come through the fire, so that his losses count in what follows (14.3)?"""
    troops = (troop.marched for troop in troops_of(state, duchy, power))
    leaders = (state.leaders[leader].marched for leader in leaders_of(state, duchy, power))
    return SAILED in (*troops, *leaders)


def with_shelling(play: Play[State], battle: Battle) -> Battle:
    """The battle of a landing, with what the batteries did to those who attack (R-84)."""
    return changed(battle, camps={battle.attacker: shelled_camp(play, battle.duchy)})
