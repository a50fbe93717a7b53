"""Plunder after a battle, and Spaniards who go home with a Resource (11.10, 11.11)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.wellington.battle.battle_losses import LosePieces
from domain.wellington.battle.dice import pieces_of
from domain.wellington.events.battle import PlunderRolled
from domain.wellington.events.cards import ResourcesGained
from domain.wellington.facts.world import OTHER_SIDE, SIDE_OF, Power
from domain.wellington.losses.losses import as_losses, count_losses
from domain.wellington.movement.groups import chief
from domain.wellington.playing.laid_cards import under_way
from domain.wellington.playing.responses import Window
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import State, seat_of


class RollPlunder(Step, frozen=True):
    """The winner rolls for plunder if a whole army or group was routed or eliminated (11.10, R-71)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        battle = play.state.battles[-1]
        if is_plunder_due(battle):
            assert battle.winner is not None
            power = chief(play.state, battle.duchy, battle.winner)
            (die,) = play.roll(seat_of(play.state, power), 1, 6, "plunder", "11.10")
            play.push(Window("plunder"), TakePlunder(power, die))
        return None


def is_plunder_due(battle: Battle) -> bool:
    """Was the loser led, and routed or wholly eliminated, be it in his retreat (11.8)? Known after it."""
    if battle.winner is None or not (battle.is_rout or battle.is_overrun):
        return False
    return battle.camps[OTHER_SIDE[battle.winner]].led


def pieces_plundered(battle: Battle) -> int:
    """The strength points and leaders that the loser lost in this duchy (R-70, #51)."""
    assert battle.winner is not None
    camp = battle.camps[OTHER_SIDE[battle.winner]]
    return camp.lost + camp.earlier


class TakePlunder(Step, frozen=True):
    """The die counts: what it yields goes to the power of the winner's commander (11.10)."""

    power: Power
    die: int

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state, side = play.state, SIDE_OF[self.power]
        battle = state.battles[-1]
        lost = pieces_plundered(battle)
        added = card_changes.by_card(card_table.plunder, state, battle, side)
        denied = card_changes.by_card(card_table.no_plunder, state, battle, side)
        bonus = sum(added.values())
        table = state.facts.tables.plunder
        gained = 0 if any(denied.values()) else table.resources(self.die, lost + bonus)
        cards, denied_by = (tuple(card for card, count in each.items() if count) for each in (added, denied))
        play.record(PlunderRolled(self.power, battle.duchy, self.die, lost, bonus, gained, cards, denied_by))
        if gained:
            gain_booty(play, self.power, battle.duchy, gained)
        return None


def gain_booty(
    play: Play[State], power: Power, duchy: str, resources: int, took_part: int | None = None
) -> None:
    """The power gains Resources by plunder, sack or card; Spaniards there go home with them (11.11, R-72).

    So many of their pieces took part; all that are there unless it is told.
    """
    play.record(ResourcesGained(power, resources))
    if power == "spain":
        play.push(GoHome(duchy, resources, took_part))


class GoHome(Step, frozen=True):
    """Attrition of the Spanish pieces, once for each Resource; losses go to the Regroup Box (11.11).

    So many `took_part`; all there if it is not known.
    """

    duchy: str
    resources: int
    took_part: int | None = None

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state = play.state
        there = pieces_of(state, self.duchy, "spain")
        dice = self.resources * (there if self.took_part is None else min(there, self.took_part))
        if not dice or card_changes.is_any(card_table.at_home, state, under_way(state), "allied"):
            return None
        seat, score = seat_of(state, "spain"), as_losses(state.facts)
        values = play.roll(seat, dice, 6, "attrition", "11.11", score=score)
        losses = count_losses(play, "spain", self.duchy, values, is_british=False)
        if losses:
            leave = LosePieces(self.duchy, ("spain",), losses, "going_home", regrouped=True)
            play.push(Window("attrition_rolled"), leave)
        return None
