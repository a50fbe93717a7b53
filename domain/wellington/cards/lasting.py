"""Cards that lie open beside what they were played on; the rules look there while they last."""

from domain.kernel.agenda import Play
from domain.wellington.events.cards import CardRemoved, EffectForGood, ResourcesGained
from domain.wellington.events.points import CommandPointsGained, HastyFortBuilt
from domain.wellington.facts.world import (
    CARDS,
    DUCHIES,
    LEADERS,
    PASSES,
    POWERS,
    POWERS_OF,
    RIVERS,
    SIDE_OF,
    Power,
    Side,
)
from domain.wellington.playing import card_changes
from domain.wellington.playing.card_table import Moment, Targets, answer, event, on_nothing
from domain.wellington.playing.lasting import end_effect
from domain.wellington.playing.responses import announced, cancel_announced
from domain.wellington.position.conflict import Battle, Laid
from domain.wellington.position.control import controller, is_fortress
from domain.wellington.position.state import (
    State,
    has_pieces,
    is_blocked,
    is_lasting,
    is_played_on,
)

BRIDGES = "bridges_washed_away"


def _unless_announced(targets: Targets) -> Targets:
    """Not in the window of a card just announced, which only cards that deal with cards answer."""

    def outside(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
        return () if moment.card else targets(state, power, moment)

    return outside


# Lines ------------------------------------------------------------------------------------------


def _open_lines(lines: tuple[str, ...]) -> Targets:
    return _unless_announced(
        lambda state, power, moment: tuple(line for line in lines if not is_blocked(state, line))
    )


@answer("blocked_passes", _open_lines(PASSES))
@answer(BRIDGES, _open_lines(RIVERS))
def _lies_open(play: Play[State], power: Power, target: str) -> None:
    """`duration` in the facts keeps the card; nothing else happens now."""


def _rivers(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Any river; against Bridges Washed Away just played, too (#100, C-100)."""
    if moment.card and moment.card != BRIDGES:
        return ()
    return RIVERS


@answer("pontoons", _rivers)
def _pontoons(play: Play[State], power: Power, target: str) -> None:
    """The river is an open line for the power in this impulse; the bridges there stand again (#100)."""
    if is_played_on(play.state, BRIDGES, target):
        end_effect(play, BRIDGES)
    effect = announced(play)
    if effect is not None and (effect.card, effect.mode, effect.target) == (BRIDGES, "response", target):
        cancel_announced(play, "pontoons", power)


# Leaders ----------------------------------------------------------------------------------------


def _leaders(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return tuple(leader for leader, general in state.leaders.items() if general.place == "map")


def _brave(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Leaders with a printed battle value of 1 or 2 who are in play (#59)."""
    return tuple(leader for leader in _leaders(state, power, moment) if LEADERS[leader].battle in (1, 2))


answer("the_bravest_of_the_brave", _unless_announced(_brave))(_lies_open)
answer("humbugged", _unless_announced(_leaders))(_lies_open)
answer("the_leaders_health", _unless_announced(_leaders))(_lies_open)


def _leaders_of(powers: tuple[Power, ...]) -> Targets:
    return lambda state, power, moment: tuple(
        leader for leader in _leaders(state, power, moment) if LEADERS[leader].power in powers
    )


@event("dragoons", _leaders_of(POWERS_OF["french"]))
def _dragoons(play: Play[State], power: Power, target: str) -> None:
    """The leader's battle value is 1 more this turn; his pursuit is another matter (#106)."""


@event("the_light_division", _leaders_of(("britain",)))
def _the_light_division(play: Play[State], power: Power, target: str) -> None:
    """The leader has a die more and a free point in every British impulse, this one included (#98, W-25)."""


@card_changes.dice("the_light_division")
def _light_division_dice(state: State, fight: card_changes.Fight, laid: Laid, side: Side) -> int:
    """Not in a siege of the ally, who may use no leader of the inactive power (12.31)."""
    return int(side == "allied" and card_changes.leads(state, fight, laid.target))


# Turns and powers -------------------------------------------------------------------------------


@event("atrocities")
def _atrocities(play: Play[State], power: Power, target: str) -> None:
    """One more die in every battle of the power this turn (#13)."""


@card_changes.dice("atrocities")
def _atrocities_dice(state: State, fight: card_changes.Fight, laid: Laid, side: Side) -> int:
    """In battles, not sieges, in which the power has a piece (#13, C-13)."""
    fights = isinstance(fight, Battle) and side == SIDE_OF[laid.power]
    return int(fights and has_pieces(state, fight.duchy, laid.power))


@event("portuguese_revolt")
@event("royalist_dissent")
@event("the_other_wellesley")
def _lasts(play: Play[State], power: Power, target: str) -> None:
    """The rules of building (#17), marching (#39) and reinforcements (#72) look whether it lies open."""


def _powers(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return POWERS


answer("ally_insulted", _unless_announced(_powers))(_lies_open)


def _french_hussars(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return () if is_lasting(state, "chasseurs_hussars") else ("",)


answer("chasseurs_hussars", _unless_announced(_french_hussars))(_lies_open)


HORSES = {"the_hussars": "chasseurs_hussars", "the_dragoons": "dragoons"}
"""What may be recalled: the use, which says nothing of where the card is, and the card itself (#85)."""


def _emperors_horses(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """One of the two French cards that are left; the card may come back in a later turn (#85)."""
    return tuple(use for use, card in HORSES.items() if card not in state.removed) or ("",)


@event("all_the_emperors_horses", _emperors_horses)
def _all_the_emperors_horses(play: Play[State], power: Power, target: str) -> None:
    """The French card leaves the game; the French evade and intercept worse from now on, once (#85, C-85)."""
    if target:
        play.record(CardRemoved(HORSES[target]))
    if "all_the_emperors_horses" not in play.state.for_good:
        play.record(EffectForGood("all_the_emperors_horses"))


# The Hasty Fort ---------------------------------------------------------------------------------


def _fort_sites(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Duchies without fortress that the power controls; there is one marker (#37, C-37)."""
    if state.hasty_fort is not None:
        return ()
    return tuple(
        duchy
        for duchy, fact in DUCHIES.items()
        if fact.shape != "box" and not is_fortress(state, duchy) and controller(state, duchy) == power
    )


@event("hasty_fort", _fort_sites)
def _hasty_fort(play: Play[State], power: Power, target: str) -> None:
    play.record(HastyFortBuilt(power, target))


# Points -----------------------------------------------------------------------------------------


@event("general_staff", on_nothing)
def _general_staff(play: Play[State], power: Power, target: str) -> None:
    """Two points to march or build at once, and a Resource (#25, C-25)."""
    from_card = CARDS["general_staff"].params["cp"]
    assert isinstance(from_card, int)
    play.record(ResourcesGained(power, 1))
    play.record(CommandPointsGained(power, from_card, "general_staff"))
