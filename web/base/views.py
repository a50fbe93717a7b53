"""What one viewer may see of a game, as documents for pages, the stream and the API alike."""

from collections.abc import Iterable, Sequence
from typing import Any

from flask_babel import gettext as _

from domain.kernel import ALL, PUBLIC, Order, Recorded, Seat
from domain.kernel.errors import IllegalOrder, InvalidSetup, NotAllowed
from projections import boards, documents
from web.base.language import language
from web.base.security import Visitor
from web.base.site import rule_set_of, site


def viewer_of(who: Visitor, desk: Any) -> Seat:
    """The seat whose view the person in front of the screen gets: the one that is asked, else the first."""
    for seat in desk.waiting:
        if seat in who.present:
            return Seat(seat)
    return who.present[0] if who.present else PUBLIC


def views_of(who: Visitor, desk: Any) -> tuple[Seat, ...]:
    """Every view that this person may choose: the public's, their own seats', everything after the end."""
    if desk.is_over:
        return (PUBLIC, *desk.standing.opened.seats, ALL)
    return (PUBLIC, *who.present)


def chosen_view(who: Visitor, desk: Any, asked: str | None) -> Seat:
    """The view asked for, or the usual one. Raises NotAllowed."""
    if not asked:
        return PUBLIC if desk.is_over and not who.present else viewer_of(who, desk)
    if asked in views_of(who, desk):
        return Seat(asked)
    if asked in (PUBLIC, ALL, *desk.standing.opened.seats):
        raise NotAllowed(_("You may see this game as %(asked)r only when it is over.", asked=asked))
    raise InvalidSetup(_("There is no seat %(asked)r in this game.", asked=asked))


def events_since(desk: Any, after: int, viewer: Seat, upto: int | None = None) -> list[dict[str, Any]]:
    """The events after version `after`, up to the desk's at most, as `viewer` may see them."""
    rule_set = rule_set_of(desk.game)
    last = desk.version if upto is None else min(upto, desk.version)
    found = site().games.recorded(desk.game, after, last) if last > after else []
    return [documents.event_document(rule_set, each, viewer, language()) for each in found]


def scene_at(desk: Any, viewer: Seat, version: int | None = None) -> dict[str, Any]:
    """The board as `viewer` may see it, at the desk or after event `version`. Raises IllegalOrder."""
    last = desk.version
    if version is not None and not 1 <= version <= last:
        raise IllegalOrder(
            _(
                "There is no event %(version)s; this game has events 1 to %(last)s.",
                version=version,
                last=last,
            )
        )
    if version in (None, last):
        return scene_document(desk, viewer)
    standing = site().games.standing(desk.game, version)
    return documents.scene_document(rule_set_of(desk.game), standing.state, viewer)


def desk_document(
    game: str, desk: Any, viewer: Seat, orders: Sequence[Order] | None = None
) -> dict[str, Any]:
    """Where the game stands for `viewer`: who is asked what, and the viewer's own menu, or these `orders` of
    it."""
    history = site().games.lately(game)
    found: dict[str, Any] = documents.desk_document(
        rule_set_of(game), desk, viewer, language(), history=history, orders=orders
    )
    return found


def log_rows(desk: Any, after: int, viewer: Seat, upto: int | None = None) -> list[dict[str, Any]]:
    """A row for each event after version `after`, up to the desk's or `upto`, as `viewer` may read them.

    A log shows `documents.told` of them.
    """
    last = desk.version if upto is None else min(upto, desk.version)
    return rows_of(desk.game, site().games.recorded(desk.game, after, last), viewer)


def rows_of(game: str, recorded: Iterable[Recorded], viewer: Seat) -> list[dict[str, Any]]:
    """The same for these events of a game."""
    rule_set, spoken = rule_set_of(game), language()
    return [documents.event_row(rule_set, each, viewer, spoken) for each in recorded]


def scene_document(desk: Any, viewer: Seat) -> dict[str, Any]:
    """The board that lies at the desk as `viewer` may see it: from Redis, if it is there already."""
    here = site()
    found: dict[str, Any] = boards.scene(here.redis, here.games, desk.game, viewer, desk.standing)
    return found


def with_undone(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Marks the lines that a later undo took back."""
    for row in rows:
        if row["event"] == "Undone":
            for other in rows:
                if row["to"] < other["version"] < row["version"]:
                    other["undone"] = True
    return rows


def hands_of(
    scene: dict[str, Any], public: dict[str, Any], viewer: Seat
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """(the hands that only this viewer sees, the piles that lie open to everybody), by owner; `public` are
    the hands as everybody may see them. A viewer's own hand is never a pile, whatever others know of it."""
    hands: dict[str, list[str]] = {}
    piles: dict[str, list[str]] = {}
    for owner, hand in scene["hands"].items():
        if cards := hand.get("cards"):
            is_open = owner != viewer and public.get(owner, {}).get("cards") == cards
            (piles if is_open else hands)[owner] = cards
    return hands, piles
