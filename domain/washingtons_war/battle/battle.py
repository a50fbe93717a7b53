"""A battle, step by step: cards, generals, dice, losses, retreat and what comes of it (9)."""

from functools import partial

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.washingtons_war.alliance.track import advance_track, lose_regulars
from domain.washingtons_war.battle.battle_cards import UseCard
from domain.washingtons_war.battle.chances import (
    HEAVY_LOSSES,
    general_value,
    loser_losses,
    winner_losses,
)
from domain.washingtons_war.battle.losses import LoseUnits, units_in
from domain.washingtons_war.battle.modifiers import general_of, terms
from domain.washingtons_war.battle.retreat import Retreating
from domain.washingtons_war.ending.victory import check
from domain.washingtons_war.events.battle import (
    BattleCalledOff,
    BattleEnded,
    BattleLossesRolled,
    BattleResolved,
    BattleStarted,
    BattleValuesRolled,
)
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import OTHER, seat_of
from domain.washingtons_war.movement.arrival import seize
from domain.washingtons_war.movement.capture import capture
from domain.washingtons_war.movement.overrun import is_overrun, overrun
from domain.washingtons_war.politics.congress import disperse
from domain.washingtons_war.position.conflict import Fight
from domain.washingtons_war.position.state import State, fight_of, marching_of
from domain.washingtons_war.position.units import cu, general_in, has_cu


class Battle(Step, frozen=True):
    """An activated general and his army meet enemy CU, who did not get away (9.1)."""

    where: str
    attacker: Side
    came_from: str
    intercepted: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        play.record(start_of(play.state, self))
        defender = OTHER[self.attacker]
        play.push(UseCard(self.attacker), SeeWhoIsLeft(), UseCard(defender), RollBattle())
        return None


class SeeWhoIsLeft(Step, frozen=True):
    """If a card took the defender's general away, what is left may be overrun after all (9.2, 9.7, R-55)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state, fight = play.state, fight_of(play.state)
        if is_called_off(state, fight):
            while not isinstance(play.pop(), RollBattle):
                pass
            play.record(BattleCalledOff(fight.where))
            overrun(play)
        return None


def is_called_off(state: State, fight: Fight) -> bool:
    """Is what the British attack, now that a card has been used, only to be overrun (9.7, R-55)?"""
    units = marching_of(state).units
    return fight.attacker == "british" and is_overrun(state, fight.where, "british", units)


def start_of(state: State, battle: Battle) -> BattleStarted:
    """The battle where the general on the march stands; the attacker's CU are those with him (9.1, R-56)."""
    marching, where, defender = marching_of(state), battle.where, OTHER[battle.attacker]
    units: dict[Side, int] = {
        battle.attacker: sum(marching.units.values()), defender: cu(state, where, defender)
    }  # fmt: skip
    generals: dict[Side, str] = {battle.attacker: marching.general}
    defending = general_in(state, where, defender)
    if defending is not None:
        generals[defender] = defending
    return BattleStarted(
        where, battle.attacker, battle.came_from, units, generals, battle.intercepted,
        marching.winter_offensive,
    )  # fmt: skip


class RollBattle(Step, frozen=True):
    """Generals' values, totals, and losses: nothing is chosen between these dice (9.2 Steps 2 to 5)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        sides = (fight_of(play.state).attacker, OTHER[fight_of(play.state).attacker])
        _roll_values(play, sides)
        winner = _roll_totals(play, sides)
        loser = OTHER[winner]
        lost = _roll_losses(play, winner, loser)
        play.push(
            LoseUnits(loser, lost[loser]), LoseUnits(winner, lost[winner]), HoldField(), Retreating(loser),
            Aftermath(),
        )  # fmt: skip
        return None


def _roll_values(play: Play[State], sides: tuple[Side, Side]) -> None:
    """A die for each general (9.3, R-58)."""
    fight = fight_of(play.state)
    generals: dict[Side, str] = {}
    dice: dict[Side, int] = {}
    values: dict[Side, int] = {}
    for side in sides:
        general = general_of(play.state, fight, side)
        if general is None:
            continue
        rating, units = play.state.facts.generals[general].battle, fight.camps[side].units
        worth = partial(general_value, rating, units)
        (die,) = play.roll(seat_of(side), 1, 6, "battle_value", "9.3", score=worth)
        generals[side], dice[side], values[side] = general, die, general_value(rating, units, die)
    if generals:
        play.record(BattleValuesRolled(fight.where, generals, dice, values))


def _roll_totals(play: Play[State], sides: tuple[Side, Side]) -> Side:
    """One die each; the attacker wins ties (9.2 Step 4)."""
    fight = fight_of(play.state)
    attacker, defender = sides
    attack, defence = (terms(play.state, fight, side) for side in sides)
    dice = [play.roll(seat_of(side), 1, 6, "battle", "9.2")[0] for side in sides]
    totals = [sum(lines.values()) + die for lines, die in zip((attack, defence), dice, strict=True)]
    winner = attacker if totals[0] >= totals[1] else defender
    play.record(
        BattleResolved(
            fight.where, attacker, defender, winner, attack, dice[0], totals[0], defence, dice[1], totals[1]
        )
    )
    return winner


def _roll_losses(play: Play[State], winner: Side, loser: Side) -> dict[Side, int]:
    """Both roll for what they lose; nobody loses more than he has (9.5, R-61)."""
    fight = fight_of(play.state)
    beaten = general_of(play.state, fight, loser)
    agility = None if beaten is None else play.state.facts.generals[beaten].agility
    units = {side: fight.camps[side].units for side in (winner, loser)}
    (hard,) = play.roll(
        seat_of(loser), 1, 6, "battle_losses", "9.5",
        score=lambda face: -float(loser_losses(face, units[loser])),
    )  # fmt: skip
    (soft,) = play.roll(
        seat_of(winner), 1, 6, "battle_losses", "9.5",
        score=lambda face: -float(winner_losses(face, units[winner], agility)),
    )  # fmt: skip
    lost: dict[Side, int] = {
        loser: loser_losses(hard, units[loser]),
        winner: winner_losses(soft, units[winner], agility),
    }
    play.record(BattleLossesRolled(fight.where, loser, {loser: hard, winner: soft}, lost))
    return lost


class HoldField(Step, frozen=True):
    """A winner left without CU on an enemy marker is captured (9.5, R-64)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        if check(play):
            return None
        fight = fight_of(play.state)
        assert fight.winner is not None, "somebody has won"
        general = general_of(play.state, fight, fight.winner)
        is_enemy = play.state.markers.get(fight.where) == OTHER[fight.winner]
        if general is not None and is_enemy and not units_in(play.state, fight.winner):
            capture(play, general)
        return None


class Aftermath(Step, frozen=True):
    """The field is the winner's; the alliance and the Regulars take note (9.2 Step 7, 7.7)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state = play.state
        fight = fight_of(state)
        assert fight.winner is not None, "somebody has won"
        loser = OTHER[fight.winner]
        if loser == "american" and state.congress == fight.where:
            disperse(play)
        lost = {side: camp.lost for side, camp in fight.camps.items()}
        play.record(BattleEnded(fight.where, fight.attacker, fight.winner, lost))
        if fight.winner == "american":
            advance_track(play, 1, "victory")
        if lost["british"] >= HEAVY_LOSSES:
            lose_regulars(play, "losses")
        if has_cu(play.state, fight.where, fight.winner):
            seize(play, fight.where, fight.winner)
        return None
