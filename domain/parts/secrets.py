"""Secrets by owner: what an event or a state says of its fields, and what follows from it for who looks.

An event says beside its fields whose secret they are: `secrets = {"cards": "army"}` names the field that
holds the owner, or the owner himself (`{"cards": "french"}`). A state says the same of its cards; a field
that is a dict of owners needs no name (`{"hands": "", "lost": "french"}`).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec

from domain.kernel.chance import Drawn, redacted
from domain.kernel.events import Event
from domain.kernel.scene import Hand
from domain.kernel.seats import ALL, Seat

Cards = tuple[str, ...]


class Holders:
    """Who sees whose secrets: by owner (an army, a power) the seats that hold him.

    An owner who is not named is a seat and sees its own; `ALL` sees everything.
    """

    def __init__(self, seats: Mapping[Any, Collection[Seat]] | None = None) -> None:
        self.seats = seats or {}

    def may_see(self, viewer: Seat, owner: str) -> bool:
        """Does the viewer see what is this owner's secret?"""
        return viewer == ALL or viewer in self.seats.get(owner, (owner,))

    def redact(self, event: Event, viewer: Seat) -> Event:
        """The event as a viewer may know it: what is kept back has its field's default."""
        if isinstance(event, Drawn):
            return redacted(event, viewer)
        hidden = [name for name, of in event.secrets.items() if not self.may_see(viewer, _owner(event, of))]
        if not hidden:
            return event
        blank = _defaults(type(event))
        return msgspec.structs.replace(event, **{name: blank[name] for name in hidden})


def _owner(event: Event, of: str) -> str:
    owner: str = getattr(event, of) if of in event.__struct_fields__ else of
    return owner


@cache
def _defaults(kind: type[Event]) -> Mapping[str, Any]:
    """What each field of an event is when nothing is said."""
    return {field.name: field.default for field in msgspec.structs.fields(kind)}


# Hands in scenes --------------------------------------------------------------------------------


def hand(cards: Cards, is_known: bool, seen: Collection[str] = ()) -> Hand:
    """A hand in a scene: all cards to who holds it; to others how many, and those that they look at now."""
    if is_known:
        return Hand(len(cards), cards)
    return Hand(len(cards), tuple(card for card in cards if card in seen) or None)


# What a seat may suppose ------------------------------------------------------------------------


class KeepsSecrets(Protocol):
    """A state that says whose its cards are."""

    @property
    def secrets(self) -> Mapping[str, str]: ...


State = TypeVar("State", bound=KeepsSecrets)


def deal_anew(
    state: State, known: Collection[str], rest: Iterable[str], kind: Callable[[str], Any], random: Random
) -> State:
    """The state as it may be for all that who holds the owners `known` can tell: secrets supposed at random.

    Cards that others keep secret change places with each other and with the `rest`, which lies where nobody
    looks; only cards of one `kind` (a deck) do. Each place has its cards in the order of their names then.
    Where they really lie makes no difference: equal knowledge and equal chance give equal states.
    """
    kept = {
        (name, owner): cards for name, owner, cards in _secret_cards(state) if owner not in known and cards
    }
    if not kept:
        return state
    unknown = {card for cards in (*kept.values(), rest) for card in cards}
    other = exchange(kept.values(), unknown, kind, random)
    fields: dict[str, Any] = {}
    for (name, owner), cards in kept.items():
        supposed = tuple(sorted(exchanged(cards, other)))
        value = fields.get(name, getattr(state, name))
        fields[name] = {**value, owner: supposed} if isinstance(value, Mapping) else supposed
    return msgspec.structs.replace(state, **fields)  # type: ignore[type-var]  # every state is a struct


def _secret_cards(state: KeepsSecrets) -> Iterator[tuple[str, str, Cards]]:
    """Each field, owner and his cards there."""
    for name, owner in state.secrets.items():
        value = getattr(state, name)
        if isinstance(value, Mapping):
            yield from ((name, each, cards) for each, cards in value.items())
        else:
            yield name, owner, value


def exchange(
    places: Iterable[Iterable[str]], unknown: Collection[str], kind: Callable[[str], Any], random: Random
) -> Mapping[str, str]:
    """Which unknown card takes the place of which, at random among cards of a kind (kinds can be sorted).

    `places` are where cards may lie, in a fixed order; unknown cards in none of them lie apart.
    """
    lying = dict.fromkeys(card for place in places for card in place if card in unknown)
    of_kind: dict[Any, list[str]] = {}
    for card in (*lying, *sorted(set(unknown).difference(lying))):
        of_kind.setdefault(kind(card), []).append(card)
    other: dict[str, str] = {}
    for each in sorted(of_kind):
        cards = of_kind[each]
        other.update(zip(cards, random.sample(sorted(cards), len(cards)), strict=True))
    return other


def exchanged(cards: Sequence[str], other: Mapping[str, str]) -> Cards:
    """The cards that lie there instead."""
    return tuple(other.get(card, card) for card in cards)
