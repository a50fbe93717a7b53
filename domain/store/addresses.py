"""Where the holder of a seat wants to hear that it is their move: a mail address, a webhook.

They are secrets of the seat: kept here alone, never in an event, an archive or another player's page.
"""

from secrets import token_hex
from typing import Literal

import msgspec

from domain.kernel.seats import Seat
from domain.store.faults import storing
from domain.store.vault import ADDRESS, Notes

Way = Literal["mail", "hook"]
WAYS: tuple[Way, ...] = ("mail", "hook")
OPENED = "opened"
"""Stands in the place of the last decision that was told of where it is to be told that the game is there."""


class Address(msgspec.Struct, frozen=True):
    """Where notices for a seat go.

    `secret` ties links in mails to this entry and signs what a webhook gets. `told` names the last decision
    that a notice told of, `at` when (milliseconds since 1970), `problem` why the last one failed. `reminded`
    names the last decision for which it was told that little time is left.
    """

    to: str
    secret: str
    language: str = "en"
    is_confirmed: bool = False
    told: str = ""
    at: int = 0
    problem: str = ""
    reminded: str = ""

    def __repr__(self) -> str:
        return "Address(...)"


_read = msgspec.json.Decoder(Address).decode


def new_address(to: str, language: str, *, is_confirmed: bool) -> Address:
    """An address as it was typed, with a fresh secret."""
    return Address(to, token_hex(32), language, is_confirmed)


class Addresses:
    """The notes about addresses."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def of(self, game: str) -> dict[tuple[Way, Seat], Address]:
        """Every address of a game, by way and seat."""
        with storing("Reading the addresses"):
            found = self._notes.about(game, (ADDRESS,))
        known: dict[tuple[Way, Seat], Address] = {}
        for _, place, body in found:
            way, _, seat = place.partition(".")
            known["mail" if way == "mail" else "hook", Seat(seat)] = _read(body)
        return known

    def failed(self) -> dict[str, dict[tuple[Way, Seat], Address]]:
        """The addresses of every game whose last notice or confirmation has failed."""
        with storing("Reading the addresses"):
            games = {game for game, _place, body in self._notes.everywhere(ADDRESS) if _read(body).problem}
        found = {game: self.of(game) for game in games}
        return {
            game: {key: each for key, each in addresses.items() if each.problem}
            for game, addresses in found.items()
        }

    def keep(self, game: str, way: Way, seat: Seat, new: Address) -> None:
        """Puts an address in the place of whatever was there."""
        with storing("Keeping the address"):
            self._notes.remove(ADDRESS, game, f"{way}.{seat}")
            self._notes.write(ADDRESS, game, f"{way}.{seat}", _written(new))

    def carry_over(self, game: str, to: str, seat: Seat, as_seat: Seat, told: str = "") -> None:
        """What the seat of a game hears, `as_seat` of another game hears of that one; with `OPENED` also that
        it is there."""
        for (way, each), address in self.of(game).items():
            if each == seat:
                fresh = msgspec.structs.replace(address, told=told, at=0, problem="")
                self.keep(to, way, as_seat, fresh)

    def change(self, game: str, way: Way, seat: Seat, was: Address, new: Address) -> bool:
        """Changes an address that still is `was`. False if it was changed or dropped since."""
        with storing("Changing the address"):
            return self._notes.write(ADDRESS, game, f"{way}.{seat}", _written(new), was=_written(was))

    def drop(self, game: str, seat: Seat, *ways: Way) -> None:
        """Forgets the addresses of a seat: all, or those of some ways."""
        with storing("Forgetting the address"):
            for way in ways or WAYS:
                self._notes.remove(ADDRESS, game, f"{way}.{seat}")


def _written(address: Address) -> str:
    return msgspec.json.encode(address).decode()
