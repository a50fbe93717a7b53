"""Reach: what a piece can come to and act on by orders of its own menus, one after the other.

It is found by giving the title's own orders on a concealed copy of the position, cheapest first: nothing here
knows a rule. A way goes on while only the piece's seat is asked. Windows on it are supposed to pass, and
it says where the first one opens; where dice or cards decide, something is revealed or another seat chooses,
it ends.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, Literal

import msgspec

from domain.kernel.agenda import NO_CHANCE, Play, Step
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint, Odds, RuleSet
from domain.kernel.scene import Token
from domain.kernel.seats import Seat
from domain.kernel.told import Told

MOST = 400
"""So many positions are looked at for one piece, the cheapest first."""
MOST_PARTS = 12
"""No answer that is completed by itself has more parts."""
MOST_WINDOWS = 24
"""No order is followed through more windows."""

Why = Literal["window", "chance", "reveal", "decision", "over"]
"""Why a way may or must stop: a window opens, dice or cards decide, something is revealed, another seat
chooses, the game is over."""


class Risk(msgspec.Struct, frozen=True):
    """Something to fear on the way: `key` is of the prose's table `reach` (a kind of hint, or a `Why`)."""

    key: str
    space: str


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the piece can do, and the single orders that do it.

    It acts on `target` from the last of `spaces`, or comes there. `spaces` are those that it stands on, the
    first one where it stands now; `costs` belong to `orders`. `supposed` are the parts at the end of answers
    that were filled in with what the menu lists first. `stops` is the number of orders after which something
    may come between, for the reason `why`; `is_final` says that the last order cannot be taken back.
    """

    target: str
    kind: str
    cost: int
    costs: tuple[int, ...]
    orders: tuple[Order, ...]
    spaces: tuple[str, ...]
    facing: str | None = None
    supposed: tuple[Order, ...] = ()
    risks: tuple[Risk, ...] = ()
    turns: int = 0
    stops: int | None = None
    why: Why | None = None
    is_final: bool = False
    then: Order | None = None
    """What the seat may order against the target once it has ended this way and whatever it is part of."""
    odds: Odds | None = None
    stays: Told | None = None
    """What comes of it if the piece goes no further."""

    @property
    def comes(self) -> bool:
        """Whether the piece stands on the target at the end."""
        return bool(self.spaces) and self.spaces[-1] == self.target

    @property
    def origin(self) -> str | None:
        """The space that the target is met from; None for a piece that comes on to the board there."""
        before = self.spaces[:-1] if self.comes else self.spaces
        return before[-1] if before else None


class Reach(msgspec.Struct, frozen=True):
    """Everything that a piece can do from where it stands, each list cheapest first.

    `ways` come to a space (or do something peaceful there), the best one for each; `ends` come to the same
    spaces for the same cost and face another way. `turns` only change its facing, one for each.
    `acts` fight, the best one for each target and space that they come from, with the title's
    odds. `others` are the orders of its own menu that do none of it.
    """

    piece: str
    start: str | None = None
    facing: str | None = None
    ways: tuple[Way, ...] = ()
    turns: tuple[Way, ...] = ()
    acts: tuple[Way, ...] = ()
    ends: tuple[Way, ...] = ()
    others: tuple[Order, ...] = ()


class _ChanceFell(Exception):
    """An order led to dice or cards: how it goes on nobody can tell."""


class _Halting:
    """Chance that tells nothing."""

    def numbers(self, purpose: str, index: int, sizes: Sequence[int]) -> tuple[int, ...]:
        raise _ChanceFell


HALTING = _Halting()


class _Node(msgspec.Struct, frozen=True):
    """A position on the way: `ask` is None where the way ends; `at` and `facing` are those of the piece."""

    state: Any
    agenda: tuple[Step, ...]
    ask: Ask | None
    token: Token | None
    way: Way
    draft: Draft = ()
    is_beside: bool = False
    """Whether a hint says that the space is a risk, or none could say so: then fights are looked for."""

    @property
    def at(self) -> str | None:
        return self.token.at if self.token is not None else None

    @property
    def key(self) -> Any:
        """What the piece can do depends on this, and on what is left of what it costs."""
        return self.token, self.ask.prompt if self.ask is not None else ""


_Rank = tuple[int, int, int, int]
"""The cost of a way, its risks, its turns and its orders: the least is the best."""


class _Outcome(msgspec.Struct, frozen=True):
    """Where an order leads: `ask` is the next question to the same seat alone, or None and `why`."""

    state: Any
    agenda: tuple[Step, ...]
    ask: Ask | None
    why: Why | None
    is_final: bool


def reach(
    rule_set: RuleSet, state: Any, agenda: Sequence[Step], seat: Seat, piece: str, draft: Draft = (),
    first: Sequence[Order] = (),
) -> Reach:  # fmt: skip
    """What `piece` can do for all that `seat` knows, who has begun its answer with `draft`; every way begins
    with the orders `first`, which lead to a way-point.

    Nothing where the seat is not asked, or may not give these orders one after the other.
    """
    known = rule_set.conceal(state, agenda, seat, Random(0))
    return _Search(rule_set, seat, piece).found(*known, draft, first)


def is_final(
    rule_set: RuleSet, state: Any, agenda: Sequence[Step], seat: Seat, order: Order, draft: Draft = ()
) -> bool:
    """Whether the order, of the seat's menu after `draft`, cannot be taken back for all that the seat knows:
    dice or cards decide, something is revealed, another seat chooses next, or the game is over.

    A part of an answer can, and nobody can tell where others answer at the same time.
    """
    if not order.closes:
        return False
    known, steps = rule_set.conceal(state, agenda, seat, Random(0))
    play: Play[Any] = Play(known, tuple(steps), NO_CHANCE)
    decision = play.agenda[-1].advance(play) if play.agenda else None
    if decision is None or decision.seats != (seat,) or decision.window is not None:
        return False
    return _outcome(seat, known, steps, (*draft, order)).is_final


def let_pass(state: Any, agenda: Sequence[Step]) -> tuple[Any, Decision | None] | None:
    """The position, and what it asks, when everybody has let the windows pass that are open on it.

    None where that leads to dice or cards.
    """
    play: Play[Any] = Play(state, tuple(agenda), HALTING)
    try:
        decision = play.agenda[-1].advance(play) if play.agenda else None
        for _ in range(MOST_WINDOWS):
            if decision is None or decision.window is None:
                break
            decision = play.answer({seat: _silence(ask) for seat, ask in decision.asks.items()})
    except _ChanceFell:
        return None
    return play.state, decision


def _outcome(seat: Seat, state: Any, agenda: Sequence[Step], draft: Draft) -> _Outcome:
    """Where a whole answer of the seat leads, if everybody lets windows pass."""
    play: Play[Any] = Play(state, tuple(agenda), HALTING)
    why: Why | None = None
    decision: Decision | None = None
    try:
        decision = play.answer({seat: draft})
        for _ in range(MOST_WINDOWS):
            if decision is None or decision.window is None:
                break
            why = "window"
            decision = play.answer({seat: _silence(ask) for seat, ask in decision.asks.items()})
    except _ChanceFell:
        return _Outcome(play.state, tuple(play.agenda), None, "chance", True)
    agenda = tuple(play.agenda)
    if any(event.reveals for event in play.events):
        return _Outcome(play.state, agenda, None, "reveal", True)
    if decision is None:
        return _Outcome(play.state, agenda, None, "over", True)
    if decision.seats != (seat,):
        return _Outcome(play.state, agenda, None, "decision", True)
    return _Outcome(play.state, agenda, decision.ask(seat), why, False)


class _Search:
    """One look for what a piece can do."""

    def __init__(self, rule_set: RuleSet, seat: Seat, piece: str) -> None:
        self.rule_set = rule_set
        self.seat = seat
        self.piece = piece
        self.ways: dict[str, Way] = {}
        self.turns: dict[str | None, Way] = {}
        self.ends: dict[tuple[str, str | None], Way] = {}
        self.open: dict[str, _Rank] = {}
        self.acts: dict[tuple[str, str | None], Way] = {}
        self.fights: dict[tuple[str, str | None], tuple[Any, Draft, Order]] = {}
        self.others: list[Order] = []
        self.heap: list[tuple[int, int, int, int, int, _Node]] = []
        self.best: dict[Any, _Rank] = {}
        self.number = count()
        self.begun = 0
        self.named: dict[type[Order], str | None] | None = None

    def found(
        self, state: Any, agenda: tuple[Step, ...], draft: Draft, first: Sequence[Order] = ()
    ) -> Reach:
        play = Play(state, agenda, NO_CHANCE)
        decision = play.agenda[-1].advance(play) if play.agenda else None
        ask = decision.ask(self.seat) if decision is not None else None
        if ask is None or decision is None:
            return Reach(self.piece)
        token = self._token(state)
        start = token.at if token is not None else None
        way = Way(
            target=start or "", kind="safe", cost=0, costs=(), orders=(), spaces=(start,) if start else ()
        )
        node = _Node(state, agenda, ask, token, way, draft, is_beside=True)
        if first:
            led = self._led(node, first)
            if led is None or len(decision.seats) > 1 or decision.window is not None:
                return Reach(self.piece)
            node, token, self.begun = led, led.token, len(led.way.orders)
            self._follow(node)
        elif len(decision.seats) > 1 or decision.window is not None:
            for order, hint in self._own(node, ask.menu(draft)):
                parts = self._completed(node, order, hint)
                if parts is None:
                    self._leave(node, order)
                else:
                    self._keep(node, order, self._at_once(node, parts, hint), hint, node)
        else:
            self._follow(node)
        return self._told(token)

    def _led(self, node: _Node, orders: Sequence[Order]) -> _Node | None:
        """Where these orders lead, given one after the other; None if they may not be, or something comes
        between that ends the way."""
        parts = node.draft
        for order in orders:
            if node.ask is None or order not in node.ask.menu(parts):
                return None
            hint = self._hint(node.state, order)
            parts = (*parts, order)
            if order.closes:
                node, parts = self._after(node, parts, hint), ()
        return node if not parts and node.ask is not None else None

    def _told(self, token: Token | None) -> Reach:
        ways = {at: way for at, way in self.ways.items() if token is None or at != token.at}
        ends = {
            (at, facing): way for (at, facing), way in self.ends.items()
            if at in ways and facing != ways[at].facing and way.cost == ways[at].cost
        }  # fmt: skip
        acts = {  # the best way of each fight alone: odds cost more than all the rest
            key: msgspec.structs.replace(way, odds=self.rule_set.odds(*self.fights[key]))
            for key, way in self.acts.items()
        }
        start, facing = (token.at, token.facing) if token is not None else (None, None)
        return Reach(
            self.piece, start, facing, _sorted(ways), _sorted(self.turns), _sorted(acts),
            _sorted(ends), tuple(self.others),
        )  # fmt: skip

    def _follow(self, start: _Node) -> None:
        """Looks at positions cheapest first, until there are none, or too many."""
        self._push(start)
        looked = 0
        while self.heap and looked < MOST:
            looked += 1
            node = heappop(self.heap)[-1]
            assert node.ask is not None, "only positions that ask are followed"
            if self.best[node.key] < _rank(node.way):
                continue  # it came here for less meanwhile
            menu = node.ask.menu(node.draft)
            own = list(self._own(node, menu))
            for order, hint in own:
                if hint.target != node.at and self._comes_for_less(node, hint):
                    continue
                draft = self._completed(node, order, hint)
                if draft is None:
                    self._leave(node, order)
                    continue
                after = self._after(node, draft, hint)
                self._keep(node, order, after, hint, start)
                if after.ask is not None and _stirred(node.token, after.token):
                    self._push(after)
            if node.is_beside:
                self._acts_later(node, menu)

    def _push(self, node: _Node) -> None:
        """Follows the node later, unless the piece came there for less and is asked the same."""
        rank = _rank(node.way)
        if node.key not in self.best or rank < self.best[node.key]:
            self.best[node.key] = rank
            if node.at is not None:
                self.open[node.at] = min(rank, self.open.get(node.at, rank))
            heappush(self.heap, (*rank, next(self.number), node))

    def _comes_for_less(self, node: _Node, hint: Hint) -> bool:
        """Whether a piece that has no facing comes to the order's target as cheaply already, and goes on.

        A fight from another space is another fight.
        """
        known = self.open.get(hint.target or "")
        if known is None or hint.kind == "fight" or node.token is None or node.token.facing is not None:
            return False
        least = node.way.cost + (hint.cost or 0)
        risks = len(node.way.risks) + (not hint.is_harmless)
        return known <= (least, risks, node.way.turns, len(node.way.orders) + 1)

    def _own(self, node: _Node, menu: Sequence[Order]) -> Iterator[tuple[Order, Hint]]:
        if self.named is None:
            found = [(order, self._hint(node.state, order)) for order in menu]
            self.named = _names(found)
            yield from ((order, hint) for order, hint in found if hint.piece == self.piece)
            return
        for order in menu:
            name = self.named.get(type(order))
            if name is not None and getattr(order, name) != self.piece:
                continue  # another's, and what it costs need not be known
            hint = self._hint(node.state, order)
            if hint.piece == self.piece:
                yield order, hint

    def _hint(self, state: Any, order: Order) -> Hint:
        return self.rule_set.hint(state, order)

    def _token(self, state: Any) -> Token | None:
        return self.rule_set.tokens_of(state, self.seat).get(self.piece)

    def _completed(self, node: _Node, order: Order, hint: Hint) -> Draft | None:
        """The whole answer that begins so, its trailing parts filled in with what the menus list first, those
        that close it before others; None if a part says where, which is for the player to say."""
        assert node.ask is not None
        draft = (*node.draft, order)
        for _ in range(MOST_PARTS):
            if draft[-1].closes:
                return draft
            menu = node.ask.menu(draft)
            if any(self._hint(node.state, each).target not in (None, node.at, hint.target) for each in menu):
                return None
            draft = (*draft, next((each for each in menu if each.closes), menu[0]))
        return None

    def _after(self, node: _Node, draft: Draft, hint: Hint) -> _Node:
        """The position after one more complete answer."""
        outcome = _outcome(self.seat, node.state, node.agenda, draft)
        token = self._token(outcome.state)
        parts = draft[len(node.draft) :]
        return _Node(
            outcome.state, outcome.agenda, outcome.ask, token,
            self._longer(node, parts, hint, token, outcome), (),
            not hint.is_harmless if token is not None and token.at != node.at else node.is_beside,
        )  # fmt: skip

    def _at_once(self, node: _Node, draft: Draft, hint: Hint) -> _Node:
        """Where others answer at the same time: what the order leads to nobody can tell yet."""
        parts = draft[len(node.draft) :]
        outcome = _Outcome(node.state, node.agenda, None, "decision", False)
        way = self._longer(node, parts, hint, node.token, outcome)
        return _Node(node.state, node.agenda, None, node.token, way)

    def _longer(
        self, node: _Node, parts: Draft, hint: Hint, token: Token | None, outcome: _Outcome
    ) -> Way:
        before, cost = node.way, hint.cost or 0
        at = token.at if token is not None else None
        moved = at is not None and at != node.at
        target = at if moved and at is not None else hint.target or node.at or ""
        risks = list(before.risks)
        if not hint.is_harmless and target:
            risks.append(Risk(hint.kind, target))
        if outcome.why is not None and outcome.why != "over":
            risks.append(Risk(outcome.why, target))
        stops, why = before.stops, before.why
        orders = (*before.orders, *parts)
        if stops is None and outcome.why is not None:
            stops, why = len(orders), outcome.why
        turned = not moved and _stirred(node.token, token)
        return Way(
            target=target, kind=_kind(hint), cost=before.cost + cost,
            costs=(*before.costs, cost, *([0] * (len(parts) - 1))), orders=orders,
            spaces=(*before.spaces, target) if moved else before.spaces,
            facing=token.facing if token is not None else None,
            supposed=(*before.supposed, *parts[1:]), risks=tuple(risks), turns=before.turns + turned,
            stops=stops, why=why, is_final=outcome.is_final, stays=hint.stays,
        )  # fmt: skip

    def _leave(self, node: _Node, order: Order) -> None:
        """Notes an order of its menu that leads the piece nowhere else."""
        if not node.way.orders:
            self.others.append(order)

    def _keep(self, node: _Node, order: Order, after: _Node, hint: Hint, start: _Node) -> None:
        """Notes where one order more leads the piece, if it is the best way there so far."""
        assert node.ask is not None and start.ask is not None
        way = after.way
        has_moved = after.token is not None and after.at is not None and after.at != node.at
        has_turned = _stirred(node.token, after.token) and not has_moved
        if has_moved and hint.kind != "fight" and hint.target not in (None, after.at):
            return  # the rules take it elsewhere than the order says: a general gives way to another
        if hint.kind == "fight" and way.target != node.at:
            if node.ask.prompt != start.ask.prompt:  # what was under way is over
                way = _remembered(node.way, way.target, order)
            self._keep_fight(way, node, node.state, order)
        elif has_turned:
            if len(node.way.orders) == self.begun:
                _keep_best(self.turns, way.facing, way)
            elif node.at is not None:
                _keep_best(self.ends, (node.at, way.facing), way)
        elif has_moved or way.target not in (node.at, ""):
            _keep_best(self.ways, way.target, way)
            _keep_best(self.ends, (way.target, way.facing), way)
        else:
            self._leave(node, order)

    def _acts_later(self, node: _Node, menu: Sequence[Order]) -> None:
        """What the piece may fight from here when its seat has ended what is under way, by the menu's last
        order, which is the quiet one."""
        quiet = menu[-1] if menu else None
        if quiet is None or not quiet.closes or node.draft:
            return
        if self._hint(node.state, quiet).piece == self.piece:
            return
        outcome = _outcome(self.seat, node.state, node.agenda, (quiet,))
        if outcome.ask is None:
            return
        later = msgspec.structs.replace(node, state=outcome.state)
        for order, hint in self._own(later, outcome.ask.menu()):
            if hint.kind == "fight" and hint.target is not None and order.closes:
                way = _remembered(node.way, hint.target, order)
                self._keep_fight(way, node, outcome.state, order)

    def _keep_fight(self, way: Way, node: _Node, state: Any, order: Order) -> None:
        """Notes the fight that `order` begins in `state`, if it is the best way there so far."""
        if _keep_best(self.acts, (way.target, node.at), way):
            self.fights[way.target, node.at] = state, node.draft, order


def _kind(hint: Hint) -> str:
    """What stays behind where the piece ends is a risk, though nobody acts against it."""
    return "risk" if hint.stays is not None and hint.kind == "safe" else hint.kind


def _rank(way: Way) -> tuple[int, int, int, int]:
    """Cheapest first; then fewer risks, fewer turns, fewer orders."""
    return way.cost, len(way.risks), way.turns, len(way.orders)


def _sorted(found: "dict[Any, Way]") -> tuple[Way, ...]:
    return tuple(sorted(found.values(), key=lambda way: (*_rank(way), way.target)))


def _keep_best(found: "dict[Any, Way]", key: Any, way: Way) -> bool:
    """Keeps the way if it is the best one so far, and says whether it is."""
    is_best = key not in found or _rank(way) < _rank(found[key])
    if is_best:
        found[key] = way
    return is_best


def _names(found: "Sequence[tuple[Order, Hint]]") -> "dict[type[Order], str | None]":
    """The field in which the orders of each kind name their piece, if those of several pieces do; of what has
    one piece alone nobody can tell."""
    pieces: dict[type[Order], list[tuple[Order, str | None]]] = {}
    for order, hint in found:
        pieces.setdefault(type(order), []).append((order, hint.piece))
    return {
        kind: next(
            (
                name
                for name in kind.__struct_fields__
                if len({piece for _, piece in orders}) > 1
                and all(getattr(order, name) == piece is not None for order, piece in orders)
            ),
            None,
        )
        for kind, orders in pieces.items()
    }


def _silence(ask: Ask) -> Draft:
    assert ask.silence is not None, "a window can be let pass"
    return (ask.silence,)


def _remembered(way: Way, target: str, order: Order) -> Way:
    """The way to where the seat may give the order afterwards."""
    risks = (*way.risks, Risk("fight", target))
    return msgspec.structs.replace(way, target=target, kind="fight", then=order, risks=risks)


def _stirred(before: Token | None, after: Token | None) -> bool:
    """Whether the piece stands elsewhere or faces another way."""
    if before is None or after is None:
        return after is not None and after.at is not None
    return after.at is not None and (after.at, after.facing) != (before.at, before.facing)
