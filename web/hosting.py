"""Opening games, joining them and forking them: what pages and API do alike."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext

from domain.kernel import IllegalOrder, RuleSet, Scenario, Seat, Undone, titled
from domain.kernel.errors import InvalidSetup, NotAllowed
from domain.kernel.events import CHOSEN
from domain.store import Holder, Terms
from domain.store.house import USUAL
from domain.store.people import clean_name
from web.security import Visitor
from web.site import prose_of, site

KINDS = {
    "me": lazy_gettext("Me, at this screen"),
    "hotseat": lazy_gettext("Somebody else at this screen"),
    "invitation": lazy_gettext("A friend, by invitation link"),
    "bot": lazy_gettext("The computer"),
    "open": lazy_gettext("Open to anybody"),
}


@dataclass(frozen=True)
class Place:
    """How one seat is to be filled: a kind of `KINDS`, and a name (a policy for the computer)."""

    kind: str
    name: str = ""


def checked(title: str, scenario: str, seats: tuple[str, ...], options: Mapping[str, str]) -> Scenario:
    """The scenario, if it can be played so. Raises InvalidSetup, naming what would work."""
    found = titled(title).scenario(scenario)
    if seats not in found.seatings:
        known = "; ".join(", ".join(each) for each in found.seatings)
        raise InvalidSetup(
            _(
                "%(found)s is played by %(known)s; not by %(seats)s.",
                found=found.name,
                known=known,
                seats=", ".join(seats) or _("nobody"),
            )
        )
    for name, choice in options.items():
        option = next((each for each in found.options if each.id == name), None)
        if option is None:
            raise InvalidSetup(_("%(found)s has no option %(name)r.", found=found.name, name=name))
        if choice not in option.choices:
            known = ", ".join(option.choices)
            raise InvalidSetup(
                _(
                    "%(option)s is one of %(known)s; not %(choice)r.",
                    option=option.name,
                    known=known,
                    choice=choice,
                ),
                option.rule,
            )
    return found


def holders_for(places: Mapping[Seat, Place], rule_set: RuleSet) -> dict[Seat, Holder]:
    """Who holds each seat at the start. Raises InvalidSetup."""
    words = prose_of(rule_set)
    return {seat: _holder(place, words.name(seat)) for seat, place in places.items()}


def _holder(place: Place, seat_name: str) -> Holder:
    name = clean_name(place.name)
    if place.kind == "me":
        return Holder("person", name or _("%(seat)s player", seat=seat_name))
    if place.kind == "hotseat":
        return Holder("hotseat", name or _("%(seat)s player", seat=seat_name))
    if place.kind == "invitation":
        return Holder("person", "")
    if place.kind == "open":
        return Holder("open", "")
    if place.kind == "bot":
        return Holder("bot", name)
    raise InvalidSetup(
        _("A seat is filled by %(known)s; not by %(kind)r.", known=", ".join(KINDS), kind=place.kind)
    )


def own_seats(places: Mapping[Seat, Place]) -> tuple[Seat, ...]:
    """The seats that the browser which opens the game holds."""
    return tuple(seat for seat, place in places.items() if place.kind in ("me", "hotseat"))


def open_game(
    title: str,
    scenario: str,
    options: Mapping[str, str],
    name: str,
    places: Mapping[Seat, Place],
    cover: int = 0,
    terms: Terms = USUAL,
    dice: str = "",
) -> str:
    """Opens a game and returns its id. `cover`: seconds that windows stay open; `dice`: see `known_dice`.

    Raises InvalidSetup, or UnknownGame and NotAllowed for a game whose dice are not known.
    """
    checked(title, scenario, tuple(places), options)
    dice_of, seed = known_dice(dice)
    holders = holders_for(places, titled(title))
    game: str = site().games.create(
        title,
        scenario,
        seats=tuple(places),
        options=dict(options),
        name=clean_name(name),
        holders=holders,
        cover=cover * 1000,
        terms=terms,
        dice_of=dice_of,
        seed=seed,
    )
    return game


def known_dice(text: str) -> tuple[str, bytes | None]:
    """(whose dice an experiment has, the seed if it was chosen), from a game's link or id, or from a seed.

    An empty text is no experiment. Raises InvalidSetup.
    """
    tidy = text.strip().lower()
    if re.fullmatch(r"[0-9a-f]{64}", tidy):
        return CHOSEN, bytes.fromhex(tidy)
    found = re.search(r"\b[0-9a-f]{32}\b", tidy)
    if tidy and not found:
        raise InvalidSetup(
            _("Known dice: the link or id of a finished game, or a seed of 64 hexadecimal digits.")
        )
    return found[0] if found else "", None


def fork_game(who: Visitor, version: int, same_fate: bool, name: str, places: Mapping[Seat, Place]) -> str:
    """A new game from the last decision at or before event `version` of another.

    Raises NotAllowed where others still play in the parent.
    """
    games = site().games
    rule_set = games.rule_set(who.game)
    seats = games.standing(who.game).opened.seats
    if set(places) != set(seats):
        raise InvalidSetup(_("Say who holds each of the seats %(seats)s.", seats=", ".join(seats)))
    holders = holders_for(places, rule_set)
    game: str = games.fork(
        who.game,
        fork_point(who.game, version),
        same_fate=same_fate,
        name=clean_name(name),
        holders=holders,
        asking=who.seats,
    )
    return game


def fork_point(game: str, version: int) -> int:
    """The last decision at or before event `version`, where a fork can begin; the first one if none is."""
    points = [
        each.version
        for each in site().games.history(game).recorded
        if each.version > 1 and not each.left and (each.agenda or isinstance(each.body, Undone))
    ]
    before = [point for point in points if point <= version]
    return before[-1] if before else points[0]


def is_free(holder: Holder, invited: bool) -> bool:
    """Whether somebody may sit down: open to anybody, or reserved for whom the invitation reached."""
    return holder.kind == "open" or (invited and holder.kind == "person" and not holder.name)


def sit_down(game: str, seat: Seat, name: str, invited: bool) -> None:
    """`name` takes a free seat; its key changes, so the invitation is used up. Raises NotAllowed."""
    games = site().games
    holder = games.holders(game).get(seat)
    if holder is None:
        raise InvalidSetup(_("This game has no seat %(seat)r.", seat=seat))
    if not is_free(holder, invited):
        raise NotAllowed(_("This seat is taken. Watch the game, or ask its host for another seat."))
    name = clean_name(name)
    if not name:
        raise InvalidSetup(_("Type the name that the others shall see."))
    games.take_seat(game, seat, Holder("person", name))
    games.addresses.drop(game, seat)
    games.proofs.drop(game, seat)
    games.new_seat_key(game, seat)


def renew_link(who: Visitor, seat: str) -> Seat:
    """A new key for `seat`: every older link and browser loses it. The host or its holder may do this.

    A seat that a guest holds becomes an invitation again when the host renews it. Raises NotAllowed.
    """
    games = site().games
    holder = games.holders(who.game).get(Seat(seat))
    if holder is None:
        raise InvalidSetup(_("This game has no seat %(seat)r.", seat=seat))
    if seat not in who.present and not (who.is_host and seat not in who.seats):
        raise NotAllowed(_("Only the seat's player or the game's host may renew its link."))
    if holder.kind == "bot":
        raise NotAllowed(_("The computer holds this seat; it needs no link."))
    games.new_seat_key(who.game, Seat(seat))
    if seat not in who.seats and holder.kind != "open":
        games.take_seat(who.game, Seat(seat), Holder("person", ""))
        games.addresses.drop(who.game, Seat(seat))
        games.proofs.drop(who.game, Seat(seat))
    return Seat(seat)


def undo_to(who: Visitor, desk: Any) -> int | None:
    """The version that an undo by this browser would go back to, or None."""
    if not who.present:
        return None
    found: int | None = site().games.undo_target(who.game, who.seats)
    return found


def take_back(who: Visitor, to: int | None = None) -> Any:
    """Undo to `to` (or the last order): at once where free, else a request to the others.

    Raises NotAllowed.
    """
    games = site().games
    if not who.present:
        raise NotAllowed(_("Only a player may take back. Open your seat's link first."))
    target = to if to is not None else games.undo_target(who.game, who.seats)
    if target is None:
        raise IllegalOrder(_("There is nothing of yours to take back."))
    return games.take_back(who.game, who.seats, target)
