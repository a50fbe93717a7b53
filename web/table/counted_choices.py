"""Series: several like choices of one decision (losses, above all) counted out and given at a stroke."""

from collections.abc import Sequence

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from domain.kernel import InvalidOrder, Seat
from domain.kernel.codec import codec
from domain.kernel.decisions import Ask, Draft
from domain.kernel.numbers import whole_number
from domain.kernel.orders import Order
from domain.store import Desk
from web.base.security import Visitor, require_seat
from web.base.site import rule_set_of, site
from web.hosting import lessons
from web.table.menus import Menu, due_of, spread


def counts(menu: Menu, is_suggested: bool) -> list[int]:
    """How often each option of the series stands in its form: not at all, or as is suggested."""
    return spread([option["most"] for option in menu.series], menu.due if is_suggested else 0)


def give(who: Visitor, form: MultiDict[str, str]) -> None:
    """Gives the orders of the form, `order` by `order`, as often as its `count` says.

    A counter that cannot be changed may take more than was counted: then what is no longer there is left
    out, and the rest once the question is answered. Raises InvalidOrder for other numbers than are asked
    for, StaleOrder if the game has gone on; then nothing was recorded.
    """
    seat = require_seat(who, form.get("seat", ""))
    desk, moment = site().games.desk(who.game), form.get("moment", "")
    orders = _counted(who.game, form)
    asked = _asked(desk, seat)
    if asked is not None and desk.moment == moment:
        _check(asked, orders, desk.drafts.get(seat, ()))
    desk = lessons.order(who.game, seat, orders[0], moment)
    for order in orders[1:]:
        again = _asked(desk, seat)
        if again is None or asked is None or again.prompt != asked.prompt:
            return
        if order in again.menu():
            desk = lessons.order(who.game, seat, order, desk.moment)


def _asked(desk: Desk, seat: Seat) -> Ask | None:
    return desk.decision.ask(seat) if desk.decision else None


def _counted(game: str, form: MultiDict[str, str]) -> list[Order]:
    """Every order as often as it was counted. Raises InvalidOrder for what is no number or no order, and
    for nothing at all."""
    read = codec(rule_set_of(game).id).read_order
    numbers = [whole_number(text, digits=3) for text in form.getlist("count")]
    if None in numbers:
        raise InvalidOrder(_("How often each is chosen must be a whole number."))
    pairs = zip(form.getlist("order"), numbers, strict=False)
    found = [order for text, number in pairs for order in [read(text)] * (number or 0)]
    if not found:
        raise InvalidOrder(_("Nothing was chosen: count out what is to be lost."))
    return found


def _check(ask: Ask, orders: Sequence[Order], draft: Draft) -> None:
    """Raises InvalidOrder unless the decision asks for so many, and each may be given so often."""
    due = due_of(ask.most.values(), ask.left(draft))
    if len(orders) != due or any(orders.count(order) > ask.most.get(order, 0) for order in orders):
        raise InvalidOrder(_("Choose %(due)s in all, and each no more often than it is there.", due=due))
