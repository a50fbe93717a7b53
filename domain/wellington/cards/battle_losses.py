"""Answers in battles and sieges that are about losses, retreats and booty (5.2, 11.6 to 11.10, 13.1)."""

from collections.abc import Callable, Sequence

from domain.kernel.agenda import Play, Step
from domain.wellington.arrival.attempts import parts_left
from domain.wellington.arrival.evasion import succeeds
from domain.wellington.battle.battle_losses import LosePieces, lose_leaders
from domain.wellington.battle.harm_in_battle import Maul, bring_back, fell, maul, window_of
from domain.wellington.battle.plunder import gain_booty, is_plunder_due
from domain.wellington.cards.battles import CAUTIOUS
from domain.wellington.cards.movement import CONVOY, is_paid_march, stop_attempt
from domain.wellington.events.battle import BattleRenewed, SoldiersRallied
from domain.wellington.events.cards import CardKept
from domain.wellington.facts.world import OTHER_SIDE, POWER_OF, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.losses.losses import ShareAttrition, TakeAttrition
from domain.wellington.losses.raids import RAID, TakeToll
from domain.wellington.movement.groups import chief, leaders_of_side
from domain.wellington.movement.marches import parts_of
from domain.wellington.orders.points import MoveCounter
from domain.wellington.playing.choices import MakeChoices
from domain.wellington.playing.drawing import draw_card
from domain.wellington.playing.laid_cards import lay
from domain.wellington.playing.responses import Window
from domain.wellington.points.points import CarryOut
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.card_changes import battle_value, halved, helped
from domain.wellington.position.card_table import Chosen, Faces, Fight, Moment, answer, choices, on_nothing
from domain.wellington.position.conflict import Battle, Camp, Laid, Part
from domain.wellington.position.state import (
    Lasting,
    State,
    has_formation,
    has_pieces,
    parts_at,
    seat_of,
    sp_of,
)
from domain.wellington.sea.convoys import Sail

RALLY, REARGUARD, PANIC, SCATTERED = "rally", "rearguard", "panic", "beaten_and_scattered"
WOUNDED = "leader_wounded"
TRAIN, RIFLES = "train_des_equipages", "the_rifle_brigade"
SIDES: tuple[Side, Side] = ("allied", "french")
WEAK = 2
BOOTY = 1
ATTRITION, PLUNDER = "attrition", "plunder"


def _loser(battle: Battle) -> Side:
    assert battle.winner is not None, "somebody has won"
    return OTHER_SIDE[battle.winner]


def _side(target: str) -> Side:
    return next(side for side in SIDES if side == target)


# Save Yourselves, Panic, and those who stand --------------------------------------------------------


def _is_steady(battle: Battle, side: Side) -> bool:
    """Was Rally or Rearguard played for the side, so that it does not panic any more (#48, #49)?"""
    return any(
        (laid.card == RALLY and laid.target == side) or (laid.card == REARGUARD and _covered(laid) == side)
        for laid in battle.cards
    )


def _unsteady(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Either side that still has pieces (#31)."""
    battle = state.battles[-1]
    return tuple(s for s in SIDES if has_formation(state, battle.duchy, s) and not _is_steady(battle, s))


@answer("save_yourselves", _unsteady)
def _save_yourselves(play: Play[State], power: Power, target: str) -> None:
    """Attrition that counts for who wins and for a rout (#31, C-31)."""
    maul(play, _side(target), play.state.battles[-1].duchy, "save_yourselves", "flight")


def _may_panic(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    loser = _loser(state.battles[-1])
    return ("",) if loser in _unsteady(state, power, moment) else ()


@answer(PANIC, _may_panic)
def _panic(play: Play[State], power: Power, target: str) -> None:
    """Attrition of the beaten, worse from the sixth die on; it counts for a rout (#54, C-54)."""
    battle = play.state.battles[-1]
    maul(play, _loser(battle), battle.duchy, PANIC, "flight", with_bonus=True)


def _end_panic(play: Play[State], side: Side) -> None:
    """What Panic and Save Yourselves have cost the side comes back (#48, #49)."""
    battle = play.state.battles[-1]
    for part in battle.camps[side].panicked:
        bring_back(play, battle.duchy, part, hits=part.sp + len(part.leaders))


def _may_rally(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Either side that stands, or would but for what #31 has cost it (#48)."""
    battle = state.battles[-1]
    return tuple(s for s in SIDES if has_formation(state, battle.duchy, s) or battle.camps[s].panicked)


@answer(RALLY, _may_rally)
def _rally(play: Play[State], power: Power, target: str) -> None:
    """All disorganisations so far are undone, of dice that just fell and of the fallen too (#48, C-48)."""
    side, battle = _side(target), play.state.battles[-1]
    lay(play, power, RALLY, target)
    undone = max(battle.camps[side].disorganised, battle.camps[side].fives)
    if undone:
        play.record(SoldiersRallied(battle.duchy, side, undone))
    _end_panic(play, side)


@card_table.faces(RALLY)
def _nobody_wavers(state: State, fight: Fight, laid: Laid, side: Side, rolled: Faces) -> Faces:
    """The fives of the round in which it was played do nothing (#48)."""
    if side != laid.target or laid.round != fight.round:
        return rolled
    return tuple(face for face in rolled if face != 5)


def _may_cover(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The beaten side, or one that #31 has just cost pieces; one's own needs no name (#49)."""
    battle = state.battles[-1]
    beaten = _loser(battle) if moment.window == "battle_result" else None
    covered = (side for side in SIDES if side == beaten or battle.camps[side].panicked)
    return tuple("" if side == SIDE_OF[power] else side for side in covered)


def _covered(laid: Laid) -> Side:
    """The side that the rearguard stands for."""
    return _side(laid.target) if laid.target else helped(laid)


card_table.also_in(REARGUARD)(("battle_round_end",))


@answer(REARGUARD, _may_cover)
def _rearguard(play: Play[State], power: Power, target: str) -> None:
    """A rout costs the beaten side nothing, nor does panic; nothing else changes (#49, C-49)."""
    lay(play, power, REARGUARD, target)
    _end_panic(play, _side(target or SIDE_OF[power]))


@card_table.rout(REARGUARD)
def _rearguard_covers(state: State, battle: Battle, laid: Laid, side: Side) -> card_table.Mercy:
    return "spared" if side == _covered(laid) else None


# To the Death -----------------------------------------------------------------------------------


def _not_to_get_away(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Enemies who evade or are beaten (#51)."""
    enemy = OTHER_SIDE[SIDE_OF[power]]
    if moment.window == "evade_rolled":
        evading = (each for each in state.arrivals[-1].attempts if SIDE_OF[each.power] == enemy)
        names = (each.leader or each.path[-1] for each in evading if succeeds(state, each))
        return tuple(dict.fromkeys(names))
    battle = state.battles[-1]
    held = _loser(battle) == enemy and not battle.renewed and has_formation(state, battle.duchy, enemy)
    return ("",) if held else ()


@answer("to_the_death", _not_to_get_away)
def _to_the_death(play: Play[State], power: Power, target: str) -> None:
    """They stay and fight, after rout losses and plunder of the battle that they lost (#51, C-51)."""
    if window_of(play) == "evade_rolled":
        stop_attempt(play, target)
    else:
        play.record(BattleRenewed(play.state.battles[-1].duchy))


# Leader Wounded ---------------------------------------------------------------------------------


def _on_the_map(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return tuple(leader for leader, general in state.leaders.items() if general.place == "map")


@answer(WOUNDED, _on_the_map)
def _leader_wounded(play: Play[State], power: Power, target: str) -> None:
    """1: a die less; 2 to 4: battle value 0; 5: Regroup Box; 6: killed; all for this impulse (#52, C-52)."""
    (die,) = play.roll(seat_of(play.state, power), 1, 6, "wound", "#52")
    if die >= 5:
        fell(play, target, regrouped=die == 5)
    play.record(CardKept(WOUNDED, power, target, die))


card_table.keeps_away(WOUNDED)(True)


@card_table.battle_value(WOUNDED)
def _wounded_value(each: Lasting, value: int) -> int:
    return 0 if 2 <= each.die <= 4 else value


@card_table.dice(WOUNDED)
def _wounded_dice(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    """A leader who was scratched gives a die less (#52)."""
    scratched = any(each.card == WOUNDED and each.die == 1 for each in state.lasting)
    is_side = side == SIDE_OF[POWER_OF[laid.target]]
    return -int(scratched and is_side and card_changes.leads(state, fight, laid.target))


# Cautious Generals --------------------------------------------------------------------------------


def _coming_back(camp: Camp) -> int:
    """How many of the eliminated come back: half of them, rounded up, stay lost (C-79, C-H)."""
    eliminated = sum(part.sp + len(part.leaders) for part in camp.fallen)
    return eliminated - halved(eliminated)


@answer(CAUTIOUS, on_nothing)
def _cautious_generals(play: Play[State], power: Power, target: str) -> None:
    """Half of the eliminated of either side come back, no overrun (#79, C-79).

    Which ones, the power that lost most of them says.
    """
    battle = play.state.battles[-1]
    lay(play, power, CAUTIOUS)
    for side in SIDES:
        camp = battle.camps[side]
        if _coming_back(camp):
            most = max(camp.fallen, key=lambda part: part.sp + len(part.leaders))
            play.push(MakeChoices(power, CAUTIOUS, side, chooser=most.power))


def _survivors(state: State, power: Power, target: str, chosen: Chosen) -> tuple[str, ...]:
    """A soldier of a power, or a leader, until half of them are back."""
    camp = state.battles[-1].camps[_side(target)]
    if len(chosen) == _coming_back(camp):
        return ()
    soldiers = tuple(part.power for part in camp.fallen if part.sp > chosen.count(part.power))
    leaders = tuple(leader for part in camp.fallen for leader in part.leaders if leader not in chosen)
    return (*soldiers, *leaders)


@choices(CAUTIOUS, _survivors)
def _they_come_back(play: Play[State], power: Power, target: str, chosen: Chosen) -> None:
    duchy = play.state.battles[-1].duchy
    for each in POWERS_OF[_side(target)]:
        leaders = tuple(leader for leader in chosen if leader in POWER_OF and POWER_OF[leader] == each)
        part = Part(each, chosen.count(each), leaders)
        if part.sp or leaders:
            bring_back(play, duchy, part, hits=part.sp + len(leaders))


@card_table.denied(CAUTIOUS)
def _no_overrun(state: State, fight: Fight, laid: Laid, side: Side) -> bool:
    return True


# Beaten and Scattered -----------------------------------------------------------------------------


def _may_scatter(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The beaten army or group, of whichever side it is (#84); an enemy one needs no name."""
    battle = state.battles[-1]
    loser = _loser(battle)
    if not battle.camps[loser].led or not has_formation(state, battle.duchy, loser):
        return ()
    return ("",) if loser != SIDE_OF[power] else (loser,)


@answer(SCATTERED, _may_scatter)
def _beaten_and_scattered(play: Play[State], power: Power, target: str) -> None:
    """At once if the retreat was declared; else when the rout has taken its losses (C-84)."""
    lay(play, power, SCATTERED, target)
    if window_of(play) == "retreat_declared":
        _scatter(play, power)


@card_table.work(SCATTERED, "beaten")
def _scatter_before_retreat(play: Play[State], laid: Laid) -> None:
    scattered = _side(laid.target) if laid.target else OTHER_SIDE[helped(laid)]
    if _loser(play.state.battles[-1]) == scattered:
        _scatter(play, laid.power)


def _scatter(play: Play[State], power: Power) -> None:
    battle = play.state.battles[-1]
    loser = _loser(battle)
    soldiers = sum(sp_of(play.state, battle.duchy, each) for each in POWERS_OF[loser])
    weak = _weak_leaders(play.state, power, loser, ())
    if len(weak) > 1:
        chooser = chief(play.state, battle.duchy, loser)
        play.push(MakeChoices(power, SCATTERED, loser, chooser=chooser))
    else:
        _one_leader_goes(play, power, loser, weak)
    play.push(LosePieces(battle.duchy, POWERS_OF[loser], halved(soldiers), "card", regrouped=True))


def _weak_leaders(state: State, power: Power, target: str, chosen: Chosen) -> tuple[str, ...]:
    there = leaders_of_side(state, state.battles[-1].duchy, _side(target))
    return () if chosen else tuple(leader for leader in there if battle_value(state, leader) <= WEAK)


@choices(SCATTERED, _weak_leaders)
def _one_leader_goes(play: Play[State], power: Power, target: str, chosen: Chosen) -> None:
    lose_leaders(play, play.state.battles[-1].duchy, chosen, "card", regrouped=True)


# Train des Equipages --------------------------------------------------------------------------------

PENDING = (ShareAttrition, TakeAttrition, TakeToll, Maul, LosePieces)
"""Attrition that was rolled and waits for answers."""


def _train(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Losses by attrition, or the plunder of an enemy after a battle (#68)."""
    if moment.window == "attrition_rolled":
        return () if moment.mode == RAID else (ATTRITION,)
    if not state.battles:
        return ()
    battle = state.battles[-1]
    is_due = is_plunder_due(battle) and battle.winner != SIDE_OF[power]
    return (PLUNDER,) if is_due else ()


@answer(TRAIN, _train)
def _train_des_equipages(play: Play[State], power: Power, target: str) -> None:
    if target == PLUNDER:
        lay(play, power, TRAIN, PLUNDER)
        return
    duchies = tuple(dict.fromkeys(step.duchy for step in _pending(play)))
    if len(duchies) > 1:
        play.push(MakeChoices(power, TRAIN, " ".join(sorted(duchies))))
    else:
        _feed(play, power, target, duchies)


def _pending(play: Play[State]) -> list[ShareAttrition | TakeAttrition | TakeToll | Maul | LosePieces]:
    """The losses that wait below the window that is open."""
    found: list[ShareAttrition | TakeAttrition | TakeToll | Maul | LosePieces] = []
    for step in play.agenda[_below_window(play) :: -1]:
        if not isinstance(step, PENDING):
            break
        found.append(step)
    return found


def _below_window(play: Play[State]) -> int:
    windows = [number for number, step in enumerate(play.agenda) if isinstance(step, Window)]
    return windows[-1] - 1


def _fed(state: State, power: Power, target: str, chosen: Chosen) -> tuple[str, ...]:
    return () if chosen else tuple(target.split())


@choices(TRAIN, _fed)
def _feed(play: Play[State], power: Power, target: str, chosen: Chosen) -> None:
    """All losses by attrition in one duchy are cancelled (#68)."""
    last = _below_window(play)
    first = last - len(_pending(play)) + 1

    def stays(number: int, step: Step) -> bool:
        is_pending = first <= number <= last and isinstance(step, PENDING)
        return not (is_pending and isinstance(step, PENDING) and step.duchy in chosen)

    play.agenda[:] = [step for number, step in enumerate(play.agenda) if stays(number, step)]


@card_table.no_plunder(TRAIN)
def _no_plunder(state: State, fight: Fight, laid: Laid, side: Side) -> bool:
    return side != helped(laid)


# Baggage Train Captured -----------------------------------------------------------------------------


def _after_victory(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """An army was routed or eliminated (#75)."""
    return ("",) if is_plunder_due(state.battles[-1]) else ()


@answer("baggage_train_captured", _after_victory)
def _baggage_train_captured(play: Play[State], power: Power, target: str) -> None:
    """The victor gains a Resource and draws a card, whoever played it (#75, C-7)."""
    battle = play.state.battles[-1]
    assert battle.winner is not None, "somebody has won"
    victor = chief(play.state, battle.duchy, battle.winner)
    draw_card(play, victor)
    gain_booty(play, victor, battle.duchy, BOOTY)


# The Rifle Brigade --------------------------------------------------------------------------------


def _in_range(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Where a French formation with or beside a British one moves or begins to fight (#95)."""
    if moment.window == "entry":
        return _led_by_card(state)
    duchies = WHERE[moment.window](state)
    return tuple(duchy for duchy in dict.fromkeys(duchies) if _may_be_shot_at(state, duchy))


def _led_by_card(state: State) -> tuple[str, ...]:
    """The French whom a card leads are seen as they enter, and move from where they were (#44, #109)."""
    arrival = state.arrivals[-1]
    is_unseen = SIDE_OF[arrival.power] == "french" and not is_paid_march(state)
    if not is_unseen or arrival.start is None:
        return ()
    return (arrival.duchy,) if _is_near_the_british(state, arrival.start) else ()


def _may_be_shot_at(state: State, duchy: str) -> bool:
    return _is_near_the_british(state, duchy) and has_formation(state, duchy, "french")


def _is_near_the_british(state: State, duchy: str) -> bool:
    return any(has_pieces(state, each, "britain") for each in (duchy, *state.facts.adjacent[duchy]))


def _moving_from(state: State) -> tuple[str, ...]:
    """Where the march that was announced begins; none where an answer has stopped it already (#67)."""
    impulse = state.impulse
    if impulse is None or SIDE_OF[impulse.power] != "french":
        return ()
    kind, subject, *_ = (*impulse.announced, "", "")
    if kind == "MoveCounter":
        return (subject,)
    moves = kind == "MoveArmy" and not state.leaders[subject].marked
    start = state.leaders[subject].duchy if moves else None
    return () if start is None else (start,)


def _sailing_from(state: State) -> tuple[str, ...]:
    """A voyage is movement as well (14.2, #103)."""
    impulse = state.impulse
    is_theirs = impulse is not None and SIDE_OF[impulse.power] == "french"
    return impulse.announced[1:2] if impulse is not None and is_theirs else ()


def _trying_from(state: State) -> tuple[str, ...]:
    attempts = state.arrivals[-1].attempts
    return tuple(each.path[0] for each in attempts if SIDE_OF[each.power] == "french")


def _besieging(state: State) -> tuple[str, ...]:
    siege = state.siege
    return (siege.duchy,) if siege is not None and SIDE_OF[siege.power] == "french" else ()


WHERE: dict[str, Callable[[State], tuple[str, ...]]] = {
    "cp_spent": _moving_from,
    "intercept_declared": _trying_from,
    "evade_declared": _trying_from,
    "battle_round_start": lambda state: (state.battles[-1].duchy,),
    "siege_round_start": _besieging,
    CONVOY: _sailing_from,
}
card_table.also_in(RIFLES)(("entry", CONVOY))


def _movers(play: Play[State], window: str, target: str) -> tuple[Part, ...]:
    """The French who try to move from there; nobody if they are about to fight, who do so all together."""
    if window == "cp_spent":
        march = next(step for step in reversed(play.agenda) if isinstance(step, CarryOut))
        first = march.draft[0]
        return (Part(march.power, first.sp),) if isinstance(first, MoveCounter) else parts_of(march.draft)
    if window == CONVOY:
        sail = next(step for step in reversed(play.agenda) if isinstance(step, Sail))
        return (Part(sail.power, sail.load.sp, sail.load.leaders),)
    if window == "entry":
        return parts_at(play.state, target, play.state.arrivals[-1].parts)
    if window not in ("intercept_declared", "evade_declared"):
        return ()
    attempts = (each for each in play.state.arrivals[-1].attempts if each.path[0] == target)
    trying = [part for each in attempts for part in parts_left(play.state, each)]
    powers = dict.fromkeys(part.power for part in trying)
    return tuple(_whole(each, [part for part in trying if part.power == each]) for each in powers)


def _whole(power: Power, parts: Sequence[Part]) -> Part:
    """All pieces of the power who try, each for itself or together."""
    leaders = tuple(leader for part in parts for leader in part.leaders)
    return Part(power, sum(part.sp for part in parts), leaders)


@answer(RIFLES, _in_range)
def _the_rifle_brigade(play: Play[State], power: Power, target: str) -> None:
    """Attrition into the Regroup Box that counts in the battle or siege about to be fought (#95, C-95)."""
    window, before = window_of(play), target
    if window == "cp_spent" and play.state.impulse is not None:
        before = play.state.impulse.announced[2]
    elif window in ("intercept_declared", "evade_declared"):
        before = play.state.arrivals[-1].duchy
    movers = _movers(play, window, target)
    maul(play, "french", target, RIFLES, regrouped=True, before=before, movers=movers)
