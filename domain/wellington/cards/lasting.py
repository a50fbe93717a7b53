"""Cards that lie open beside what they were played on; the rules look there while they last."""

from domain.kernel.agenda import Play
from domain.kernel.orders import Order
from domain.wellington.battle.dice import pieces_of
from domain.wellington.events.cards import CardRemoved, EffectForGood, ResourcesGained
from domain.wellington.events.points import CommandPointsGained, HastyFortBuilt
from domain.wellington.facts.world import ALLY_OF, POWER_OF, POWERS, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.orders.points import BuildLeader, BuildSoldier, MoveArmy, MoveCounter, PlaceFlag
from domain.wellington.orders.sea import MoveConvoy, ShipPieces
from domain.wellington.playing.lasting import end_effect
from domain.wellington.playing.responses import announced, cancel_announced
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.card_changes import halved, is_blocked
from domain.wellington.position.card_table import Moment, Targets, answer, event, on_nothing
from domain.wellington.position.conflict import Attempt, Battle, Laid
from domain.wellington.position.control import controller, is_fortress
from domain.wellington.position.state import (
    Impulse,
    Lasting,
    State,
    has_pieces,
    is_lasting,
    is_played_on,
    leaders_of,
)
from domain.wellington.sea.convoys import ship_loads

HUSSARS, NO_HORSES = "chasseurs_hussars", "all_the_emperors_horses"
RAIDERS = ("bandits_of_the_sierra", "cavalry_raid", "guerrilla_attacks", "partisans")
"""The cards that the Hussars protect from (C-102)."""
BRIDGES = "bridges_washed_away"
HUMBUGGED = 1, 4
"""The battle and the command value of a leader who was humbugged (#23)."""


def _unless_announced(targets: Targets) -> Targets:
    """Not in the window of a card just announced, which only cards that deal with cards answer."""

    def outside(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
        return () if moment.card else targets(state, power, moment)

    return outside


# Lines ------------------------------------------------------------------------------------------


def _open_passes(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return tuple(line for line in state.facts.passes if not is_blocked(state, line))


def _open_rivers(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return tuple(line for line in state.facts.rivers if not is_blocked(state, line))


@answer("blocked_passes", _unless_announced(_open_passes))
@answer(BRIDGES, _unless_announced(_open_rivers))
def _lies_open(play: Play[State], power: Power, target: str) -> None:
    """`duration` in the facts keeps the card; nothing else happens now."""


card_table.closes("blocked_passes", BRIDGES)(True)
card_table.bridges("pontoons")(True)


def _rivers(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Any river; against Bridges Washed Away just played, too (#100, C-100)."""
    if moment.card and moment.card != BRIDGES:
        return ()
    return state.facts.rivers


@answer("pontoons", _rivers)
def _pontoons(play: Play[State], power: Power, target: str) -> None:
    """The river is an open line for the power in this impulse; the bridges there stand again (#100)."""
    if is_played_on(play.state, BRIDGES, target):
        end_effect(play, BRIDGES)
    effect = announced(play)
    is_event = effect is not None and effect.mode in ("response", "event")
    if effect is not None and is_event and (effect.card, effect.target) == (BRIDGES, target):
        cancel_announced(play, "pontoons", power)


# Leaders ----------------------------------------------------------------------------------------


def _leaders(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return tuple(leader for leader, general in state.leaders.items() if general.place == "map")


def _brave(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Leaders with a printed battle value of 1 or 2 who are in play (#59)."""
    printed = state.facts.leaders
    return tuple(leader for leader in _leaders(state, power, moment) if printed[leader].battle in (1, 2))


answer("the_bravest_of_the_brave", _unless_announced(_brave))(_lies_open)
answer("humbugged", _unless_announced(_leaders))(_lies_open)
answer("the_leaders_health", _unless_announced(_leaders))(_lies_open)
card_table.also_in("humbugged", "the_leaders_health")(("siege_round_start",))
card_table.also_in("the_bravest_of_the_brave")(("siege_round_start", "intercept_declared", "evade_declared"))


@card_table.battle_value("the_bravest_of_the_brave", "dragoons")
def _one_more(each: Lasting, value: int) -> int:
    return value + 1


@card_table.battle_value("the_leaders_health")
def _nothing(each: Lasting, value: int) -> int:
    return 0


@card_table.battle_value("humbugged")
def _humbugged_in_battle(each: Lasting, value: int) -> int:
    return HUMBUGGED[0]


@card_table.command_value("humbugged")
def _humbugged_in_command(each: Lasting, value: int) -> int:
    return HUMBUGGED[1]


def _leaders_of(powers: tuple[Power, ...]) -> Targets:
    return lambda state, power, moment: tuple(
        leader for leader in _leaders(state, power, moment) if POWER_OF[leader] in powers
    )


@event("dragoons", _leaders_of(POWERS_OF["french"]))
def _dragoons(play: Play[State], power: Power, target: str) -> None:
    """The leader's battle value is 1 more this turn; his pursuit is another matter (#106)."""


@event("the_light_division", _leaders_of(("britain",)))
def _the_light_division(play: Play[State], power: Power, target: str) -> None:
    """The leader has a die more and a free point in every British impulse, this one included (#98, W-25)."""


@card_table.dice("the_light_division")
def _light_division_dice(state: State, fight: card_table.Fight, laid: Laid, side: Side) -> int:
    """Not in a siege of the ally, who may use no leader of the inactive power (12.31)."""
    return int(side == "allied" and card_changes.leads(state, fight, laid.target))


@card_table.free_point("the_light_division")
def _light_division_point(state: State, impulse: Impulse) -> bool:
    return impulse.power == "britain"


@card_table.pays_for("the_light_division")
def _within_the_light_division(state: State, step: Order) -> bool:
    """A march or voyage of its leader, or a flag in or beside his duchy (#98)."""
    leader = next((each.target for each in state.lasting if each.card == "the_light_division"), None)
    if leader is None:
        return False
    if isinstance(step, MoveArmy):
        return step.leader == leader
    alone, here = ShipPieces(0, (leader,)), state.leaders[leader].duchy
    if isinstance(step, MoveConvoy):
        return step.start == here and alone in ship_loads(state, "britain", here, 1)
    if isinstance(step, ShipPieces):
        return step == alone
    near = () if here is None else (here, *state.facts.adjacent[here])
    return isinstance(step, PlaceFlag) and step.duchy in near


# Turns and powers -------------------------------------------------------------------------------


@event("atrocities")
def _atrocities(play: Play[State], power: Power, target: str) -> None:
    """One more die in every battle of the power this turn (#13)."""


@card_table.dice("atrocities")
def _atrocities_dice(state: State, fight: card_table.Fight, laid: Laid, side: Side) -> int:
    """In battles, not sieges, in which the power has a piece (#13, C-13)."""
    fights = isinstance(fight, Battle) and side == SIDE_OF[laid.power]
    return int(fights and has_pieces(state, fight.duchy, laid.power))


@event("portuguese_revolt")
@event("royalist_dissent")
@event("the_other_wellesley")
def _lasts(play: Play[State], power: Power, target: str) -> None:
    """The rules of building (#17), marching (#39) and reinforcements (#72) look whether it lies open."""


card_table.lies_open("the_other_wellesley")(True)


@card_table.no_building("portuguese_revolt")
def _portugal_revolts(state: State, each: Lasting, power: Power, duchy: str) -> bool:
    return power == "britain" and state.facts.duchies[duchy].region == "portugal"


@card_table.keeps_from_marching("royalist_dissent")
def _royalists_dissent(state: State, each: Lasting, power: Power, duchy: str) -> bool:
    """French pieces do not march out of France (#39)."""
    return SIDE_OF[power] == "french" and state.facts.duchies[duchy].region == "france"


def _powers(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return POWERS


answer("ally_insulted", _unless_announced(_powers))(_lies_open)


@card_table.parts_allies("ally_insulted")
def _is_insulted(each: Lasting, power: Power) -> bool:
    return each.target == power


def _french_hussars(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return () if is_lasting(state, HUSSARS) else ("",)


answer(HUSSARS, _unless_announced(_french_hussars))(_lies_open)


@card_table.spares_from_card(HUSSARS)
def _hussars_protect(
    state: State, each: Lasting, duchy: str, power: Power, losses: int, card: str
) -> int:
    """French formations with an army of the card's power, and all its pieces, lose half to raiders, rounded
    up (C-102); the ally's who stand with soldiers of it alone are not protected, and are lost first.
    """
    if card not in RAIDERS or SIDE_OF[power] != "french":
        return losses
    others = 0 if leaders_of(state, duchy, each.power) else pieces_of(state, duchy, ALLY_OF[each.power])
    unprotected = min(others, losses) if has_pieces(state, duchy, each.power) else losses
    return unprotected + halved(losses - unprotected)


HORSES = {"the_hussars": HUSSARS, "the_dragoons": "dragoons"}
"""What may be recalled: the use, which says nothing of where the card is, and the card itself (#85)."""


def _emperors_horses(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """One of the two French cards that are left; the card may come back in a later turn (#85)."""
    return tuple(use for use, card in HORSES.items() if card not in state.removed) or ("",)


@event(NO_HORSES, _emperors_horses)
def _all_the_emperors_horses(play: Play[State], power: Power, target: str) -> None:
    """The French card leaves the game; the French evade and intercept worse from now on, once (#85, C-85)."""
    if target:
        play.record(CardRemoved(HORSES[target]))
    if NO_HORSES not in play.state.for_good:
        play.record(EffectForGood(NO_HORSES))


@card_table.tried(NO_HORSES)
def _horses_are_lost(state: State, attempt: Attempt) -> dict[str, int]:
    """Not called by its card, since the effect outlives that and it may be in a hand by then."""
    is_french = SIDE_OF[attempt.power] == "french"
    return {"horses_lost": -1} if is_french and NO_HORSES in state.for_good else {}


# The Hasty Fort ---------------------------------------------------------------------------------


def _fort_sites(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Duchies without fortress that the power controls; there is one marker (#37, C-37)."""
    if state.hasty_fort is not None:
        return ()
    return tuple(
        duchy
        for duchy, fact in state.facts.duchies.items()
        if fact.shape != "box" and not is_fortress(state, duchy) and controller(state, duchy) == power
    )


@event("hasty_fort", _fort_sites)
def _hasty_fort(play: Play[State], power: Power, target: str) -> None:
    """The fort is built, unless an answer has taken the duchy from the power (protocol 5)."""
    if target in _fort_sites(play.state, power, Moment()):
        play.record(HastyFortBuilt(power, target))


# Points -----------------------------------------------------------------------------------------


@event("general_staff", on_nothing)
def _general_staff(play: Play[State], power: Power, target: str) -> None:
    """Two points to march or build at once, and a Resource (#25, C-25)."""
    from_card = play.state.facts.card["general_staff"].params["cp"]
    assert isinstance(from_card, int)
    play.record(ResourcesGained(power, 1))
    play.record(CommandPointsGained(power, from_card, "general_staff"))


@card_table.pays_for("general_staff")
def _within_the_general_staff(state: State, step: Order) -> bool:
    """A convoy is movement as well (14.2, C-39)."""
    marches, voyages = (MoveArmy, MoveCounter), (MoveConvoy, ShipPieces)
    return isinstance(step, (*marches, *voyages, BuildSoldier, BuildLeader))
