"""What a battle or siege has come to, by its events."""

from collections.abc import Iterable, Sequence

from domain.kernel.events import Event
from domain.wellington.events.battle import CardLaid, CardStruck, CardTurned
from domain.wellington.facts.world import SIDE_OF, Side


def since(found: Sequence[Event], kind: type[Event]) -> Sequence[Event]:
    """The events from the last one of a kind on; all where there is none."""
    for number in range(len(found) - 1, -1, -1):
        if isinstance(found[number], kind):
            return found[number:]
    return found


def laid_for(found: Iterable[Event], side: Side) -> list[str]:
    """The cards that lie in a battle or siege for a side; one that was struck or turned is gone."""
    laid: dict[str, Side] = {}
    for each in found:
        if isinstance(each, CardLaid):
            laid[each.laid.card] = SIDE_OF[each.laid.power]
        elif isinstance(each, CardTurned):
            laid[each.card] = SIDE_OF[each.power]
        elif isinstance(each, CardStruck):
            laid.pop(each.card, None)
    return [card for card, of in laid.items() if of == side]
