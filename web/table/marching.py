"""What a piece can reach, for the seat that may order it, and orders that are given at a stroke."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from flask_babel import gettext as _

from domain.kernel import InvalidOrder, Order, RuleSet, Seat, StaleOrder
from domain.kernel.codec import codec
from domain.kernel.prose import Prose
from domain.kernel.reach import Reach, Risk, Way, reach
from domain.store.marches import Marched, seen
from web.base.language import language
from web.base.recent import Recent
from web.base.site import prose_of, rule_set_of, site
from web.hosting import lessons
from web.table.oddsboard import odds_words, pill, sums

Document = dict[str, Any]
_known: Recent[Reach] = Recent(256)
"""What the pieces that were looked at last can reach."""
_read_list = msgspec.json.Decoder(list[Any]).decode


# What a piece can reach


def reach_document(
    game: str, seat: Seat, piece: str, moment: str | None = None, first: Sequence[Any] = ()
) -> Document:
    """{moment, piece, start, facing, stale, ways, turns, acts, ends, others}: what the piece can do now.

    Each way is {target, kind, cost, costs, spaces, facing, orders, from, comes, words, supposed, stops,
    why, final, then, odds, sums}: `orders` are sent as they are, `words` are sentences about what is to be
    feared, `supposed` names the parts that were filled in. A page that asks about a `moment` that is past is
    told so (`stale`), and nothing else. All ways begin with the orders `first` (parsed JSON): those to a
    way-point. Raises InvalidOrder.
    """
    rule_set, desk = rule_set_of(game), site().games.desk(game)
    document: Document = {"moment": desk.moment, "piece": piece}
    if moment is not None and moment != desk.moment:
        return stale_document(game, piece)
    found = Reach(piece)
    if seat in desk.waiting:
        read = codec(rule_set.id).convert_order
        found = _found(rule_set, desk, seat, piece, tuple(map(read, first)))
    words = prose_of(rule_set)
    return {
        **document,
        "stale": False,
        "start": found.start,
        "facing": found.facing,
        **{
            name: [_way_document(rule_set, words, way) for way in getattr(found, name)]
            for name in ("ways", "turns", "acts", "ends")
        },
        "others": [msgspec.to_builtins(order) for order in found.others],
    }


def stale_document(game: str, piece: str) -> Document:
    """What a page is told that asks about a moment that is past."""
    return {"moment": site().games.desk(game).moment, "piece": piece, "stale": True}


def _found(
    rule_set: RuleSet, desk: Any, seat: Seat, piece: str, first: tuple[Order, ...] = ()
) -> Reach:
    draft = tuple(desk.drafts.get(seat, ()))
    key = (site().games.store_id, desk.game, desk.moment, desk.version, seat, piece, draft, first)
    return _known.get(
        key, lambda: reach(rule_set, desk.standing.state, desk.agenda, seat, piece, draft, first)
    )


def _way_document(rule_set: RuleSet, words: Prose, way: Way) -> Document:
    return {
        "target": way.target,
        "kind": way.kind,
        "cost": way.cost,
        "costs": list(way.costs),
        "spaces": list(way.spaces),
        "facing": way.facing,
        "orders": [msgspec.to_builtins(order) for order in way.orders],
        "from": way.origin,
        "comes": way.comes,
        "words": [*_feared(words, way)],
        "supposed": [words.order(order) for order in way.supposed],
        "stops": way.stops,
        "why": way.why,
        "final": way.is_final,
        "then": msgspec.to_builtins(way.then) if way.then is not None else None,
        "odds": None if way.odds is None else odds_words(rule_set, way.odds),
        "sums": sums(rule_set, way.odds),
        "win": way.odds.win if way.odds is not None else None,
        "pill": pill(way.odds) if way.kind == "fight" else None,
    }


def _feared(words: Prose, way: Way) -> Iterator[str]:
    """What is to be feared on the way and at its end, as sentences."""
    told = [words.reached(risk.key, space=risk.space) for risk in way.risks if not _is_meant(way, risk)]
    if way.stays is not None:
        told.append(words.reached(way.stays.key, **way.stays.about))
    for said in told:
        yield said[:1].upper() + said[1:]


def _is_meant(way: Way, risk: Risk) -> bool:
    """Whether the fight is what one goes there for."""
    return (risk.key, way.kind) == ("fight", "fight")


# Orders at a stroke


def march(
    game: str, seat: Seat, orders: Sequence[Any], moment: str | None, awaited: str | None = None
) -> tuple[Marched, Document]:
    """Gives the orders (parsed JSON) one after the other; how it went: {done, of, stopped, rule, why, rest}.

    `rest` is {seat, orders, awaited} where a window has stopped it: what is left of it, to be sent again when
    the window has closed. With `awaited` nothing is given unless everybody let it pass.
    Raises what the first order raises; then nothing was recorded.
    """
    rule_set = rule_set_of(game)
    if awaited is not None and seen(rule_set, site().games.desk(game).standing.state, seat) != awaited:
        raise StaleOrder(_("The position has changed. Look at it again and choose anew."))
    if not moment:
        raise InvalidOrder(_("Several orders need the moment that they were made for."))
    read = codec(rule_set.id).convert_order
    given: list[Order] = [read(order) for order in orders]
    found = lessons.march(game, seat, given, moment)
    stop = found.stop
    return found, {
        "done": found.done,
        "of": len(given),
        "stopped": stop.said(language()) if stop is not None else None,
        "rule": stop.rule if stop is not None else None,
        "why": stop.key.removeprefix("stopped_") if stop is not None else None,
        "rest": {"seat": seat, "orders": list(orders[found.done :]), "awaited": found.awaited}
        if found.awaited
        else None,
    }


def orders_in(text: str) -> list[Any]:
    """The orders of a form's field. Raises InvalidOrder."""
    try:
        return _read_list(text)
    except (msgspec.DecodeError, RecursionError) as problem:
        raise InvalidOrder(_("The orders cannot be read: %(problem)s", problem=problem)) from problem
