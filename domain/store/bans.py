"""Who may not open games, join them or talk: people, by the mark of their browser, and ranges of addresses.

What they have is kept, and each ban with its reason, also when it was lifted.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from ipaddress import IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple

from domain.kernel import Seat
from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal
from domain.store.changes import Changes
from domain.store.traces import Done, Traces
from domain.store.vault import BAN, Notes

if TYPE_CHECKING:
    from domain.store.games import Games

PERSON = "person:"
MARK = re.compile(r"person:[0-9a-f]{16}")
MAPPED = "::ffff:"
"""So an IPv4 address begins that is written as one of IPv6."""
WIDEST = {4: 8, 6: 16}
"""Networks with a shorter prefix hold half of the world: against everybody there is closing play."""


def mark(browser: str) -> str:
    """What a person is called here by whom the store knows as this browser; it opens nothing."""
    return PERSON + hashlib.sha256(f"ban {browser}".encode()).hexdigest()[:16]


def about(text: str) -> str:
    """Whom a ban is about, as it is noted: a person's mark, or a network; an IPv6 address stands for its /64
    network, since a household has all of that. Raises InvalidSetup."""
    said = text.strip().lower()
    if MARK.fullmatch(said):
        return said
    try:
        network = ip_network(said.removeprefix(MAPPED), strict=False)
    except ValueError as problem:
        raise InvalidSetup(plain_refusal("nobody_to_ban", text=text[:60])) from problem
    if isinstance(network, IPv6Network) and network.prefixlen > 64:
        network = network.supernet(new_prefix=64)
    if network.prefixlen < WIDEST[network.version]:
        raise InvalidSetup(plain_refusal("ban_too_wide", network=str(network), least=WIDEST[network.version]))
    return str(network)


class Person(NamedTuple):
    """A browser that was given something of a game: its mark, its seats, and whether it opened the game."""

    mark: str
    seats: tuple[Seat, ...]
    is_opener: bool


def people(games: "Games", game: str) -> list[Person]:
    """Everybody who was given something of a game, as a ban would name them. Raises UnknownGame."""
    seats = [*games.holders(game)]
    found = []
    for browser, kept in games.passes.about(game).items():
        own = tuple(seat for seat in seats if kept.keys.get(seat) == games.seat_key(game, seat))
        if own or kept.host:
            found.append(Person(mark(browser), own, kept.host))
    return sorted(found)


class Bans:
    """The notes about bans."""

    def __init__(self, notes: Notes, changes: Changes, clock: Callable[[], int]) -> None:
        self._traces = Traces(notes, changes, clock, BAN)

    def all(self) -> dict[str, list[Done]]:
        """Everybody who was ever banned, with all that was done."""
        return self._traces.all()

    def now(self) -> dict[str, Done]:
        """Who is banned now, with the last thing that was done: since when, and why."""
        return {who: trace[-1] for who, trace in self.all().items() if trace[-1].did == "banned"}

    def against(self, address: str, marks: Iterable[str]) -> Done | None:
        """The ban that holds for somebody with one of these marks, or at this address; None if none does."""
        bans = self.now()
        for each in marks:
            if each in bans:
                return bans[each]
        networks = [who for who in bans if not who.startswith(PERSON)]
        if not networks:
            return None
        try:
            here = ip_address(address.partition("%")[0])
        except ValueError:  # a socket of this machine has no address
            return None
        here = getattr(here, "ipv4_mapped", None) or here
        return next((bans[each] for each in networks if here in ip_network(each)), None)

    def ban(self, who: str, why: str) -> str:
        """Bans somebody; gives the name by which it is noted. Raises InvalidSetup."""
        named = about(who)
        self._traces.put(named, "banned", why)
        return named

    def lift(self, who: str, why: str) -> str:
        """Lifts a ban. Raises InvalidSetup where there is none."""
        named = about(who)
        if named not in self.now():
            raise InvalidSetup(plain_refusal("not_banned", who=named))
        self._traces.put(named, "lifted", why)
        return named
