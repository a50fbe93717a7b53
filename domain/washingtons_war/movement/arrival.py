"""A force has come into a space: captures, Congress, one general a space (7.4.C, 7.6, 7.7)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.ending.victory import check
from domain.washingtons_war.events.pieces import GeneralDisplaced
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import GENERALS_OF, OTHER, WASHINGTON, seat_of
from domain.washingtons_war.movement.capture import capture
from domain.washingtons_war.orders.movement import SendToBox
from domain.washingtons_war.politics.congress import disperse
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import general_in, generals_in, has_army, has_cu, has_lone_general


def come_to(play: Play[State], space: str, side: Side) -> None:
    """A force of the side has come to where no enemy CU are: a lone general is caught, Congress flees.

    Whether the side now has two generals there is asked by `displaced`, when it stays.
    """
    if check(play):
        return
    if has_cu(play.state, space, side):
        seize(play, space, side)
    scatter(play, space)


def seize(play: Play[State], space: str, side: Side) -> None:
    """A lone enemy general in the space of an army is captured (7.6.A, R-9)."""
    if has_lone_general(play.state, space, OTHER[side]):
        general = general_in(play.state, space, OTHER[side])
        assert general is not None
        capture(play, general)


def scatter(play: Play[State], space: str) -> None:
    """Congress is dispersed where a British army stands and no American CU do (7.7, R-103)."""
    state = play.state
    if state.congress == space and has_army(state, space, "british") and not has_cu(state, space, "american"):
        disperse(play)


def who_gives_way(state: State, space: str, side: Side, general: str) -> tuple[str, ...]:
    """Who goes to the Reinforcements box if this general stays in the space, or those of whom the owner
    chooses one; nobody where he is alone, or in a box, which holds any number (3.0, 7.4.C)."""
    if space not in state.facts.spaces:
        return ()
    beside = generals_in(state, space, side)
    there = [each for each in GENERALS_OF[side] if each == general or each in beside]
    if len(there) < 2:
        return ()
    return tuple([each for each in there if WASHINGTON not in there or each != WASHINGTON])


def displaced(play: Play[State], space: str, side: Side, cites: str = "7.4.C") -> None:
    """Only one general of a side stays in a space: the owner says who (3.0, R-7); Washington stays.

    `cites` is the paragraph that brings two of them together.
    """
    there = generals_in(play.state, space, side)
    if len(there) < 2:
        return
    if WASHINGTON not in there:
        play.push(ChooseWhoStays(space, side, cites))
        return
    for general in there:
        if general != WASHINGTON:
            give_way(play, general, cites)


def give_way(play: Play[State], general: str, cites: str) -> None:
    """The general goes to the Reinforcements box: another one is there (7.4.C, 7.8.D, 8.1.C, 8.2.C)."""
    play.record(GeneralDisplaced(general, play.state.generals[general], cites))


class ChooseWhoStays(Step, frozen=True):
    """The owner of two generals in one space sends one of them to the box (7.4.C, D-12a, D-13b, D-14c)."""

    space: str
    side: Side
    cites: str = "7.4.C"

    def advance(self, play: Play[State]) -> Decision | None:
        menu = [SendToBox(general) for general in generals_in(play.state, self.space, self.side)]
        return Decision(Ask(seat_of(self.side), "who_stays", self.cites, menu, {"space": self.space}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, SendToBox)
        play.pop()
        give_way(play, order.general, self.cites)
