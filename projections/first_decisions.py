"""How a finished game opened, by name: what its first decisions were, and which powers each seat commanded.

The rules that name an opening are data, see `projections.title_facts`. Only events that stand count.
"""

from collections.abc import Iterable, Mapping, Sequence

from domain.kernel import Seat
from domain.kernel.events import Event
from projections.title_facts import Opening, TitleFacts, Value


def fits(event: Event, kind: str, where: Mapping[str, Sequence[Value]]) -> bool:
    """Whether an event is of this type and its fields have one of the values."""
    if type(event).__name__ != kind:
        return False
    return all(getattr(event, field) in values for field, values in where.items())


def name_of(opening: Opening, events: Iterable[Event]) -> str:
    """What the game's answer to this question is called; empty if it has none."""
    for event in events:
        if fits(event, opening.event, opening.where):
            told = getattr(event, opening.by)
            named = (name for name, values in opening.named.items() if told in values)
            name = next(named, opening.otherwise)
            is_exchanged = bool(opening.exchanged_by) and getattr(event, opening.exchanged_by)
            return opening.exchanged.get(name, name) if is_exchanged else name
        if opening.until is not None and fits(event, opening.until.event, opening.until.where):
            break
    return opening.without


def powers_of(
    facts: TitleFacts, seats: Iterable[str], events: Iterable[Event]
) -> dict[Seat, tuple[str, ...]]:
    """The powers that each seat commanded; the seat itself where nothing else is said."""
    taken: dict[str, tuple[str, ...]] = {
        getattr(each, "seat"): getattr(each, "powers")  # noqa: B009, which events these are the title says
        for each in events
        if facts.taken and fits(each, facts.taken, {})
    }
    return {Seat(seat): tuple(taken.get(seat) or facts.seats.get(seat, (seat,))) for seat in seats}


def opening_columns(facts: TitleFacts, seats: Sequence[str], events: Sequence[Event]) -> dict[str, str]:
    """What a row of a finished game says of its opening: `powers:<seat>` with blanks between them, and
    `opening:<question>`, empty where it has no answer."""
    powers = powers_of(facts, seats, events)
    names = {opening.id: name_of(opening, events) for opening in facts.openings}
    return {
        **{f"powers:{seat}": " ".join(own) for seat, own in powers.items()},
        **{f"opening:{question}": name for question, name in names.items()},
    }
