"""The beaten force retreats, by land or by sea, or surrenders (9.6)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.battle.losses import units_in
from domain.washingtons_war.battle.modifiers import general_of
from domain.washingtons_war.ending.victory import check
from domain.washingtons_war.events.battle import ForceRetreated, ForceSurrendered
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import seat_of
from domain.washingtons_war.movement.arrival import come_to, displaced
from domain.washingtons_war.movement.capture import capture
from domain.washingtons_war.movement.ways_out import may_retreat_to, ways_out
from domain.washingtons_war.orders.battle import Retreat
from domain.washingtons_war.position.conflict import Fight
from domain.washingtons_war.position.control import is_blockaded, is_open_port
from domain.washingtons_war.position.state import State, fight_of
from domain.washingtons_war.position.units import has_cu, has_lone_general


def retreats(state: State, fight: Fight, loser: Side, *, with_units: bool) -> list[Retreat]:
    """Everywhere that the beaten force may go (9.61, 9.62, R-62).

    The attacker goes back to where he came from. The defender goes anywhere else, a British one by sea too;
    that space is no legal retreat for him on either way (9.61.B, 9.63.B).
    """
    if loser == fight.attacker:
        back = fight.came_from
        return [Retreat(back)] if may_retreat_to(state, loser, back, with_units=with_units) else []
    by_land = ways_out(state, fight.where, loser, fight.came_from, None, with_units=with_units)
    found = [Retreat(to) for to in by_land]
    if loser == "british":
        found += [
            Retreat(to, by_sea=True)
            for to in sea_refuges(state, fight.where, with_units=with_units)
            if to not in by_land and to != fight.came_from
        ]
    return found


def sea_refuges(state: State, where: str, *, with_units: bool) -> list[str]:
    """The ports to which a British force may retreat by sea; none if its own port is closed (9.62)."""
    if not is_open_port(state, where):
        return []
    return [
        port
        for port in state.facts.ports
        if port != where and not is_blockaded(state, port) and state.markers.get(port) != "american"
        if not has_cu(state, port, "american")
        if with_units or not has_lone_general(state, port, "american")
    ]


class Retreating(Step, frozen=True):
    """What is left of the beaten side goes to one space; if there is none it surrenders (9.61, 9.63)."""

    loser: Side

    def advance(self, play: Play[State]) -> Decision | None:
        state, fight = play.state, fight_of(play.state)
        units, general = units_in(state, self.loser), general_of(state, fight, self.loser)
        if not units and general is None:
            play.pop()
            return None
        choices = retreats(state, fight, self.loser, with_units=bool(units))
        if len(choices) > 1:
            about = {"space": fight.where, "side": self.loser}
            return Decision(Ask(seat_of(self.loser), "retreat", "9.61", choices, about))
        play.pop()
        if choices:
            self._go(play, choices[0])
        else:
            play.record(ForceSurrendered(self.loser, fight.where, units, general))
            if not check(play) and general is not None:
                capture(play, general)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, Retreat)
        play.pop()
        self._go(play, order)

    def _go(self, play: Play[State], order: Retreat) -> None:
        fight = fight_of(play.state)
        units, general = units_in(play.state, self.loser), general_of(play.state, fight, self.loser)
        play.record(ForceRetreated(self.loser, fight.where, order.to, units, general, order.by_sea))
        come_to(play, order.to, self.loser)
        if not play.state.ended and self.loser != fight.attacker:
            displaced(play, order.to, self.loser)
