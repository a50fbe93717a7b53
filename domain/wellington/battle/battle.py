"""Battles, step by step: cards, dice, losses, rounds, who wins, rout and what follows (11).

`fight` starts one; the battle at hand is the last of `state.battles` until `BattleEnded`. What cards change
is asked of the card table. Retreats are in `retreat.py`, plunder in `plunder.py`.
"""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.wellington.battle.battle_losses import LosePieces
from domain.wellington.battle.dice import battle_dice, battle_terms, pieces_of_side
from domain.wellington.battle.plunder import RollPlunder
from domain.wellington.battle.retreat import Retreats
from domain.wellington.ending.ending import check
from domain.wellington.events.battle import (
    BattleBegan,
    BattleDecided,
    BattleDiceCounted,
    BattleEnded,
    BattleResolved,
    BattleRolled,
    BattleRoundBegan,
    BattleWon,
    Cause,
    DiceSoftened,
    FormationsMarked,
    HitsScored,
    LeaderCameUp,
    SkirmishCounted,
    SoldiersDisorganised,
)
from domain.wellington.events.points import FlagPlaced
from domain.wellington.facts import CardFact
from domain.wellington.facts.world import OTHER_SIDE, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.movement.groups import chief, leaders_of_side, settle_command
from domain.wellington.orders.battle import LayCard, LayNone, LeaveFlag
from domain.wellington.orders.points import PlaceFlag
from domain.wellington.playing.responses import Window, announce
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.card_table import BATTLE_CARDS, Moment, Verdict, When
from domain.wellington.position.conflict import Battle, Camp
from domain.wellington.position.control import flag_choices, flag_of, is_fortress
from domain.wellington.position.state import State, changed, has_formation, has_pieces, seat_of

LAY_NONE, LEAVE_FLAG = LayNone(), LeaveFlag()
LAYING = Moment("battle_round_start")
SIDES: tuple[Side, Side] = ("allied", "french")


def fight(play: Play[State], battle: Battle) -> None:
    """Both sides in the duchy fight; camps that are not given are fresh.

    Ends with the battle off `state.battles`, the loser gone, markers, flag and plunder done.
    """
    camps: dict[Side, Camp] = {side: battle.camps.get(side, Camp()) for side in SIDES}
    impulse = play.state.impulse
    if impulse is not None and impulse.rifled_in == battle.duchy:
        french = camps["french"]
        camps = {**camps, "french": changed(french, hits=french.hits + impulse.rifled)}
        play.record(SkirmishCounted(battle.duchy))
    play.record(BattleBegan(changed(battle, camps=camps)))
    for side in SIDES:
        settle_command(play, battle.duchy, side)
    play.push(BeginRound())


def at_hand(state: State) -> Battle:
    """The battle that is fought now."""
    return state.battles[-1]


def standing_sides(state: State, battle: Battle) -> tuple[Side, ...]:
    """The sides that still have a piece in the battle."""
    return tuple(side for side in SIDES if has_formation(state, battle.duchy, side))


class BeginRound(Step, frozen=True):
    """A round: cards of the attacker, cards of the defender, answers, dice (11.1)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        battle = at_hand(play.state)
        led = tuple(side for side in SIDES if leaders_of_side(play.state, battle.duchy, side))
        play.record(BattleRoundBegan(battle.duchy, battle.round + 1, led))
        powers = (*POWERS_OF[battle.attacker], *POWERS_OF[OTHER_SIDE[battle.attacker]])
        play.push(LayCards(powers), Window("battle_round_start"), CardsWork("before_dice"), RollDice())
        return None


def do_after(play: Play[State], step: Step) -> None:
    """The step is taken when the battle at hand, which is not decided yet, is over."""
    lowest = max(number for number, each in enumerate(play.agenda) if isinstance(each, IN_ROUND))
    play.agenda.insert(lowest, step)


class LayCards(Step, frozen=True):
    """Each power with a piece in the battle plays battle cards or none, one power after the other (D-14)."""

    powers: tuple[Power, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if not self.powers:
            play.pop()
            return None
        power = self.powers[0]
        battle = at_hand(state)
        if not state.hands[power] or not has_pieces(state, battle.duchy, power):
            play.replace(LayCards(self.powers[1:]))
            return None
        about = {"power": power, "duchy": battle.duchy, "round": battle.round}
        return Decision(Ask(seat_of(state, power), "lay_card", "11.1", _cards(state, battle, power), about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, LayCard):
            announce(play, order.power, order.card, "battle", target=order.target)
        else:
            play.replace(LayCards(self.powers[1:]))


def _cards(state: State, battle: Battle, power: Power) -> Sequence[Order]:
    facts = state.facts
    orders: list[Order] = [LAY_NONE]
    for card in state.hands[power]:
        if card in BATTLE_CARDS and _may_lay(facts.card[card], battle, power):
            targets = BATTLE_CARDS[card].targets(state, power, LAYING)
            orders.extend(LayCard(power, card, target) for target in targets)
    return orders


def _may_lay(card: CardFact, battle: Battle, power: Power) -> bool:
    """Some are for sieges only, some for the defender alone (#30, #74: "inactive", C-74)."""
    if "battle" not in card.kinds:
        return False
    return card.who not in ("defender", "inactive") or SIDE_OF[power] != battle.attacker


class CardsWork(Step, frozen=True):
    """What the cards in force do at a moment of the battle, one after the other in the order laid."""

    when: When
    done: tuple[str, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        for laid in card_changes.in_force(state, at_hand(state)):
            if (laid.card, self.when) in card_table.works and laid.card not in self.done:
                play.replace(CardsWork(self.when, (*self.done, laid.card)))
                card_table.works[laid.card, self.when](play, laid)
                return None
        play.pop()
        return None


class RollDice(Step, frozen=True):
    """Both sides count their dice and roll at the same time (11.2, 11.5)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        battle = at_hand(play.state)
        if len(standing_sides(play.state, battle)) < len(SIDES):
            play.push(EndRound())
            return None
        for side in SIDES:
            if leaders_of_side(play.state, battle.duchy, side) and not battle.camps[side].led:
                play.record(LeaderCameUp(battle.duchy, side))
        counts = {side: battle_dice(play.state, battle, side) for side in SIDES}
        for side in SIDES:
            play.record(_dice_counted(play.state, battle, side, counts[side]))
        attacker, defender = battle.attacker, OTHER_SIDE[battle.attacker]
        faces = {
            attacker: _roll(play, battle, attacker, counts[attacker], "battle_attack"),
            defender: _roll(play, battle, defender, counts[defender], "battle_defence"),
        }
        play.record(BattleRolled(battle.duchy, battle.round, faces["allied"], faces["french"]))
        play.push(Window("battle_dice"), ApplyDice())
        return None


def _dice_counted(state: State, battle: Battle, side: Side, total: int) -> BattleDiceCounted:
    terms = battle_terms(state, battle, side)
    counted = max(0, sum(terms.values()))
    return BattleDiceCounted(
        battle.duchy, side, terms, total, counted, card_changes.halving(state, battle, side, counted)
    )  # fmt: skip


def _roll(play: Play[State], battle: Battle, side: Side, count: int, purpose: str) -> tuple[int, ...]:
    if count == 0:
        return ()
    seat = seat_of(play.state, chief(play.state, battle.duchy, side))
    rules = play.state.facts.tables.battle
    hits = (*rules.eliminates, *rules.disorganises)
    return play.roll(seat, count, 6, purpose, "11.5", score=lambda face: float(face in hits))


class ApplyDice(Step, frozen=True):
    """Sixes eliminate, then fives disorganise; both sides at once (11.5)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        battle = at_hand(play.state)
        strikes = [strike_steps(play, side, battle.camps[OTHER_SIDE[side]].dice) for side in SIDES]
        losses, shocks = [each[0] for each in strikes], [each[1] for each in strikes]
        play.push(*losses, *shocks, CardsWork("struck"), Window("battle_round_end"), EndRound())
        return None


def strike_steps(play: Play[State], side: Side, dice: Sequence[int]) -> "tuple[LosePieces, Disorganise]":
    """Records the hits of these enemy dice on a side; the steps that carry out what they do to it."""
    facts = play.state.facts
    battle = at_hand(play.state)
    faces = card_changes.counted(play.state, battle, side, tuple(dice))
    sixes = sum(face in facts.tables.battle.eliminates for face in faces)
    fives = sum(face in facts.tables.battle.disorganises for face in faces)
    if sixes or fives:
        softer = card_changes.changing(play.state, battle, side, tuple(dice))
        play.record(HitsScored(battle.duchy, side, sixes, fives, softer))
    return LosePieces(battle.duchy, POWERS_OF[side], sixes, "battle"), Disorganise(side, fives)


def strike(play: Play[State], side: Side, dice: Sequence[int], *, is_late: bool = False) -> None:
    """A card's enemy dice strike a side at once, as battle dice do (#32, #110).

    `is_late`: the dice of the round have struck already.
    """
    if is_late:
        _remember_softened(play, side, at_hand(play.state).camps[OTHER_SIDE[side]].dice)
    steps = strike_steps(play, side, dice)
    _remember_softened(play, side, dice)
    play.push(*steps)


def _remember_softened(play: Play[State], side: Side, dice: Sequence[int]) -> None:
    """Cards that soften a few of a round's dice have softened these (#30, #74, #91, #96)."""
    battle = at_hand(play.state)
    for card, count in card_changes.softened(play.state, battle, side, tuple(dice)).items():
        play.record(DiceSoftened(battle.duchy, card, count))


def harm(
    play: Play[State],
    powers: tuple[Power, ...],
    losses: int,
    *,
    cause: Cause = "card",
    regrouped: bool = False,
) -> None:
    """A card costs powers of one side pieces that count as hits (#14, #31, #54, #60, #95)."""
    if losses:
        duchy = at_hand(play.state).duchy
        play.record(HitsScored(duchy, SIDE_OF[powers[0]], losses, 0))
        play.push(LosePieces(duchy, powers, losses, cause, regrouped))


class Disorganise(Step, frozen=True):
    """Fives disorganise what the sixes left (11.5)."""

    side: Side
    amount: int

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        if self.amount:
            play.record(SoldiersDisorganised(at_hand(play.state).duchy, self.side, self.amount))
        return None


# Who wins -----------------------------------------------------------------------------------------


class EndRound(Step, frozen=True):
    """Cards that work when a round is over; then it is judged."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.replace(Judge())
        play.push(CardsWork("round_over"))
        return None


class Judge(Step, frozen=True):
    """Another round, a winner, or nobody is left (11.52). `announced`: answers to the result are in."""

    announced: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state = play.state
        battle = at_hand(state)
        found = verdict(state, battle)
        if goes_on(state, battle, found):
            play.push(BeginRound())
            return None
        if found == "nobody":
            _resolve(play, battle, None, overrun=False)
            play.push(EndBattle())
            return None
        winner: Side = OTHER_SIDE[battle.attacker] if found == "tie" else found
        if winner != battle.winner:
            play.record(BattleWon(battle.duchy, winner))
        if self.announced:
            play.push(CardsWork("won"), Rout())
        else:
            play.push(Window("battle_result"), Judge(announced=True))
        return None


IN_ROUND = (BeginRound, RollDice, ApplyDice, EndRound, Judge)
"""The step of a battle under all others of it, until it is decided."""


def verdict(state: State, battle: Battle) -> Verdict:
    """Who has won after the rounds so far (11.52, R-61 to R-63)."""
    standing = standing_sides(state, battle)
    allied, french = battle.camps["allied"].hits, battle.camps["french"].hits
    found: Verdict = "tie"
    if not standing:
        return "nobody"
    if len(standing) == 1:
        found = standing[0]
    elif allied != french:
        found = "allied" if allied < french else "french"
    for laid in card_changes.in_force(state, battle):
        if laid.card in card_table.verdict:
            found = card_table.verdict[laid.card](state, battle, laid, found)
    return found


def goes_on(state: State, battle: Battle, found: Verdict) -> bool:
    """Is another round fought (R-63, #11, #36)? Not if a side is wholly gone."""
    if len(standing_sides(state, battle)) < len(SIDES):
        return False
    return battle.round < battle.must or (found == "tie" and battle.round < battle.rounds)


class Rout(Step, frozen=True):
    """How badly the loser is beaten; a rout eliminates his disorganised pieces (11.7, 11.9)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state = play.state
        battle = at_hand(state)
        assert battle.winner is not None, "somebody has won"
        winner, loser = battle.winner, OTHER_SIDE[battle.winner]
        camp = battle.camps[loser]
        mercies, is_rout = _mercies(state, battle, loser), is_routed(state, battle, loser)
        present = pieces_of_side(state, battle.duchy, loser)
        suffered = camp.hits - card_changes.total(card_table.conceded, state, battle, loser)
        is_flag_overrun = suffered > present + camp.lost + camp.before
        play.record(BattleDecided(battle.duchy, winner, is_rout, present == 0, is_flag_overrun))
        dead = camp.shaken if is_rout and "spared" not in mercies else 0
        lose = LosePieces(battle.duchy, POWERS_OF[loser], dead, "rout")
        play.push(lose, CardsWork("beaten"), Retreats(loser), Aftermath())
        return None


def is_far_behind(state: State, battle: Battle, loser: Side) -> bool:
    """Is the side behind by the margin of a rout now (11.7)?"""
    lead = battle.camps[loser].hits - battle.camps[OTHER_SIDE[loser]].hits
    margin = state.facts.tables.battle.rout_margin
    return lead >= margin + card_changes.total(card_table.margin, state, battle, loser)


def is_routed(state: State, battle: Battle, loser: Side) -> bool:
    """Is the side beaten by the margin of a rout now, and does no card make a retreat of it (11.7)?"""
    return is_far_behind(state, battle, loser) and "retreat" not in _mercies(state, battle, loser)


def _mercies(state: State, battle: Battle, loser: Side) -> set[str | None]:
    cards = card_changes.in_force(state, battle)
    routs = card_table.rout
    return {routs[laid.card](state, battle, laid, loser) for laid in cards if laid.card in routs}


# Afterwards ---------------------------------------------------------------------------------------


class Aftermath(Step, frozen=True):
    """Overrun or marker; then the free flag and plunder (11.52, 11.8 to 11.10)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state = play.state
        battle = at_hand(state)
        assert battle.winner is not None, "somebody has won"
        loser = OTHER_SIDE[battle.winner]
        overrun = not battle.camps[loser].away and not pieces_of_side(state, battle.duchy, loser)
        if not is_fought_anew(state, battle) and not (overrun and may_enjoy(state, battle)):
            play.record(FormationsMarked(battle.duchy, battle.winner))
        _resolve(play, battle, battle.winner, overrun)
        play.push(Window("battle_won"), FreeFlag(), RollPlunder(), CardsWork("aftermath"), EndBattle())
        return None


def is_fought_anew(state: State, battle: Battle) -> bool:
    """Does a card make them fight again, and has the rout left anybody to do so (#51)?"""
    return battle.renewed and len(standing_sides(state, battle)) == len(SIDES)


def may_enjoy(state: State, battle: Battle) -> bool:
    """Has the winner the benefits of an overrun (#74, #81, #87)?"""
    winner = battle.winner
    return winner is not None and not card_changes.is_any(card_table.denied, state, battle, winner)


def _resolve(play: Play[State], battle: Battle, winner: Side | None, overrun: bool) -> None:
    denied: dict[str, int] = {}
    if winner is not None and (overrun or battle.is_flag_overrun):
        denied = card_changes.by_card(card_table.denied, play.state, battle, winner)
    play.record(
        BattleResolved(
            battle.duchy,
            battle.attacker,
            winner,
            battle.round,
            {side: battle.camps[side].hits for side in SIDES},
            {side: battle.camps[side].lost for side in SIDES},
            battle.is_rout,
            overrun,
            battle.is_flag_overrun,
            tuple(card for card, denies in denied.items() if denies),
        )
    )


class FreeFlag(Step, frozen=True):
    """After a flag overrun the winner may place or remove a flag for nothing (11.9, R-69, D-19)."""

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        battle = at_hand(state)
        power = _flagging(state, battle)
        choices = () if power is None else flag_choices(state, power, battle.duchy)
        if power is None or not choices:
            play.pop()
            return None
        menu: list[Order] = [*(PlaceFlag(battle.duchy, flag) for flag in choices), LEAVE_FLAG]
        about = {"power": power, "duchy": battle.duchy}
        return Decision(Ask(seat_of(state, power), "free_flag", "11.9", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        power = _flagging(play.state, at_hand(play.state))
        play.pop()
        if isinstance(order, PlaceFlag):
            assert power is not None, "the winner was asked"
            play.record(FlagPlaced(power, order.duchy, flag_of(order.flag), "overrun"))


def _flagging(state: State, battle: Battle) -> Power | None:
    """The winner's power that may flag for nothing: its commander's (R-32)."""
    if is_fought_anew(state, battle) or not battle.is_flag_overrun or is_fortress(state, battle.duchy):
        return None
    if battle.winner is None or not has_formation(state, battle.duchy, battle.winner):
        return None
    return chief(state, battle.duchy, battle.winner) if may_enjoy(state, battle) else None


class EndBattle(Step, frozen=True):
    """The battle is over, or fought anew if nobody could retreat (#51); it may end the game (R-99)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        battle = at_hand(play.state)
        goes_on = is_fought_anew(play.state, battle)
        play.record(BattleEnded(battle.duchy))
        if goes_on:
            fight(play, _anew(battle))
        else:
            check(play)
        return None


def _anew(battle: Battle) -> Battle:
    """The same sides fight again, who may still go back by land or sea; earlier losses count (#51)."""
    camps = {side: Camp(earlier=camp.lost + camp.earlier) for side, camp in battle.camps.items()}
    return Battle(
        battle.duchy, battle.attacker, battle.power, battle.origins, camps=camps, port=battle.port
    )  # fmt: skip
