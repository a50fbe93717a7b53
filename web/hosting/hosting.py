"""Opening games, joining them and forking them: what pages and API do alike."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from flask_babel import gettext as _
from flask_babel import lazy_gettext

from domain.kernel import IllegalOrder, RuleSet, Seat, TimeControl, Undone
from domain.kernel.errors import InvalidSetup, NotAllowed
from domain.kernel.events import CHOSEN
from domain.kernel.presentation import presentation_of
from domain.store import Holder, Terms
from domain.store.house import USUAL
from domain.store.openings import checked_setup
from domain.store.people import clean_name
from domain.store.standing_orders import StandingOrder
from web.base import logins, security
from web.base.security import Visitor
from web.base.site import prose_of, site
from web.hosting import kept_names, lessons, pins_and_phrases

KINDS = {
    "me": lazy_gettext("Me, at this screen"),
    "hotseat": lazy_gettext("Somebody else at this screen"),
    "invitation": lazy_gettext("A friend, by invitation link"),
    "bot": lazy_gettext("The computer"),
    "open": lazy_gettext("Open to anybody"),
}


@dataclass(frozen=True)
class SeatPlan:
    """How one seat is to be filled: a kind of `KINDS`, and a name (a policy for the computer)."""

    kind: str
    name: str = ""


def holders_for(
    plans: Mapping[Seat, SeatPlan], rule_set: RuleSet, known: Mapping[Seat, str] | None = None
) -> dict[Seat, Holder]:
    """Who holds each seat at the start; `known` are names that these seats may have whoever keeps them.

    Raises InvalidSetup, NameKept.
    """
    words = prose_of(rule_set)
    return {
        seat: _holder(plan, words.name(seat), (known or {}).get(seat, ""))
        for seat, plan in plans.items()
    }


def _holder(plan: SeatPlan, seat_name: str, known: str) -> Holder:
    name = clean_name(plan.name)
    if plan.kind in ("me", "hotseat") and name != known:
        kept_names.check(name)
    if plan.kind == "me" and not name:
        name = logins.own_name()
    if plan.kind == "me":
        return Holder("person", name or _("Player of %(seat)s", seat=seat_name))
    if plan.kind == "hotseat":
        return Holder("hotseat", name or _("Player of %(seat)s", seat=seat_name))
    if plan.kind == "invitation":
        return Holder("person", "")
    if plan.kind == "open":
        return Holder("open", "")
    if plan.kind == "bot":
        return Holder("bot", name)
    raise InvalidSetup(
        _("A seat is filled by %(known)s; not by %(kind)r.", known=", ".join(KINDS), kind=plan.kind)
    )


def own_seats(plans: Mapping[Seat, SeatPlan]) -> tuple[Seat, ...]:
    """The seats that the browser which opens the game holds."""
    return tuple(seat for seat, plan in plans.items() if plan.kind in ("me", "hotseat"))


def open_game(
    title: str,
    scenario: str,
    options: Mapping[str, str],
    name: str,
    plans: Mapping[Seat, SeatPlan],
    cover: int = 0,
    terms: Terms = USUAL,
    dice: str = "",
    pack: str = "",
    clock: TimeControl | None = None,
) -> str:
    """Opens a game and returns its id. `cover`: seconds that windows stay open; `dice`: see `known_dice`;
    `pack`: name or digest of a data pack that is offered. Whoever plays against the computer alone is asked
    only where he can play something.

    Raises InvalidSetup, or UnknownGame and NotAllowed for a game whose dice are not known.
    """
    rule_set = rules_on(title, pack)
    checked_setup(rule_set, scenario, tuple(plans), options)
    dice_of, seed = known_dice(dice)
    holders = holders_for(plans, rule_set)
    game: str = site().games.create(
        title,
        scenario,
        seats=tuple(plans),
        options=dict(options),
        name=clean_name(name),
        holders=holders,
        cover=cover * 1000,
        terms=terms,
        dice_of=dice_of,
        seed=seed,
        pack=pack,
        clock=at_screens(clock, plans),
    )
    own = [seat for seat, plan in plans.items() if plan.kind != "bot"]
    if len(own) < len(plans) and all(plans[seat].kind == "me" for seat in own):
        for seat in own:  # no other person could guess anything from how quickly a chance passes
            site().games.stand_by(game, Seat(seat), StandingOrder(pass_empty=True))
    return game


def at_screens(clock: TimeControl | None, plans: Mapping[Seat, SeatPlan]) -> TimeControl | None:
    """The clock of a game whose seats are filled so: those of this screen have none against each other."""
    own = own_seats(plans)
    return msgspec.structs.replace(clock, one_screen=own) if clock is not None and len(own) > 1 else clock


def open_usual(rule_set: RuleSet, name: str, others: SeatPlan) -> str:
    """The usual game of a title for this browser, whose player is called `name`, the `others` in every other
    seat; against the computer there are hints. Gives its id."""
    usual = presentation_of(rule_set.id).start
    plans = {seat: SeatPlan("me", name) if seat == usual.you else others for seat in usual.seats}
    terms = Terms(hints=others.kind == "bot")
    game = open_game(rule_set.id, usual.scenario, {}, "", plans, terms=terms)
    security.give_seats(game, *own_seats(plans), host=True)
    return game


def rules_on(title: str, pack: str) -> RuleSet:
    """The rules of a title on a data pack that is offered (its name or digest), or on the built-in data.

    Raises InvalidSetup.
    """
    found: RuleSet = site().games.packs.chosen(title, pack)[0]
    return found


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


def sees_all(who: Visitor) -> bool:
    """Whether a game has no secret for whoever is present: it is over, or they play all of its seats."""
    desk = site().games.desk(who.game)
    return desk.is_over or set(who.present) >= set(desk.standing.opened.seats)


def together(who: Visitor, pins: Mapping[str, str]) -> Visitor:
    """The visitor with everybody at this screen present, where a running game has all its people here.

    Who is not in front of the screen and has set a PIN must have given it (`pins`, by seat): what shows a
    running game from all sides is done by all its people together, or when it is over. Raises NotAllowed.
    """
    seats = site().games.standing(who.game).opened.seats
    if sees_all(who) or not set(who.seats) >= set(seats):
        return who
    for person in pins_and_phrases.locked(who):
        if not pins_and_phrases.opens(who, person, pins.get(person, "")):
            name = site().games.holders(who.game)[person].name
            raise NotAllowed(_("This shows all hands, so it also needs the PIN of %(name)s.", name=name))
    return replace(who, present=who.seats)


def fork_game(
    who: Visitor,
    version: int,
    same_fate: bool,
    name: str,
    plans: Mapping[Seat, SeatPlan],
    pins: Mapping[str, str] | None = None,
    clock: TimeControl | None = None,
) -> str:
    """A new game from the last decision at or before event `version` of another.

    People who keep their seats keep their PINs. Raises NotAllowed where others still play in the parent, or
    somebody at this screen has not given their PIN.
    """
    games = site().games
    who = together(who, pins or {})
    rule_set = games.rule_set(who.game)
    seats = games.standing(who.game).opened.seats
    if set(plans) != set(seats):
        raise InvalidSetup(_("Say who holds each of the seats %(seats)s.", seats=", ".join(seats)))
    before = games.holders(who.game)
    holders = holders_for(plans, rule_set, {seat: before[seat].name for seat in who.present})
    game: str = games.fork(
        who.game,
        fork_point(who.game, version),
        same_fate=same_fate,
        name=clean_name(name),
        holders=holders,
        asking=who.present,
        clock=at_screens(clock, plans),
    )
    for seat in own_seats(plans):
        if holders[seat].name == before[seat].name:
            games.proofs.carry_over(who.game, game, seat)
    return game


def fork_point(game: str, version: int) -> int:
    """The last decision at or before event `version`, where a fork can begin; the first one if none is."""
    points: list[int] = [
        each.version
        for each in site().games.history(game).recorded
        if each.version > 1 and not each.left and (each.agenda or isinstance(each.body, Undone))
    ]
    before = [point for point in points if point <= version]
    return before[-1] if before else points[0]


def is_free(holder: Holder, invited: bool) -> bool:
    """Whether somebody may sit down: open to anybody, or reserved for whom the invitation reached."""
    return holder.kind == "open" or (invited and holder.kind == "person" and not holder.name)


def sit_down(who: Visitor, seat: Seat, name: str, invited: bool) -> None:
    """`name` takes a free seat; its key changes, so the invitation is used up. Raises NotAllowed.

    A seat that somebody had played goes to no browser that plays against it.
    """
    games, game = site().games, who.game
    holder = games.holders(game).get(seat)
    if holder is None:
        raise InvalidSetup(_("This game has no seat %(seat)r.", seat=seat))
    _require_free(holder, invited)
    standing = games.standing(game)
    side = games.rule_set(game).side_of(seat, standing.opened.seats, standing.state)
    if games.former(game, seat) and set(who.seats) - set(side):
        raise NotAllowed(_("This browser plays against this seat. Somebody else must take it, elsewhere."))
    name = kept_names.check(name)
    if not name:
        raise InvalidSetup(_("Type the name that the others shall see."))
    games.take_seat(game, seat, Holder("person", name), lambda now: _require_free(now, invited))
    games.forget_holder(game, seat)
    site().hub.announce(game)


def _require_free(holder: Holder, invited: bool) -> None:
    if not is_free(holder, invited):
        raise NotAllowed(_("This seat is taken. Watch the game, or ask its host for another seat."))


def seat_link(who: Visitor, seat: Seat) -> str | None:
    """The token of the link that this visitor may see: an unused invitation (the host), or one's own seat.

    The key is read before it is seen that the seat is free: whoever sits down afterwards has another one.
    """
    if seat in who.present:
        return security.token_of(who.game, {seat: dict(who.keys)[seat]})
    if not who.is_host:
        return None
    key = site().games.seat_key(who.game, seat)
    is_invitation = is_free(site().games.holders(who.game)[seat], invited=True)
    return security.token_of(who.game, {seat: key}) if is_invitation else None


def renew_link(who: Visitor, seat: str) -> dict[str, str]:
    """A new key for `seat`, by seat: every older link and browser loses it.

    Its holder may do this at any time, the host while nobody holds it. Raises NotAllowed.
    """
    games = site().games
    _holder_of(who, seat)
    key = dict(who.keys)[seat] if seat in who.present else games.seat_key(who.game, Seat(seat))
    holder = _holder_of(who, seat)
    if seat not in who.present and not (who.is_host and seat not in who.seats):
        raise NotAllowed(_("Only the seat's player or the game's host may renew its link."))
    if holder.kind == "bot":
        raise NotAllowed(_("The computer holds this seat; it needs no link."))
    if seat not in who.present and not is_free(holder, invited=True):
        raise NotAllowed(_("Somebody plays this seat. Ask for it in public: its player has time to answer."))
    new = games.new_seat_key(who.game, Seat(seat), was=key)
    if new is None:
        raise NotAllowed(_("Somebody has just changed this link. Look at it again."))
    site().hub.announce(who.game)
    return {seat: new}


def may_ask_for(who: Visitor, seat: str) -> bool:
    """Whether this visitor may ask in public for a seat that somebody else plays."""
    holder = site().games.holders(who.game)[Seat(seat)]
    is_played = holder.kind in ("person", "hotseat") and not is_free(holder, invited=True)
    return who.is_host and seat not in who.seats and is_played


def ask_for_seat(who: Visitor, seat: str) -> None:
    """The host asks in public for a seat whose player seems to be gone. Raises NotAllowed."""
    site().games.ask_for_seat(who.game, _asked_for(who, seat), _called(who))


def free_seat(who: Visitor, seat: str) -> None:
    """The host frees a seat whose player did not answer in time. Raises NotAllowed."""
    site().games.free_seat(who.game, _asked_for(who, seat), _called(who))
    site().hub.announce(who.game)


def _asked_for(who: Visitor, seat: str) -> Seat:
    _holder_of(who, seat)
    if not may_ask_for(who, seat):
        raise NotAllowed(_("Only the game's host may ask for a seat, and only for one that others play."))
    return Seat(seat)


def _holder_of(who: Visitor, seat: str) -> Holder:
    holder: Holder | None = site().games.holders(who.game).get(Seat(seat))
    if holder is None:
        raise InvalidSetup(_("This game has no seat %(seat)r.", seat=seat))
    return holder


def _called(who: Visitor) -> str:
    """The name of the person who asks, as the log tells it."""
    holders = site().games.holders(who.game)
    return next((holders[seat].name for seat in who.present if holders[seat].name), "host")


def undo_to(who: Visitor, desk: Any, is_whole: bool = True) -> int | None:
    """The version that an undo by the person in front of the screen would go back to, or None.

    A march goes back as one, or by its last step if not `is_whole`.
    """
    if not who.present:
        return None
    found: int | None = site().games.undo_target(who.game, who.present, is_whole)
    return found


def take_back(who: Visitor, to: int | None = None, is_whole: bool = True) -> Any:
    """Undo to `to`, or of the last order or march, or of its last step if not `is_whole`: at once where free,
    else a request to the others.

    Raises NotAllowed.
    """
    games = site().games
    if not who.present:
        raise NotAllowed(_("Only a player may take back. Open your seat's link first."))
    if lessons.walk_of(who.game) is not None:
        return lessons.back(who.game)
    target = to if to is not None else games.undo_target(who.game, who.present, is_whole)
    if target is None:
        raise IllegalOrder(_("There is nothing of yours to take back."))
    return games.take_back(who.game, who.present, target)


def plans_in(form: Any, seats: tuple[Seat, ...]) -> dict[Seat, SeatPlan]:
    """How the form fills each seat."""
    return {
        seat: SeatPlan(
            form.get(f"kind_{seat}", "open"),
            form.get(f"policy_{seat}" if form.get(f"kind_{seat}") == "bot" else f"name_{seat}", ""),
        )
        for seat in seats
    }
