"""A melee step by step: artillery, the defender's answer, the square, the attack, what follows (R-52)."""

from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order
from domain.napoleonics.combat.advances import AdvanceStep
from domain.napoleonics.combat.blows import Blow
from domain.napoleonics.combat.dice import melee_dice
from domain.napoleonics.combat.retreats import retirements
from domain.napoleonics.combat.targets import attack_dice, batteries, battery_dice, is_barred, melee_targets
from domain.napoleonics.events.cards import FirstStrikePlayed, SquareFormed
from domain.napoleonics.events.combat import (
    ArtilleryCombined,
    BattleBackDeclined,
    CombatEnded,
    MeleeDeclared,
    RetireChosen,
)
from domain.napoleonics.facts.sides import ENEMY, seat_of
from domain.napoleonics.orders.combat import (
    AddBattery,
    Attack,
    BattleBack,
    DeclineBattleBack,
    EndBatteries,
    EndBonus,
    FormSquare,
    RetireAndReform,
    StandFast,
    StrikeFirst,
)
from domain.napoleonics.position.state import (
    SQUARES,
    State,
    changed,
    fight_of,
    is_leader,
    places_taken,
    side_of,
    unit_fact,
)

HAND_FOR_SQUARE = 3
"""Cards that a player must hold to form a square (R-60)."""


def declare(play: Play[State], unit: str, target: str, bonus: bool = False) -> None:
    """The melee is declared; its steps follow."""
    at = play.state.at
    play.record(MeleeDeclared(unit, target, bonus, at[unit], at[target]))
    play.push(CombineArtillery(), AnswerAttack(), MeetAttack(), StrikeHome(), Aftermath())


# Combined arms (R-70) -------------------------------------------------------------------------------


class CombineArtillery(Step, frozen=True):
    """Artillery that could battle the target now may join, one battery after the other."""

    def advance(self, play: Play[State]) -> Decision | None:
        menu = batteries_menu(play.state)
        if menu == [EndBatteries()]:
            play.pop()
            return None
        fight = fight_of(play.state)
        about = {"unit": fight.attacker, "target": fight.target}
        return Decision(Ask(seat_of(play.state.active), "batteries", "R-70", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, AddBattery):
            play.record(ArtilleryCombined(order.battery, fight_of(play.state).target))
        else:
            play.pop()


def batteries_menu(state: State) -> list[Order]:
    fight = fight_of(state)
    found: list[Order] = [
        AddBattery(battery)
        for battery in batteries(state, fight.attacker, fight.target)
        if battery_dice(state, battery, fight.target).total
    ]
    if fight.batteries or attack_dice(state, fight.attacker, fight.target).total:
        found.append(EndBatteries())
    return found


# The defender (R-145) -------------------------------------------------------------------------------


class AnswerAttack(Step, frozen=True):
    """One question to the defender; he is asked whenever he holds a card, whatever he could answer."""

    def advance(self, play: Play[State]) -> Decision | None:
        state, fight = play.state, fight_of(play.state)
        menu = answers_menu(state)
        if is_leader(state, fight.target) or (len(menu) == 1 and not state.hands[ENEMY[state.active]]):
            play.pop()
            return None
        about = {"unit": fight.attacker, "target": fight.target}
        seat = seat_of(side_of(state, fight.target))
        return Decision(Ask(seat, "answer", "R-145", menu, about, window="melee", silence=StandFast()))

    def handle(self, play: Play[State], answers: Answers) -> None:
        state, target = play.state, fight_of(play.state).target
        play.pop()
        match the_order(answers):
            case FormSquare(unit):
                form_square(play, unit)
            case RetireAndReform(unit):
                play.record(RetireChosen(unit))
            case StrikeFirst(card):
                play.record(FirstStrikePlayed(side_of(state, target), card, target))


def answers_menu(state: State) -> list[Order]:
    """Stand, and whatever else the target may do (R-53, R-60, R-76)."""
    fight, found = fight_of(state), list[Order]([StandFast()])
    target = fight.target
    if is_leader(state, target):
        return found
    if may_form_square(state, target, fight.attacker):
        found.append(FormSquare(target))
    if may_retire(state, target, fight.attacker):
        found.append(RetireAndReform(target))
    side = side_of(state, target)
    if melee_dice(state, target, fight.attacker, fight.hex, fight.start, with_card=False).total:
        deck, cards = state.facts.deck, state.facts.cards
        found += [StrikeFirst(card) for card in state.hands[side] if cards[deck[card]].reaction]
    return found


def may_form_square(state: State, unit: str, attacker: str) -> bool:
    """Infantry that cavalry attacks, with cards and a counter left, on ground that allows it (R-60)."""
    side = side_of(state, unit)
    at = state.at[unit]
    return (
        unit_fact(state, unit).arm == "infantry"
        and unit_fact(state, attacker).arm == "cavalry"
        and unit not in state.squares
        and len(state.hands[side]) >= HAND_FOR_SQUARE
        and len(places_taken(state, side)) < SQUARES
        and state.ground.facts[at].square
        and (at not in state.ground.works or state.facts.terrain.kinds["field_works"].square)
    )


def may_retire(state: State, unit: str, attacker: str) -> bool:
    """Cavalry that infantry attacks, with two hexes behind it (R-76)."""
    return (
        unit_fact(state, unit).arm == "cavalry"
        and unit_fact(state, attacker).arm == "infantry"
        and bool(retirements(state, unit))
    )


def form_square(play: Play[State], unit: str) -> None:
    """The opponent takes a card of the hand, unseen, and it lies on the first free place (R-61)."""
    state, side = play.state, side_of(play.state, unit)
    (card,) = play.draw(
        seat_of(ENEMY[side]), state.hands[side], 1, "square_card", "R-61", seen_by=(seat_of(side),)
    )
    taken = places_taken(state, side)
    place = next(place for place in range(1, SQUARES + 1) if place not in taken)
    play.record(SquareFormed(side, unit, place, card))


# The blows ------------------------------------------------------------------------------------------


def is_cavalry_at_square(state: State) -> bool:
    """Does cavalry attack a square in this melee?"""
    fight = fight_of(state)
    return fight.target in state.squares and unit_fact(state, fight.attacker).arm == "cavalry"


class MeetAttack(Step, frozen=True):
    """A first strike, or the die of a square that cavalry attacks, comes before the attack (R-53, R-62)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        state, fight = play.state, fight_of(play.state)
        if fight.answer == "first_strike":
            play.push(Blow("first_strike", fight.target, fight.attacker))
        elif is_cavalry_at_square(state):
            play.push(Blow("square", fight.target, fight.attacker))


class StrikeHome(Step, frozen=True):
    """The attack itself, if the attacker still stands in its hex (R-55, R-74)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        state, fight = play.state, fight_of(play.state)
        if state.at.get(fight.attacker) == fight.start:
            retires = fight.answer == "retire"
            play.push(Blow("melee", fight.attacker, fight.target, fight.batteries, retires))


class Aftermath(Step, frozen=True):
    """The winner may advance into a hex that was left; a target that stands may battle back (R-52)."""

    def advance(self, play: Play[State]) -> Decision | None:
        state, fight = play.state, fight_of(play.state)
        if state.at.get(fight.attacker) != fight.start:
            play.pop()
        elif state.at.get(fight.target) != fight.hex:
            play.pop()
            play.push(AdvanceStep(), BonusMelee())
        elif may_battle_back(state):
            menu: list[Order] = [BattleBack(fight.target), DeclineBattleBack()]
            about = {"unit": fight.target, "target": fight.attacker}
            return Decision(Ask(seat_of(side_of(state, fight.target)), "battle_back", "R-106", menu, about))
        else:
            play.pop()
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        fight = fight_of(play.state)
        play.pop()
        if isinstance(the_order(answers), BattleBack):
            play.push(Blow("battle_back", fight.target, fight.attacker))
        else:
            play.record(BattleBackDeclined(fight.target))


def may_battle_back(state: State) -> bool:
    """A unit with dice, but no square that cavalry attacked (R-64, R-106, R-107)."""
    fight = fight_of(state)
    if is_leader(state, fight.target) or is_cavalry_at_square(state):
        return False
    return melee_dice(state, fight.target, fight.attacker, fight.hex, fight.start, with_card=False).total > 0


class BonusMelee(Step, frozen=True):
    """Cavalry that broke through may attack once more (R-102, R-103)."""

    def advance(self, play: Play[State]) -> Decision | None:
        menu = bonus_menu(play.state)
        if len(menu) == 1:
            play.pop()
            return None
        about = {"unit": fight_of(play.state).attacker}
        return Decision(Ask(seat_of(play.state.active), "bonus", "R-102", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        play.pop()
        if isinstance(order, Attack):
            declare(play, order.unit, order.target, bonus=True)


def bonus_menu(state: State) -> list[Order]:
    """Whom cavalry that entered the hex may attack, unless its hex forbids battle on entry."""
    fight, found = fight_of(state), list[Order]()
    if fight.broke_through and not is_barred(state, fight.attacker):
        found = [Attack(fight.attacker, target) for target in melee_targets(as_bonus(state), fight.attacker)]
    return [*found, EndBonus()]


def as_bonus(state: State) -> State:
    """The same with the bonus melee under way, which may have fewer dice, and its artillery still to choose
    (R-104)."""
    return state.changed(fight=changed(fight_of(state), bonus=True, batteries=()))


class CloseCombat(Step, frozen=True):
    """The combat is over (R-50)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        play.record(CombatEnded())
