"""Answers in battle that are about cards and dice: cavalry, charges, cards taken back (5.2, 11.1)."""

from domain.kernel.agenda import Play
from domain.wellington.battle.battle import harm, strike
from domain.wellington.battle.battle_losses import LosePieces
from domain.wellington.battle.dice import pieces_of_side
from domain.wellington.battle.harm_in_battle import fell, maul, window_of
from domain.wellington.cards.battles import IS_WON
from domain.wellington.events.battle import (
    CardSettled,
    CardStruck,
    CardTurned,
    DiceAdded,
    DisorganisedFell,
    SoldiersRallied,
)
from domain.wellington.facts.world import (
    NATIONAL_CARDS,
    NUMBER_OF,
    OTHER_SIDE,
    POWERS_OF,
    SIDE_OF,
    Power,
    Side,
)
from domain.wellington.movement.groups import commander
from domain.wellington.playing.laid_cards import lay, under_way
from domain.wellington.playing.responses import announced, turn_announced
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import battle_value, helped, pooled
from domain.wellington.position.card_table import BATTLE_CARDS, Fight, Moment, answer
from domain.wellington.position.conflict import Battle, Laid
from domain.wellington.position.state import Lasting, State, changed, leaders_of, seat_of

SQUARE, BRIGADE, LANCERS = "form_square", "the_cavalry_brigade", "lancers"
DRAGOONS, CUIRASSIERS = "dragoons", "cuirassier_charge"
GUARD, GRENADIER = "young_guard", "i_was_a_grenadier_before_i_was_a_marshal"
GRENADIERS, TRAITORS = "massed_grenadiers", "traitors"
CANCEL, DICE, RETREAT, CHARGE = "cancel", "dice", "retreat", "charge"
SIDES: tuple[Side, Side] = ("allied", "french")
PURSUIT = 3
HITS, HEALS = (5, 6), (3, 4)


def _enemy(power: Power) -> Side:
    return OTHER_SIDE[SIDE_OF[power]]


def _is_hostile(power: Power, moment: Moment) -> bool:
    """Was the card that was just announced played by the other side?"""
    return moment.by is not None and SIDE_OF[moment.by] != SIDE_OF[power]


def _enemy_cards(state: State, power: Power) -> tuple[Laid, ...]:
    """The enemy's battle cards in play in the fight."""
    card, lying = state.facts.card, under_way(state).cards
    return tuple(each for each in lying if card[each.card].is_battle_card and helped(each) == _enemy(power))


def _lies(battle: Fight, card: str) -> bool:
    return any(laid.card == card for laid in battle.cards)


def _hits(face: int) -> float:
    return float(face in HITS)


# Form Square ------------------------------------------------------------------------------------


def _squares(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The side that it helps (C-1); against Lancers just played, to cancel them (#61)."""
    if not moment.card:
        return SIDES
    if not _is_hostile(power, moment) or moment.mode == "points":
        return ()
    if moment.card == LANCERS:
        return (CANCEL,)
    return (SIDE_OF[power],) if moment.card in (BRIGADE, DRAGOONS, CUIRASSIERS) else ()


@answer(SQUARE, _squares)
def _form_square(play: Play[State], power: Power, target: str) -> None:
    """Enemy cavalry cards have no effect for the rest of the impulse; dice that lie there stay (#1, C-1)."""
    if not play.state.battles:
        return
    battle = play.state.battles[-1]
    enemy = _against(Lasting(SQUARE, power, target))
    for laid in battle.cards:
        if laid.card == LANCERS and helped(laid) == enemy:
            play.record(CardStruck(battle.duchy, LANCERS, SQUARE))


def _against(square: Lasting) -> Side:
    """The side whose cavalry cards have no effect."""
    return next((OTHER_SIDE[side] for side in SIDES if side == square.target), _enemy(square.power))


def _is_void(state: State, side: Side) -> bool:
    """Have the cavalry cards of the side no effect in this impulse?"""
    return any(each.card == SQUARE and _against(each) == side for each in state.lasting)


def _rating_bonus(state: State, battle: Battle, side: Side) -> int:
    """What Dragoons add to the battle value of the side's commander (#106)."""
    leader = commander(state, battle.duchy, side)
    if leader is None:
        return 0
    without = changed(state, lasting=tuple(each for each in state.lasting if each.card != DRAGOONS))
    return battle_value(state, leader) - battle_value(without, leader)


@card_table.dice(SQUARE)
def _no_rating_bonus(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    """Dragoons raise no battle value against the squares (#1)."""
    is_met = isinstance(fight, Battle) and _is_void(state, side)
    return -_rating_bonus(state, fight, side) if is_met and isinstance(fight, Battle) else 0


# The Cavalry Brigade ------------------------------------------------------------------------------


def _brigade(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Two dice, an enemy battle card (just played, too), or a retreat instead of a rout (#2).

    A rout of the other side is named by it.
    """
    if moment.card and moment.mode != "battle":
        return ()
    battle = state.battles[-1]
    if any(laid.card == LANCERS and helped(laid) == _enemy(power) for laid in battle.cards):
        return ()
    if moment.card:
        return (CANCEL,) if _is_hostile(power, moment) else ()
    cards = tuple(laid.card for laid in _enemy_cards(state, power))
    if moment.window == "battle_round_start":
        return cards if _is_void(state, SIDE_OF[power]) else (DICE, *cards)
    assert battle.winner is not None, "the result is known"
    return (RETREAT if battle.winner == _enemy(power) else OTHER_SIDE[battle.winner], *cards)


@answer(BRIGADE, _brigade)
def _the_cavalry_brigade(play: Play[State], power: Power, target: str) -> None:
    lay(play, power, BRIGADE, target)


@card_table.silences(BRIGADE)
def _brigade_silences(laid: Laid) -> str:
    """The battle card that it was played on (#2, #61)."""
    return laid.target


@card_table.dice(BRIGADE)
def _brigade_dice(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    rides = laid.target == DICE and side == helped(laid) and laid.round == fight.round
    return 2 * (rides and not _is_void(state, side))


@card_table.rout(BRIGADE)
def _brigade_covers(state: State, battle: Battle, laid: Laid, side: Side) -> card_table.Mercy:
    is_covered = laid.target == side or (laid.target == RETREAT and side == helped(laid))
    return "retreat" if is_covered else None


# Lancers ----------------------------------------------------------------------------------------


def _lancers_ride(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """A rout needs one hit more or less (C-61); not against squares (#1)."""
    return () if _is_void(state, SIDE_OF[power]) else ("raise", "lower")


@answer(LANCERS, _lancers_ride)
def _lancers(play: Play[State], power: Power, target: str) -> None:
    """The Cavalry Brigade has no effect any more, whatever it was (#61)."""
    lay(play, power, LANCERS, target)
    battle = play.state.battles[-1]
    if _lies(battle, BRIGADE):
        play.record(CardStruck(battle.duchy, BRIGADE, LANCERS))


@card_table.margin(LANCERS)
def _lancers_margin(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    return 1 if laid.target == "raise" else -1


@card_table.plunder(LANCERS)
def _lancers_plunder(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    """The winner, whoever he is, adds 2 (#61)."""
    return 2


@card_table.work(LANCERS, "beaten")
def _lancers_pursue(play: Play[State], laid: Laid) -> None:
    """Attrition of the routed enemies who are left (#61)."""
    battle = play.state.battles[-1]
    loser = OTHER_SIDE[helped(laid)]
    if battle.is_rout and battle.winner == helped(laid) and pieces_of_side(play.state, battle.duchy, loser):
        maul(play, loser, battle.duchy, LANCERS, "attrition", counts=False)


# Dragoons, cuirassiers ----------------------------------------------------------------------------


@card_table.work(DRAGOONS, "won")
def _dragoons_pursue(play: Play[State], laid: Laid) -> None:
    """Three dice after a victory of an army with their leader; each 5 or 6 is one more loss (#106, C-106)."""
    state = play.state
    battle = state.battles[-1]
    is_there = state.leaders[laid.target].duchy == battle.duchy
    if battle.winner != "french" or not is_there or _is_void(state, "french"):
        return
    dice = play.roll(seat_of(state, laid.power), PURSUIT, 6, "pursuit", "#106", score=_hits)
    harm(play, POWERS_OF["allied"], sum(face in HITS for face in dice))


def _cuirassiers(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Dice in the round that begins, or the charge after a round drawn or won alone (#107, C-107)."""
    if _is_void(state, "french"):
        return ()
    if moment.window == "battle_round_start":
        return (DICE,)
    return (CHARGE,) if _may_charge(state.battles[-1]) else ()


def _may_charge(battle: Battle) -> bool:
    """Have the French drawn or won so far, and are disorganised Allies left?"""
    allied, french = battle.camps["allied"], battle.camps["french"]
    return french.hits <= allied.hits and allied.shaken > 0


@answer(CUIRASSIERS, _cuirassiers)
def _cuirassier_charge(play: Play[State], power: Power, target: str) -> None:
    lay(play, power, CUIRASSIERS, target)


@card_table.dice(CUIRASSIERS)
def _cuirassier_dice(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    rides = laid.target == DICE and side == "french" and laid.round == fight.round
    return 2 * (rides and not _is_void(state, "french"))


@card_table.work(CUIRASSIERS, "round_over")
def _cuirassiers_charge(play: Play[State], laid: Laid) -> None:
    """As many disorganised Allies as the die says are eliminated; the hits stay what they are (C-107)."""
    battle = play.state.battles[-1]
    if laid.round != battle.round or not _may_charge(battle) or _is_void(play.state, "french"):
        return
    (die,) = play.roll(seat_of(play.state, laid.power), 1, 6, "charge", "#107")
    fallen = min(die, battle.camps["allied"].shaken)
    play.record(DisorganisedFell(battle.duchy, "allied", fallen))
    play.push(LosePieces(battle.duchy, POWERS_OF["allied"], fallen, "card"))


# Cards taken back -------------------------------------------------------------------------------


def _in_the_fog(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """A battle card, or an answer given in a battle or siege, of another power (#42, C-42)."""
    if moment.by == power:
        return ()
    fights = bool(state.battles) or state.siege is not None
    return (CANCEL,) if moment.mode in ("battle", "siege") or (moment.mode == "response" and fights) else ()


@answer("fog_of_war", _in_the_fog)
def _fog_of_war(play: Play[State], power: Power, target: str) -> None:
    """It does nothing but cancel."""


AT_ONCE = ("call_for_reinforcements", "concentration_of_force", "conscripts")
"""Battle cards whose whole benefit comes as they are played."""
FOR_BOTH = ("thunder_lightning",)
"""Battle cards that do the same to either side."""
ONE_ROUND = (
    "rush_to_the_aid", "cold_steel", "forlorn_hope", "artillery_duel", "skirmish_screen", "fortified_village",
    "gain_the_heights", "sappers_pioneers", "twelve_pounders",
)  # fmt: skip
"""Battle cards that do nothing after the round in which they were laid."""


def _flanks(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """An enemy battle card as it is played, or one in play whose benefit is still to come (#55, C-55).

    As it is played it is turned on what the power chooses for it; without such a thing it is cancelled, as a
    national one is.
    """
    if not moment.card:
        fight = under_way(state)
        return tuple(laid.card for laid in _enemy_cards(state, power) if _is_to_come(fight, laid))
    if moment.mode not in ("battle", "siege") or not _is_hostile(power, moment) or moment.card in FOR_BOTH:
        return ()
    if moment.card in NATIONAL_CARDS:
        return (CANCEL,)
    as_played = Moment("battle_round_start" if moment.mode == "battle" else "siege_round_start")
    return BATTLE_CARDS[moment.card].targets(state, power, as_played) or (CANCEL,)


def _is_to_come(fight: Fight, laid: Laid) -> bool:
    """May the card still do something for the side that it helps (5.2)?"""
    if laid.card in (*AT_ONCE, *FOR_BOTH):
        return False
    has_been_used = laid.card in ONE_ROUND or (laid.card == GRENADIERS and bool(laid.target))
    return laid.round == fight.round or not has_been_used


@answer("outflanked", _flanks)
def _outflanked(play: Play[State], power: Power, target: str) -> None:
    """A national card is discarded, another helps the other side now; a duel it wins at once (#55).

    What a card has done already it has done (5.2): a soldier who came stays, and of the attrition by Traitors
    the other side has no dice.
    """
    duchy, played = under_way(play.state).duchy, announced(play)
    card = target if played is None else played.card
    if card in NATIONAL_CARDS:
        play.record(CardStruck(duchy, card, "outflanked"))
        return
    play.record(CardTurned(duchy, card, power))
    is_duel = NUMBER_OF[card] in _decided_at_once(play.state)
    if played is not None:
        turn_announced(play, power, IS_WON if is_duel else target)
    elif is_duel:
        play.record(CardSettled(duchy, card, IS_WON))
    elif card == TRAITORS:
        play.record(CardSettled(duchy, card, "0"))


def _decided_at_once(state: State) -> tuple[int, ...]:
    numbers = state.facts.card["outflanked"].params["auto_win"]
    assert isinstance(numbers, list)
    return tuple(numbers)


# Young Guard, the Marshal who was a Grenadier -------------------------------------------------------


def _led_by_french(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    duchy = state.battles[-1].duchy
    return ("",) if any(leaders_of(state, duchy, each) for each in POWERS_OF["french"]) else ()


@answer(GUARD, _led_by_french)
def _young_guard(play: Play[State], power: Power, target: str) -> None:
    """Three dice more; each 4 takes back a disorganisation when all have struck (#99, C-99)."""
    count = pooled(play.state, play.state.battles[-1], "french", 3)
    dice = play.roll(seat_of(play.state, power), count, 6, "card_dice", "#99", score=_hits)
    play.record(DiceAdded(play.state.battles[-1].duchy, "french", GUARD, dice))
    lay(play, power, GUARD, str(dice.count(4)))


def _own_leaders(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Leaders of the power in the battle who have dice to roll (C-32)."""
    there = leaders_of(state, state.battles[-1].duchy, power)
    return tuple(leader for leader in there if battle_value(state, leader) > 0)


@answer(GRENADIER, _own_leaders)
def _i_was_a_grenadier(play: Play[State], power: Power, target: str) -> None:
    """Dice equal to his battle value hit and rally; with a 1 he falls (#32, C-32)."""
    battle, side, window = play.state.battles[-1], SIDE_OF[power], window_of(play)
    count = pooled(play.state, battle, side, battle_value(play.state, target))
    dice = play.roll(seat_of(play.state, power), count, 6, "card_dice", "#32", score=_hits)
    if window == "battle_round_end":
        strike(play, OTHER_SIDE[side], dice, is_late=True)
    else:
        play.record(DiceAdded(battle.duchy, side, GRENADIER, dice))
    healed = sum(face in HEALS for face in dice)
    if window == "battle_dice":
        lay(play, power, GRENADIER, str(healed))
    else:
        _rally(play, side, healed)
    if 1 in dice:
        fell(play, target, regrouped=True)


card_table.keeps_away(GRENADIER)(True)
card_table.stands_in(GRENADIER)(4)


@card_table.work(GUARD, "struck")
@card_table.work(GRENADIER, "struck")
def _heal(play: Play[State], laid: Laid) -> None:
    """Disorganisations of this round are taken back, too."""
    if laid.round and laid.round == play.state.battles[-1].round:
        _rally(play, helped(laid), int(laid.target))


def _rally(play: Play[State], side: Side, most: int) -> None:
    battle = play.state.battles[-1]
    amount = min(most, battle.camps[side].disorganised)
    if amount:
        play.record(SoldiersRallied(battle.duchy, side, amount))
