"""A power without soldiers pays for an event with cards and Resources (5.12, R-19)."""

from domain.kernel.events import Event
from domain.wellington.facts.world import Power
from domain.wellington.position.state import State, changed


class ResourcePaid(Event, frozen=True):
    """A Resource was used to draw a card for a removal, outside the impulse of the power (5.12)."""

    rule = "5.12"

    power: Power

    def apply(self, state: State) -> State:
        resources = {**state.resources, self.power: state.resources[self.power] - 1}
        return changed(state, resources=resources)


class RemovalBought(Event, frozen=True):
    """A strength point was built and lost at once for an event (5.12). `regrouped`: from the Regroup Box."""

    rule = "5.12"

    power: Power
    card: str
    regrouped: bool = False

    def apply(self, state: State) -> State:
        by_cause = state.lost.get(self.power, {})
        by_cause = {**by_cause, self.card: by_cause.get(self.card, 0) + 1}
        regroup = {**state.regroup, self.power: state.regroup[self.power] - self.regrouped}
        return changed(state, lost={**state.lost, self.power: by_cause}, regroup=regroup)
