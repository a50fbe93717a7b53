"""Documents: what anybody may see, as plain JSON-ready dicts.

The projections store them, the pages draw from them, the API sends them; nothing else leaves the
domain. Each is made for one viewer: a seat, PUBLIC, or ALL (finished games and the host's tools).
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from domain.kernel import PUBLIC, Recorded, Rolled, RuleSet, Scene, Seat, Standing, Undone, result_of
from domain.kernel.decisions import Ask, Draft
from domain.kernel.events import Event, is_quiet, rule_of
from domain.kernel.history import Remembers, orders_of, under_way
from domain.kernel.memory import Memory
from domain.kernel.orders import Order
from domain.kernel.prose import Prose, prose
from domain.kernel.scene import SCALARS, SECTIONS, shared_section

if TYPE_CHECKING:
    from domain.store import Desk, Takeback

Document = dict[str, Any]


def scene_document(rule_set: RuleSet, state: Any, viewer: Seat) -> Document:
    """The board as `viewer` may see it, in the form that `domain.kernel.scene.applied` changes.

    Equal to `domain.kernel.scene.plain` of the view. Parts of it are shared: never change it in place.
    """
    return shared_plain(rule_set.view(state, viewer))


def open_hands(rule_set: RuleSet, state: Any) -> Document:
    """The hands of the board as everybody may see it."""
    return shared_section(rule_set.view(state, PUBLIC).hands)


def shared_plain(scene: Scene) -> Document:
    """`plain(scene)`; sections that several scenes share are turned into JSON form once."""
    document: Document = {name: getattr(scene, name) for name in SCALARS}
    for section in SECTIONS:
        entries = getattr(scene, section)
        document[section] = _sections.get((entries,), (), partial(shared_section, entries))
    return document


_sections = Memory()


def event_row(rule_set: RuleSet, recorded: Recorded, viewer: Seat, language: str = "en") -> Document:
    """One line of the log: {version, at, event, text, rule, mark, follow_up?, march?, quiet?, seat?, dice?,
    to?}.

    `at` is milliseconds since 1970. `follow_up` is true where the event follows from the same command as the
    one before it, or goes on with the same march: then `march` is true as well. `quiet` is true where a log
    leaves the event out (see `told`). `dice` stands on rolls: values, score and its exact mean, and the names
    of the faces if they have any. `to` stands on an undo: the version
    that it went back to.
    """
    return _row(recorded, rule_set.redact(recorded.body, viewer), rule_set, language)


def _row(recorded: Recorded, body: Event, rule_set: RuleSet, language: str) -> Document:
    name = type(body).__name__
    row: Document = {
        "version": recorded.version,
        "at": recorded.at,
        "event": name,
        "text": prose(rule_set, language).event(body),
        "rule": rule_of(body),
        "mark": rule_set.marks.get(name, ""),
    }
    if recorded.is_follow_up or recorded.goes_on:
        row["follow_up"] = True
    if recorded.goes_on:
        row["march"] = True
    if is_quiet(body):
        row["quiet"] = True
    seat = getattr(body, "seat", None)
    if seat is not None:
        row["seat"] = seat
    if isinstance(body, Rolled):
        row["dice"] = {
            "values": list(body.values),
            "sides": body.sides,
            "score": body.score,
            "mean": body.mean,
            "told": prose(rule_set, language).luck(body),
        }
        if faces := rule_set.faces_of(body):
            row["dice"]["faces"] = list(map(prose(rule_set, language).name, faces))
    if isinstance(body, Undone):
        row["to"] = body.to
    return row


HEADS = ("turn", "phase")
"""Marks of events with which something new begins."""


def told(rows: Sequence[Document]) -> list[Document]:
    """The rows that a log shows: without those of quiet events. The first of a command stays its head, and
    a turn or a phase that begins is one, whatever it follows from."""
    found: list[Document] = []
    starts = False
    for row in rows:
        starts = starts or "follow_up" not in row or row.get("mark") in HEADS
        if row.get("quiet"):
            continue
        if starts and "follow_up" in row:
            row = {key: value for key, value in row.items() if key != "follow_up"}
        found.append(row)
        starts = False
    return found


def event_document(rule_set: RuleSet, recorded: Recorded, viewer: Seat, language: str = "en") -> Document:
    """`event_row` with `fields`: all that the viewer may know of the event."""
    body = rule_set.redact(recorded.body, viewer)
    return {**_row(recorded, body, rule_set, language), "fields": msgspec.to_builtins(body)}


def result_document(rule_set: RuleSet, standing: Standing) -> Document | None:
    """How a game that is over ended: {winners, rule, scores, counts, reason}."""
    result = result_of(rule_set, standing)
    return None if result is None else msgspec.to_builtins(result)


def desk_document(
    rule_set: RuleSet,
    desk: "Desk",
    viewer: Seat = PUBLIC,
    language: str = "en",
    undo_to: int | None = None,
    history: Remembers | None = None,
    orders: Sequence[Order] | None = None,
) -> Document:
    """The decision that stands, as the holder of seat `viewer` (or PUBLIC) may see it.

    Only the seat that is asked learns the prompt, its draft and its menu; everybody learns whom the
    rules ask (`asked`) and who has not answered yet (`waiting`). While a response window is open
    (`window` is its kind) others wait for all that are asked, whoever has answered. `standing` is the
    viewer's own standing order, `automatic` whether it let this window pass; `undo_to` is what
    `games.undo_target` says for the viewer's seats. `trail` are the viewer's own orders that the decision
    is a part of, as far as `history` tells, `draft` the parts of the answer that are chosen already.
    `offer` is the draw that is offered: {by, agreed}; `resigning` are those on the viewer's side who
    would resign. Of a long menu only these `orders` are told, if they are given.
    """
    standing, decision = desk.standing, desk.decision
    ask = decision.ask(viewer) if decision is not None else None
    draft: Draft = desk.drafts.get(viewer, ()) if ask is not None else ()
    words = prose(rule_set, language)
    seats = standing.opened.seats
    return {
        "game": desk.game,
        "moment": desk.moment,
        "version": desk.version,
        "over": desk.is_over,
        "result": result_document(rule_set, standing) if desk.is_over else None,
        "asked": list(decision.seats) if decision is not None else [],
        "waiting": list(desk.seen_waiting([viewer])),
        "window": desk.window,
        "prompt": _prompt(words, ask, draft),
        "trail": [words.order(order) for order in _trail(desk, viewer, history)] if ask is not None else [],
        "draft": [words.order(order) for order in draft],
        "options": [
            option_document(rule_set, standing.state, order, words, ask, draft)
            for order in (desk.menu(viewer) if orders is None else orders)
        ]
        if ask is not None
        else [],
        "takeback": _takeback(desk.takeback, viewer),
        "offer": None if standing.offer is None else msgspec.to_builtins(standing.offer),
        "resigning": [seat for seat in desk.resigning if seat in _side(rule_set, standing, viewer)],
        "undo_to": undo_to,
        "standing": msgspec.to_builtins(desk.standing_order(viewer)) if viewer in seats else None,
        "automatic": viewer in desk.automatic,
    }


def _side(rule_set: RuleSet, standing: "Standing", viewer: Seat) -> tuple[Seat, ...]:
    return rule_set.side_of(viewer, standing.opened.seats, standing.state)


def _trail(desk: "Desk", viewer: Seat, history: Remembers | None) -> list[Order]:
    before = () if history is None else under_way(history, desk.version, desk.agenda, viewer)
    return [*before, *orders_of(desk.rounds, viewer)]


def option_document(
    rule_set: RuleSet, state: Any, order: Order, words: Prose, ask: Ask, draft: Draft
) -> Document:
    """One order of a menu: its label, its JSON form, how the board shows it and how often it may be given."""
    hint, called = rule_set.hint(state, order), ask.called(draft, order)
    return {
        "label": words.order(order) if called is None else words.told(called),
        "order": msgspec.to_builtins(order),
        "piece": hint.piece,
        "target": hint.target,
        "kind": hint.kind,
        "cost": hint.cost,
        "closes": type(order).closes,
        "most": ask.most.get(order),
    }


def _prompt(words: Prose, ask: Ask | None, draft: Draft) -> Document | None:
    if ask is None:
        return None
    return {
        "seat": ask.seat,
        "text": words.prompt(ask, draft),
        "rule": ask.rule,
        "left": ask.left(draft),
        "still": words.left(ask, draft),
        "known": words.known(ask),
    }


def _takeback(takeback: "Takeback | None", viewer: Seat) -> Document | None:
    """{to, by, needed, granted, asks_you}: a request to take back everything after event `to`."""
    if takeback is None:
        return None
    document: Document = msgspec.to_builtins(takeback)
    asks_you = viewer in takeback.needed and viewer not in takeback.granted
    return {**document, "asks_you": asks_you}
