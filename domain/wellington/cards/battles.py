"""Battle cards: what each does while it lies in a battle or siege (5.3, 11.1)."""

from collections.abc import Callable

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.wellington.battle.battle import harm, is_far_behind, strike
from domain.wellington.battle.dice import nationality, pieces_of, pieces_of_side
from domain.wellington.battle.plunder import is_plunder_due
from domain.wellington.events.battle import (
    CardSettled,
    CardStruck,
    DiceAdded,
    DuelFought,
    HitsScored,
    SoldiersDisorganised,
)
from domain.wellington.events.cards import CardBackInHand, EffectBound
from domain.wellington.events.sieges import SiegeReinforced
from domain.wellington.facts.world import OTHER_SIDE, POWER_OF, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.losses.raids import attrition_by_card, parts_there
from domain.wellington.movement.groups import chief, commander
from domain.wellington.placing.placing import place_by_card
from domain.wellington.playing.choices import MakeChoices
from domain.wellington.playing.laid_cards import under_way
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.card_changes import battle_value, helped
from domain.wellington.position.card_table import (
    Chosen,
    Faces,
    Fight,
    Moment,
    Targets,
    Verdict,
    battle_card,
    choices,
)
from domain.wellington.position.conflict import Battle, Laid, Part, Siege
from domain.wellington.position.state import State, is_played_on, leaders_of, seat_of
from domain.wellington.siege.siege_dice import losses_of_round, reckoned
from domain.wellington.siege.sieges import besieging_part, is_overrun

BATTLE, SIEGE = "battle_round_start", "siege_round_start"
NOTHING = 1
"""A face that does nothing."""
WELLINGTON = "wellington"
THUNDER, CAUTIOUS = "thunder_lightning", "cautious_generals"
IS_WON = "won"
"""The target of a duel that a card has decided without dice (#55)."""


def _lies_there(play: Play[State], power: Power, target: str) -> None:
    """The card works by the answers below."""


def _battle_card(card: str, targets: Targets) -> None:
    battle_card(card, targets)(_lies_there)


def _in(*windows: str, first_round: bool = False) -> Targets:
    """Playable in these windows, on nothing in particular; perhaps in the first round alone."""

    def targets(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
        fits = moment.window in windows and not (first_round and under_way(state).round > 1)
        return ("",) if fits else ()

    return targets


def _is_now(fight: Fight, laid: Laid) -> bool:
    """Is this the round in which the card was laid?"""
    return fight.round == laid.round


def _friendly_leaders(*windows: str, first_round: bool = False) -> Targets:
    """The leaders of the power's side in the fight."""
    fits = _in(*windows, first_round=first_round)

    def targets(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
        if not fits(state, power, moment):
            return ()
        fight, powers = under_way(state), POWERS_OF[SIDE_OF[power]]
        there = (leader for each in powers for leader in leaders_of(state, fight.duchy, each))
        return tuple(leader for leader in there if card_changes.leads(state, fight, leader))

    return targets


# More dice --------------------------------------------------------------------------------------


def _more(card: str, count: int, *, every_round: bool = False) -> None:
    """So many dice more for the side that the card helps."""

    @card_table.dice(card)
    def dice(state: State, fight: Fight, laid: Laid, side: Side) -> int:
        return count * (side == helped(laid) and (every_round or _is_now(fight, laid)))


@battle_card("rush_to_the_aid", _friendly_leaders(BATTLE))
def _rush_to_the_aid(play: Play[State], power: Power, target: str) -> None:
    """A strength point of the leader's power joins, beside a die for his side in this round (#12)."""
    duchy = under_way(play.state).duchy
    place_by_card(play, POWER_OF[target], duchy, 1, "rush_to_the_aid", arrives=False)


_more("rush_to_the_aid", 1)


@battle_card("conscripts", _friendly_leaders(BATTLE, SIEGE, first_round=True))
def _conscripts(play: Play[State], power: Power, target: str) -> None:
    """Two strength points of the leader's power join at once (#73, C-73)."""
    fight = under_way(play.state)
    if isinstance(fight, Siege) and fight.power == POWER_OF[target]:
        play.push(JoinSiege(2))
    place_by_card(play, POWER_OF[target], fight.duchy, 2, "conscripts", arrives=False)


class JoinSiege(Step, frozen=True):
    """Soldiers of the besieger who have come take part in the siege (#73)."""

    sp: int

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        siege = play.state.siege
        assert siege is not None
        play.record(SiegeReinforced(siege.duchy, self.sp))
        return None


def _of_spaniards(*windows: str) -> Targets:
    """Spain takes part: with a piece there, or as the owner of the fortress (C-87)."""
    fits = _in(*windows)

    def targets(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
        return fits(state, power, moment) if card_changes.takes_part(state, under_way(state), "spain") else ()

    return targets


_battle_card("militia", _of_spaniards(BATTLE))
_more("militia", 2, every_round=True)


@card_table.denied("militia")
def _no_overrun_over_militia(state: State, fight: Fight, laid: Laid, side: Side) -> bool:
    """The French have no benefit of an overrun (#87)."""
    return side != helped(laid)


_battle_card("the_wild_geese", _of_spaniards(BATTLE, SIEGE))
_more("the_wild_geese", 2)


@card_table.at_home("the_wild_geese")
def _stay_for_the_booty(state: State, fight: Fight, laid: Laid, side: Side) -> bool:
    """No Spanish attrition for a Resource (#91, 11.11)."""
    return True


_battle_card("bloody_bagpipes", _in(BATTLE))
_more("bloody_bagpipes", 2)


@card_table.rout("bloody_bagpipes")
def _bagpipes_cover(state: State, battle: Battle, laid: Laid, side: Side) -> card_table.Mercy:
    """A rout of the Allies becomes a retreat (#96)."""
    return "retreat" if side == helped(laid) else None


@card_table.plunder("bloody_bagpipes")
def _bagpipes_plunder(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    return 3 * (side == helped(laid))


# Fives and sixes that count less ------------------------------------------------------------------


def _without(rolled: Faces, face: int, most: int, becomes: int = NOTHING) -> Faces:
    """The dice with at most so many of this face turned into another."""
    left, found = most, []
    for each in rolled:
        if each == face and left:
            left -= 1
            each = becomes
        found.append(each)
    return tuple(found)


def _steady(card: str, fives: int) -> None:
    """So many disorganisations of the side that the card helps are ignored in the round it was laid."""

    @card_table.faces(card)
    def faces(state: State, fight: Fight, laid: Laid, side: Side, rolled: Faces) -> Faces:
        is_helped = side == helped(laid) and _is_now(fight, laid)
        return _without(rolled, 5, fives - laid.used) if is_helped else rolled

    card_table.few(card)(True)


_steady("the_wild_geese", 1)
_steady("bloody_bagpipes", 2)
_steady("field_fortifications", 2)


def _good_ground(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Not again in the impulse in which it came back to the hand (#97)."""
    is_spent = state.impulse is not None and "damned_good_ground" in state.impulse.spent
    return () if is_spent or moment.window != BATTLE else ("",)


@battle_card("damned_good_ground", _good_ground)
def _damned_good_ground(play: Play[State], power: Power, target: str) -> None:
    """It is seen now whether Wellington commands (#97)."""
    duchy = under_way(play.state).duchy
    if commander(play.state, duchy, SIDE_OF[power]) == WELLINGTON:
        play.record(CardSettled(duchy, "damned_good_ground", WELLINGTON))


@card_table.faces("damned_good_ground")
def _behind_the_crest(state: State, fight: Fight, laid: Laid, side: Side, rolled: Faces) -> Faces:
    """In every round half of the sixes, rounded up, become fives (#97, C-97)."""
    if side != helped(laid):
        return rolled
    return _without(rolled, 6, card_changes.halved(rolled.count(6)), becomes=5)


@card_table.work("damned_good_ground", "aftermath")
def _ground_kept(play: Play[State], laid: Laid) -> None:
    """Under Wellington it comes back after a French army was routed or eliminated (#97)."""
    battle = play.state.battles[-1]
    if battle.winner == helped(laid) and is_plunder_due(battle) and laid.target == WELLINGTON:
        play.record(CardBackInHand(laid.power, laid.card))


def _village(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Fewer dice for the attacker, or softer hits (#30, C-30)."""
    fits = moment.window == BATTLE and under_way(state).round == 1
    return ("fewer_dice", "softer_hits") if fits else ()


_battle_card("fortified_village", _village)


@card_table.dice("fortified_village")
def _village_dice(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    return -3 * (laid.target == "fewer_dice" and side != helped(laid) and _is_now(fight, laid))


@card_table.faces("fortified_village")
def _village_hits(state: State, fight: Fight, laid: Laid, side: Side, rolled: Faces) -> Faces:
    """Two hits are softened one step, eliminations before disorganisations (#30)."""
    if laid.target != "softer_hits" or side != helped(laid) or not _is_now(fight, laid):
        return rolled
    most = 2 - laid.used
    sixes, fives = min(most, rolled.count(6)), min(most, rolled.count(5))
    spared = _without(rolled, 5, min(fives, most - sixes))
    return _without(spared, 6, sixes, becomes=5)


card_table.few("fortified_village")(True)


# Dice rolled apart --------------------------------------------------------------------------------

_battle_card("cold_steel", _in(BATTLE))
HURT = "hurt"


def _roll_apart(play: Play[State], laid: Laid, count: int) -> tuple[int, ...]:
    """These dice are halved like all others of the battle (#81, C-81)."""
    state = play.state
    dice = card_changes.pooled(state, state.battles[-1], helped(laid), count)
    seat = seat_of(state, laid.power)
    return play.roll(seat, dice, 6, "card_dice", f"#{laid.card}", lambda face: float(face >= 5))


@card_table.work("cold_steel", "before_dice")
def _cold_steel(play: Play[State], laid: Laid) -> None:
    """Three dice of its own; a one among them costs an elimination (#14, C-14)."""
    battle = play.state.battles[-1]
    if not _is_now(battle, laid):
        return
    dice = _roll_apart(play, laid, 3)
    play.record(DiceAdded(battle.duchy, helped(laid), laid.card, dice))
    if 1 in dice:
        play.record(CardSettled(battle.duchy, laid.card, HURT))


@card_table.work("cold_steel", "round_over")
def _cold_steel_hurts(play: Play[State], laid: Laid) -> None:
    if laid.target == HURT and _is_now(play.state.battles[-1], laid):
        harm(play, POWERS_OF[helped(laid)], 1)


_battle_card("twelve_pounders", _in(BATTLE))


@card_table.work("twelve_pounders", "before_dice")
def _twelve_pounders(play: Play[State], laid: Laid) -> None:
    """Four dice strike before the round; what they hit does not roll in it (#110, C-110)."""
    if _is_now(play.state.battles[-1], laid):
        strike(play, OTHER_SIDE[helped(laid)], _roll_apart(play, laid, 4))


# Duels ------------------------------------------------------------------------------------------

_battle_card("artillery_duel", _in(BATTLE, first_round=True))
_battle_card("skirmish_screen", _in(BATTLE, first_round=True))
_battle_card("gain_the_heights", _in(BATTLE, first_round=True))


def _duel(
    play: Play[State], laid: Laid, bonus: Callable[[Side], int], on_tie: Callable[[], Side | None]
) -> Side:
    """A die for each side, 2 added for the card's; rolled again while a tie has no winner (C-28)."""
    if laid.target == IS_WON:
        return helped(laid)
    battle = play.state.battles[-1]
    own, enemy = helped(laid), OTHER_SIDE[helped(laid)]
    while True:
        dice: dict[Side, int] = {}
        for side in (own, enemy):
            seat = seat_of(play.state, chief(play.state, battle.duchy, side))
            (dice[side],) = play.roll(seat, 1, 6, "duel", f"#{laid.card}")
        added = {side: bonus(side) + 2 * (side == own) for side in (own, enemy)}
        lead = dice[own] + added[own] - dice[enemy] - added[enemy]
        winner = on_tie() if lead == 0 else own if lead > 0 else enemy
        play.record(DuelFought(battle.duchy, laid.card, dice, added, winner))
        if winner is not None:
            return winner


def _national_bonus(state: State, side: Side) -> int:
    duchy = state.battles[-1].duchy
    return nationality(state, side, {each: pieces_of(state, duchy, each) for each in POWERS_OF[side]})


def _shaken_before_the_battle(play: Play[State], loser: Side) -> None:
    """Two disorganisations that cost dice and count as two hits (#28, #29)."""
    duchy = play.state.battles[-1].duchy
    play.record(HitsScored(duchy, loser, 0, 2))
    play.record(SoldiersDisorganised(duchy, loser, 2))


@card_table.work("artillery_duel", "before_dice")
def _artillery_duel(play: Play[State], laid: Laid) -> None:
    """The French win ties, against whomever (#28)."""
    if _is_now(play.state.battles[-1], laid):
        winner = _duel(play, laid, lambda side: _national_bonus(play.state, side), lambda: "french")
        _shaken_before_the_battle(play, OTHER_SIDE[winner])


@card_table.work("skirmish_screen", "before_dice")
def _skirmish_screen(play: Play[State], laid: Laid) -> None:
    """A British side wins ties, a Spanish one loses them (#29)."""

    def on_tie() -> Side:
        return "allied" if _national_bonus(play.state, "allied") else "french"

    if _is_now(play.state.battles[-1], laid):
        winner = _duel(play, laid, lambda side: 0, on_tie)
        _shaken_before_the_battle(play, OTHER_SIDE[winner])


@card_table.work("gain_the_heights", "before_dice")
def _gain_the_heights(play: Play[State], laid: Laid) -> None:
    """Half of each leader's battle value is added; the card wins ties; the winner has a choice (#58)."""
    battle = play.state.battles[-1]
    if not _is_now(battle, laid):
        return

    def bonus(side: Side) -> int:
        leader = commander(play.state, battle.duchy, side)
        return 0 if leader is None else card_changes.halved(battle_value(play.state, leader))

    winner = _duel(play, laid, bonus, lambda: helped(laid))
    play.push(MakeChoices(chief(play.state, battle.duchy, winner), "gain_the_heights", winner))


DICE = "dice"


def _heights(state: State, power: Power, target: str, chosen: Chosen) -> tuple[str, ...]:
    """Three dice, or a battle card of the enemy (#58)."""
    facts = state.facts
    if chosen:
        return ()
    cards = (laid.card for laid in state.battles[-1].cards if helped(laid) != target)
    return (DICE, *(card for card in cards if facts.card[card].is_battle_card))


@choices("gain_the_heights", _heights)
def _heights_gained(play: Play[State], power: Power, target: str, chosen: Chosen) -> None:
    duchy = play.state.battles[-1].duchy
    for each in chosen:
        if each == DICE:
            play.record(CardSettled(duchy, "gain_the_heights", f"{DICE} {target}"))
        else:
            play.record(CardStruck(duchy, each, "gain_the_heights"))


@card_table.dice("gain_the_heights")
def _heights_dice(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    return 3 * (laid.target == f"{DICE} {side}" and _is_now(fight, laid))


# Traitors ---------------------------------------------------------------------------------------


@battle_card("traitors", _in(BATTLE, first_round=True))
def _traitors(play: Play[State], power: Power, target: str) -> None:
    """Attrition of the enemy, which counts no hits; each loss is a die in every round (#60, C-60)."""
    enemy, duchy = OTHER_SIDE[SIDE_OF[power]], under_way(play.state).duchy
    play.push(CountTraitors(enemy, pieces_of_side(play.state, duchy, enemy)))
    attrition_by_card(play, duchy, enemy, "traitors")


class CountTraitors(Step, frozen=True):
    """How many pieces the enemy has lost to them."""

    side: Side
    before: int

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        duchy = under_way(play.state).duchy
        lost = self.before - pieces_of_side(play.state, duchy, self.side)
        play.record(CardSettled(duchy, "traitors", str(lost)))
        return None


@card_table.dice("traitors")
def _traitors_dice(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    return int(laid.target) if laid.target and side == helped(laid) else 0


# Massed Grenadiers ------------------------------------------------------------------------------

_battle_card("massed_grenadiers", _in(BATTLE, SIEGE))
_more("massed_grenadiers", 1)
USED = "used"


@card_table.work("massed_grenadiers", "round_over")
def _tied_round(play: Play[State], laid: Laid) -> None:
    """Its player may choose who has won one tied round of a battle; a siege goes on once (#70, C-70)."""
    fight = under_way(play.state)
    if laid.target:
        return
    if isinstance(fight, Siege):
        result = reckoned(play.state, fight)
        if result.sixes == losses_of_round(fight, result):
            play.record(CardSettled(fight.duchy, "massed_grenadiers", str(fight.round)))
    elif fight.camps["allied"].hits == fight.camps["french"].hits:
        play.push(MakeChoices(laid.power, "massed_grenadiers"))


def _who_won(state: State, power: Power, target: str, chosen: Chosen) -> tuple[str, ...]:
    return () if chosen else (SIDE_OF[power], OTHER_SIDE[SIDE_OF[power]], "nobody")


@choices("massed_grenadiers", _who_won)
def _tie_decided(play: Play[State], power: Power, target: str, chosen: Chosen) -> None:
    """The chosen side has scored one hit more (C-70)."""
    duchy = play.state.battles[-1].duchy
    for side in POWERS_OF:
        if chosen == (side,):
            play.record(HitsScored(duchy, OTHER_SIDE[side], 0, 1))
            play.record(CardSettled(duchy, "massed_grenadiers", f"{USED} {side}"))


@card_table.conceded("massed_grenadiers")
def _won_by_choice(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    """The hit that tells who has won the tied round was suffered by nobody (C-70)."""
    return int(laid.target == f"{USED} {OTHER_SIDE[side]}")


@card_table.another_round("massed_grenadiers")
@card_table.round_beyond("massed_grenadiers")
def _after_a_tie(state: State, fight: Fight, laid: Laid, side: Side) -> bool:
    """After the first siege round that is tied another one, beyond the last if need be (C-70)."""
    return isinstance(fight, Siege) and side == helped(laid) and laid.target == str(fight.round)


# Field Fortifications -----------------------------------------------------------------------------

_battle_card("field_fortifications", _in(BATTLE, first_round=True))


@card_table.verdict("field_fortifications")
def _held_the_field(state: State, battle: Battle, laid: Laid, found: Verdict) -> Verdict:
    """The enemy retreats after the round, unless the fortified side is routed or gone (#74, C-74)."""
    own = helped(laid)
    gone = pieces_of_side(state, battle.duchy, own) == 0
    if not _is_now(battle, laid) or gone or is_far_behind(state, battle, own):
        return found
    return own


@card_table.denied("field_fortifications")
def _no_overrun_of_works(state: State, fight: Fight, laid: Laid, side: Side) -> bool:
    return side != helped(laid)


@card_table.plunder("field_fortifications")
def _works_plundered(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    return -2 * (side != helped(laid))


# Thunder & Lightning --------------------------------------------------------------------------------


def _storm_at(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The duchy of the fight, in its first round (#81)."""
    fits = moment.window in (BATTLE, SIEGE) and under_way(state).round == 1
    return (under_way(state).duchy,) if fits else ()


_battle_card(THUNDER, _storm_at)


def _storms_here(state: State, fight: Fight, laid: Laid) -> bool:
    """The card lies on the duchy for the impulse; as laid in the fight it counts only once (C-81)."""
    return laid.round == 0 and laid.target == fight.duchy


@card_table.work(THUNDER, "aftermath")
def _storm_binds(play: Play[State], laid: Laid) -> None:
    """Who has overrun the enemy or the fortress stays there until his next impulse (#81, C-81)."""
    for fight in (*play.state.battles[-1:], play.state.siege):
        if fight is not None and is_played_on(play.state, THUNDER, fight.duchy):
            parts = _overrunners(play.state, fight)
            if parts:
                play.record(EffectBound(THUNDER, fight.duchy, parts))


def _overrunners(state: State, fight: Fight) -> tuple[Part, ...]:
    """Whoever has won by an overrun: the army that besieged, or all of the winner's who fought.

    An overrun that Cautious Generals annul was none (#79).
    """
    if isinstance(fight, Siege):
        return (besieging_part(state, fight),) if fight.is_taken and is_overrun(fight) else ()
    is_annulled = any(laid.card == CAUTIOUS for laid in fight.cards)
    if fight.winner is None or not fight.is_overrun or is_annulled:
        return ()
    return parts_there(state, fight.duchy, fight.winner)


@card_table.pool(THUNDER)
def _storm_halves(state: State, fight: Fight, laid: Laid, side: Side, count: int) -> int:
    return card_changes.halved(count) if _storms_here(state, fight, laid) else count


@card_table.rout(THUNDER)
def _storm_covers(state: State, battle: Battle, laid: Laid, side: Side) -> card_table.Mercy:
    return "retreat" if _storms_here(state, battle, laid) else None
