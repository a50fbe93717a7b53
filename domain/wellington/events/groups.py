"""Leaders are put in command of armies and groups (9.53, 9.6)."""

from domain.kernel.events import Event
from domain.wellington.facts.world import POWER_OF, SIDE_OF, Power
from domain.wellington.position.state import State, leaders_in, with_commanders, with_impulse


class CommanderNamed(Event, frozen=True):
    """A leader commands his side's pieces where he stands. `ordered`: by an order of this impulse (9.53)."""

    rule = "9.53"

    duchy: str
    leader: str
    ordered: bool = False

    def apply(self, state: State) -> State:
        side = SIDE_OF[POWER_OF[self.leader]]
        others = [one for one in leaders_in(state, self.duchy) if SIDE_OF[POWER_OF[one]] == side]
        state = with_commanders(state, gone=others, named=self.leader)
        return _proposed(state, self.leader) if self.ordered else state


class CommanderRefused(Event, frozen=True):
    """The ally, `by`, did not agree to a new commander of the group, whom `power` wanted (9.62)."""

    rule = "9.62"

    power: Power
    duchy: str
    leader: str
    by: Power | None = None

    def apply(self, state: State) -> State:
        return _proposed(state, self.leader)


class JoiningRefused(Event, frozen=True):
    """The ally did not let his leaders join a march of `power`; they are not asked for again (9.61).

    `by` is the ally.
    """

    rule = "9.61"

    power: Power
    leaders: tuple[str, ...]
    by: Power | None = None

    def apply(self, state: State) -> State:
        assert state.impulse is not None
        return with_impulse(state, refused=(*state.impulse.refused, *self.leaders))


def _proposed(state: State, leader: str) -> State:
    assert state.impulse is not None
    return with_impulse(state, named=(*state.impulse.named, leader))
