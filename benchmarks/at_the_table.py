"""An experienced player at a table's page: gives recorded orders by its own controls, with few presses.

Every pointer-down and every key that the page hears is counted by the page itself (`window.pressed`): a
counter or a card that is dragged to its place is one. What is picked from a native list counts two more, a
place that must be scrolled to one.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Locator, Page, Request
from playwright.sync_api import TimeoutError as Late

from domain.parts.hints import COUNTERS

SHOWN_OF_PIECE = 4
"""So many answers of the counter in hand stand in the prompt (asked.js); of more, none does."""
PATIENCE = 120_000
"""Others may be at work on the machine."""
WHILE = 15_000
"""Milliseconds that the page may take to show what was pressed, others being at work on the machine."""
SOON = 250
"""So many looks, 20 ms apart, until the page has sent what was pressed."""

WATCHED = """() => {
    performance.setResourceTimingBufferSize(1e6);
    Object.assign(window, {pressed: 0, shifted: 0, scrolled: 0, glided: 0, glides: false});
    addEventListener('pointerdown', (event) => event.isTrusted && window.pressed++, true);
    addEventListener('keydown', (event) => event.isTrusted && window.pressed++, true);
    addEventListener('board:glide', () => (window.glides = true));
    addEventListener('scroll', ({target}) => {
        const isNew = target.matches?.('.panel') || (target.matches?.('.answers') && !target.scrollLeft);
        if (!isNew) window[window.glides ? 'glided' : 'scrolled']++;
        window.glides = window.glides && isNew; }, true);
    const isIn = (node, part) => (node.parentElement ?? node).closest(part) !== null;
    new PerformanceObserver((list) => { for (const each of list.getEntries()) {
        const beside = each.hadRecentInput ? '#log, .board-overview, .panel' : '#log, .board-overview',
            nodes = each.sources.map(({node}) => node).filter((node) => node && !isIn(node, beside));
        if (nodes.length) window.shifted += each.value;
    } }).observe({type: 'layout-shift', buffered: false}); }"""
CONTROLS = """() => {
    const found = [];
    const add = (node, box, value, more = {}) => found.push({
        box, value, piece: node.dataset.piece ?? null, target: node.dataset.target ?? null,
        part: Boolean(node.dataset.part), seen: node.checkVisibility(), ...more});
    const inCard = (node, card) => card ? {
        card: card.dataset.card, open: card.open,
        folded: Boolean(node.closest('details.more:not([open])')),
        alone: card.querySelectorAll('.uses button[name=order]').length === 1} : {};
    for (const node of document.querySelectorAll('.orders button[name=order]')) {
        const card = node.closest('.hand .card'), box = node.closest('#actions') ? 'bar' : card ? 'card'
            : node.closest('#pick') ? 'choose' : node.closest('#piece-answers') ? 'own' : 'list';
        add(node, box, node.value, inCard(node, card));
    }
    for (const node of document.querySelectorAll('#pick option')) add(node, 'pick', node.value);
    for (const field of document.querySelectorAll('#series input[type=number]'))
        add(field, 'series', field.closest('li').querySelector('[name=order]').value,
            {now: Number(field.value)});
    const {dataset} = document.getElementById('table'),
        tokens = [...document.querySelectorAll('.board-live .token[data-space]')],
        pills = [...document.querySelectorAll('.edge-pill')];
    return {
        controls: found, stamp: dataset.stamp, viewer: dataset.viewer, moment: dataset.moment,
        reach: dataset.reach, final: dataset.final, list: document.getElementById('orders')?.open ?? false,
        hand: document.querySelector('.token.selected')?.id.slice(2) ?? null,
        pills: pills.map(({dataset: {target, from = null}}) => ({target, from})),
        at: Object.fromEntries(tokens.map((each) => [each.id.slice(2), each.dataset.space])),
    }; }"""
FOLDED = """async (piece) => {
    const {dataset} = document.getElementById('table'), url = new URL(dataset.changes, location.href),
        fresh = document.createElement('template'),
        asked = {since: dataset.stamp, seen: dataset.viewer, parts: 'choices', opened: piece};
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    fresh.innerHTML = (await (await fetch(url)).json()).parts.choices;
    const all = fresh.content.querySelectorAll(
        `details.piece[data-piece=${CSS.escape(piece)}] button[name=order]`);
    return [...all].map((node) => ({
        box: 'list', value: node.value, piece: node.dataset.piece, target: node.dataset.target,
        part: Boolean(node.dataset.part), seen: false, later: true})); }"""
"""The orders that the page will lay out when the counter is taken up."""
SETTLED = """() => {
    const targeted = [...document.querySelectorAll('.orders button[name=order][data-target]')]
        .filter(({dataset}) => dataset.target);
    return !targeted.length || targeted.some(({dataset}) => dataset.kind !== 'fight')
        || Boolean(document.querySelector('.token.selected, .edge-pill')); }"""
"""Whether the odds stand on the board, where nothing else can be pressed there."""
MOVED_ON = """before => ![null, undefined, before].includes(
    document.getElementById('table')?.dataset.stamp)"""
BELOW = """member => {
    const bottoms = [...document.querySelectorAll('.board-fan button')]
            .map((each) => each.getBoundingClientRect().bottom),
        {left, width} = document.querySelector(member).getBoundingClientRect();
    return [left + width / 2, Math.max(...bottoms) + 12]; }"""
"""Where the pointer leaves a fan."""
A_MOMENT = "() => new Promise((done) => setTimeout(() => setTimeout(done)))"
ASKS_NO_MORE = """before => { const {dataset} = document.getElementById('table') ?? {};
    return dataset && (dataset.stamp !== before || !document.getElementById('nobody')); }"""
KNOWS = """([piece, moment]) => performance.getEntriesByType('resource').some(({name}) =>
    name.includes('/reach?') && name.includes(`piece=${piece}`)
    && new URL(name).searchParams.get('moment') === moment)"""
BROUGHT = """async (node) => {
    const before = window.scrolled, frame = () => new Promise(requestAnimationFrame);
    node.scrollIntoView({block: 'nearest'});
    await frame(), await frame();
    const was = window.scrolled > before;
    window.scrolled = before;
    return was; }"""
POINT = """async ([selector, scrolls]) => {
    const nodes = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const hits = (node) => {
        const {left, top, width, height} = node.getBoundingClientRect();
        for (const share of [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92])
            for (const other of [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92]) {
                const [x, y] = [left + share * width, top + other * height],
                    under = document.elementFromPoint(x, y);
                if (under && (under === node || node.contains(under))) return [x, y];
            }
        return null;
    };
    for (const node of nodes) { const at = hits(node); if (at) return {at, scrolled: false}; }
    if (!scrolls) return null;
    const before = window.scrolled, frame = () => new Promise(requestAnimationFrame);
    for (const node of nodes) {
        node.scrollIntoView({block: 'center', inline: 'center'});
        await frame(), await frame();
        window.scrolled = before;
        const at = hits(node);
        if (at) return {at, scrolled: true};
    }
    return null; }"""


LIES = """([target, from]) => {
    const at = (x, y) => document.elementFromPoint(x, y),
        isIt = from === null
            ? (x, y) => { const under = at(x, y); return under && !under.closest('.edge-pill, .edge-tab')
                && (under.closest('.board-live .sp')?.id === `sp-${target}`
                    || under.closest('.board-live .token')?.dataset.space === target); }
            : (x, y) => { const pill = at(x, y)?.closest('.edge-pill');
                return pill?.dataset.target === target && (pill.dataset.from ?? '') === from; };
    const nodes = [...document.querySelectorAll(from === null
        ? `#sp-${CSS.escape(target)}, .board-live .token[data-space=${CSS.escape(target)}] .face`
        : `.edge-pill[data-target=${CSS.escape(target)}]`)];
    for (const node of nodes) {
        const {left, top, width, height} = node.getBoundingClientRect();
        for (const share of [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92])
            for (const other of [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92]) {
                const [x, y] = [left + share * width, top + other * height];
                if (isIt(x, y)) return [x, y];
            }
    }
    return null; }"""
"""A point of a place, or of the pill of an attack, as the board is now: what is dragged scrolls nothing."""


WHOLE = """least => {
    const box = document.querySelector('#board .board'), svg = box?.querySelector('.board-live');
    if (!svg || svg.dataset.map === 'points') return false;
    const {width, height} = svg.viewBox.baseVal, now = svg.getBoundingClientRect().width / width,
        whole = Math.min(box.clientWidth / width, box.clientHeight / height),
        cell = svg.querySelector('.sp').getBoundingClientRect().width * whole / now;
    return whole < now && cell >= least; }"""
"""Whether a board that is larger than its box has cells of so many pixels when all of it is shown."""
CELL = 24
"""The least target of a pointer (WCAG 2.2, 2.5.8)."""


class Press(NamedTuple):
    """What is pressed: an element of the page."""

    selector: str


class Plan(NamedTuple):
    """Presses that give so many of the next orders, and about how many presses they are."""

    presses: tuple[Any, ...]
    orders: int
    cost: float


def quoted(text: str) -> str:
    """A text as an attribute's value in a selector."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def tab_of(facing: str) -> str:
    """The tab by which the counter in hand turns that way."""
    return f".edge-tab[data-facing={quoted(facing)}]"


def spot_of(to: Sequence[Any]) -> list[Any]:
    """A place, or the pill of an attack on it, as `LIES` finds it."""
    kind, target, *come = to
    return [target, None if kind == "place" else (come[0] or "")]


class Player:
    """Holds all seats of a game in one page."""

    drags = True
    """Whether counters and cards are dragged where that takes fewer presses."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.extra = self.sent = self.under_way = 0
        page.on("request", self._heard)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._answered)
        self._list_opened = False

    def _heard(self, request: Request) -> None:
        self.sent += request.method == "POST"
        self.under_way += request.method == "POST"

    def _answered(self, request: Request) -> None:
        self.under_way -= request.method == "POST"

    def _rests(self) -> None:
        """Waits until what the page sends by itself has been answered: the rest of a march after a window."""
        self.page.evaluate(A_MOMENT)
        while self.under_way > 0:
            self.page.wait_for_timeout(20)
            self.page.evaluate(A_MOMENT)

    # what there is to press

    def steps_back(self) -> None:
        """Shows the whole board by one press, where its cells are large enough for that."""
        if self.drags and self.page.evaluate(WHOLE, CELL):
            self._click(".board-tools button:nth-child(3)")
            self.page.wait_for_timeout(500)
            self.page.evaluate("Object.assign(window, {shifted: 0, scrolled: 0})")  # it was the player's

    def look(self) -> dict[str, Any]:
        """What the page offers now."""
        found: dict[str, Any] = self.page.evaluate(CONTROLS)
        return found

    @property
    def presses(self) -> int:
        """How often anything was pressed so far."""
        return int(self.page.evaluate("window.pressed")) + self.extra

    def reach(self, seen: dict[str, Any], piece: str, first: Sequence[str] = ()) -> dict[str, Any]:
        """What the page itself would be told of a counter in hand."""
        asked = {"seat": seen["viewer"], "piece": piece, "moment": seen["moment"]}
        if first:
            asked["first"] = f"[{','.join(first)}]"
        answer = self.page.request.get(seen["reach"], params=asked, timeout=PATIENCE)
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told

    def is_final(self, seen: dict[str, Any], order: str) -> bool:
        """Whether the page itself would be told that the order cannot be taken back."""
        asked = {"seat": seen["viewer"], "order": order, "moment": seen["moment"]}
        answer = self.page.request.get(seen["final"], params=asked, timeout=PATIENCE)
        assert answer.status == 200, answer.text()
        return bool(answer.json()["final"])

    # plans

    def plans(self, seen: dict[str, Any], todo: Sequence[str]) -> list[Plan]:
        """Every way to give the next order, or several."""
        found: list[Plan] = []
        first = todo[0]
        mine = [each for each in seen["controls"] if each["value"] == first]
        found += self._answers(seen, mine, todo)
        found += self._on_the_board(seen, mine, todo)
        return found

    def _answers(
        self, seen: dict[str, Any], mine: Sequence[dict[str, Any]], todo: Sequence[str]
    ) -> list[Plan]:
        """Buttons of the prompt, cards, what is picked or counted out, and the list."""
        first, found = todo[0], []
        value = f"[value={quoted(first)}]"
        for each in mine:
            if each["box"] in ("bar", "own") and each["seen"]:
                box = "#actions" if each["box"] == "bar" else "#piece-answers"
                found.append(Plan((Press(f"{box} button{value}"),), 1, 1))
            elif each["box"] == "card":
                found += self._by_card(seen, each)
            elif each["box"] == "pick":
                options = [other["value"] for other in seen["controls"] if other["box"] == "pick"]
                isready = options[0] == first
                choose = Press("#pick button")
                found.append(
                    Plan((choose,) if isready else (("pick", first), choose), 1, 1 if isready else 3)
                )
            elif each["box"] == "list":
                found.append(Plan((("list", first),), 1, 1 if each["seen"] else 4))
            elif each["box"] == "series":
                found += self._counted(seen, todo)
        return found

    def _by_card(self, seen: dict[str, Any], use: dict[str, Any]) -> list[Plan]:
        """The card, then its use: a button, the counter that it is for, or the place."""
        card = f".hand .card[data-card={quoted(use['card'])}]"
        button, fold = f"{card} .uses button[value={quoted(use['value'])}]", f"{card} .uses details.more"
        if use["alone"] and use["part"]:
            return [Plan((Press(f"{card} > summary"),), 1, 1)]
        is_final = self.is_final(seen, use["value"])
        if use["alone"] and not use["open"] and not is_final:
            return [Plan((Press(f"{card} > summary"),), 1, 1)]
        again = (Press("#go"),) if is_final else ()
        up = () if use["open"] else (Press(f"{card} > summary"),)
        unfold = (("fold", f"{fold}:has([value={quoted(use['value'])}])"),) if use["folded"] else ()
        found = [Plan((*up, *unfold, Press(button)), 1, len(up) + len(unfold) + 1)]
        carried = self.drags and not use["open"]
        if carried:
            found.append(Plan((("carry", card, ("answer", use["value"])),), 1, 1))
        uses = [each for each in seen["controls"] if each["box"] == "card" and each["card"] == use["card"]]
        if len([each for each in uses if each["piece"] == use["piece"]]) == 1 and use["piece"] in seen["at"]:
            found.append(Plan((*up, ("token", use["piece"]), *again), 1, len(up) + 1 + len(again)))
            if carried:
                found.append(Plan((("carry", card, ("token", use["piece"])), *again), 1, 1 + len(again)))
        if use["target"] and len([each for each in uses if each["target"] == use["target"]]) == 1:
            found.append(Plan((*up, ("place", use["target"]), *again), 1, len(up) + 1 + len(again)))
            if carried:
                found.append(Plan((("carry", card, ("place", use["target"])), *again), 1, 1 + len(again)))
        return found

    def _counted(self, seen: dict[str, Any], todo: Sequence[str]) -> list[Plan]:
        """The numbers of a series: pressed up by the button beside them, then confirmed."""
        series = {each["value"]: each for each in seen["controls"] if each["box"] == "series"}
        due = int(self.page.get_attribute("#series", "data-due") or 0)
        wanted = list(todo[:due])
        if len(wanted) < due or not set(wanted) <= set(series):
            return []
        presses: list[Any] = []
        for number, value in enumerate(series, 1):
            beside = f"#listed li:nth-child({number}) button[data-step='1']"
            presses += [Press(beside)] * (wanted.count(value) - series[value]["now"])
        return [Plan((*presses, Press("#series button.primary")), due, len(presses) + 1)]

    def _on_the_board(
        self, seen: dict[str, Any], mine: Sequence[dict[str, Any]], todo: Sequence[str]
    ) -> list[Plan]:
        """Presses on counters, places, pills and tabs."""
        known = next((each for each in mine if each["box"] != "pick"), None)
        if known is None:
            return []
        piece, target, found = known["piece"] or None, known["target"] or None, []
        is_told = "later" not in known
        if target and not seen["hand"] and is_told:
            there = [each for each in seen["controls"] if each["target"] == target and each["box"] != "pick"]
            again = (Press("#go"),) if self.is_final(seen, todo[0]) else ()
            if len(there) == 1 and (piece is None or target not in seen["at"].values()):
                found.append(Plan((("place", target), *again), 1, 1 + len(again)))
            found += [
                Plan((("pill", target, pill["from"]), *again), 1, 1 + len(again))
                for pill in seen["pills"]
                if pill["target"] == target
                and len([each for each in there if each["piece"] == piece]) == 1
                and pill["from"] in (None, seen["at"].get(piece))
            ]
        if piece is None or piece not in seen["at"]:
            return found
        take_up = self._take_up(seen, piece)
        own = [each for each in seen["controls"] if each["piece"] and each["box"] in ("bar", "list")]

        def is_away(each: dict[str, Any]) -> bool:
            return each["target"] not in (None, "", seen["at"].get(each["piece"]))

        is_which = len({each["piece"] for each in own}) == len(own) > 1 and not any(map(is_away, own))
        if is_which and is_told:
            again = (Press("#go"),) if self.is_final(seen, todo[0]) else ()
            found.append(Plan((("which", piece), *again), 1, 1 + len(again)))
        told = self.reach(seen, piece)
        for way in (*told["ways"], *told["acts"], *told["turns"], *told["ends"]):
            way["sent"] = [
                json.dumps(each, separators=(",", ":"), ensure_ascii=False) for each in way["orders"]
            ]
        plain = [way for way in (*told["ways"], *told["acts"]) if way["orders"] or way["then"]]
        best: dict[str, Any] = {}
        for way in plain:
            best.setdefault(way["target"], way)
        for way in plain:
            number = len(way["sent"])
            if not number or list(todo[:number]) != way["sent"] or way["target"] == told["start"]:
                continue
            is_single = number == 1 and not way["then"]
            fits = [
                each
                for each in seen["controls"]
                if each["target"] == way["target"]
                and each["piece"] == piece
                and each["box"] in ("list", "bar", "card")
            ]
            if is_single and len(fits) != 1:
                continue
            is_best = best[way["target"]] is way
            at = ("place", way["target"]) if is_best else ("pill", way["target"], way["from"])
            if not is_best and not way["pill"]:
                continue
            found += self._to(at, (Press("#go"),) if way["final"] else (), take_up, piece, number)
        for way in told["turns"]:
            number = len(way["sent"])
            if number and list(todo[:number]) == way["sent"]:
                found += self._to(("tab", way["facing"]), (), take_up, piece, number)
        if target and target != told["start"]:
            fits = [
                each
                for each in seen["controls"]
                if each["target"] == target
                and each["piece"] == piece
                and each["box"] in ("list", "bar", "card")
            ]
            own = ("own", todo[0])
            pins = target in best and best[target]["final"]
            if len(fits) == 1 and not pins:
                is_asked = target not in best and self.is_final(seen, todo[0])
                again = (Press("#go"),) if is_asked else ()
                found += self._to(("place", target), again, take_up, piece)
            elif 1 < len(fits) <= 12:
                found += self._to(("place", target), (own,), take_up, piece)
        elif len([each for each in own if each["piece"] == piece and not is_away(each)]) <= SHOWN_OF_PIECE:
            found.append(Plan((*take_up, ("own", todo[0])), 1, len(take_up) + 1.1))
        return found

    def _to(
        self,
        at: tuple[Any, ...],
        then: tuple[Any, ...],
        take_up: tuple[Any, ...],
        piece: str,
        number: int = 1,
    ) -> list[Plan]:
        """The counter is dragged there, or taken up to press there; in hand already a press sends it."""
        pressed = Plan((*take_up, at, *then), number, len(take_up) + 1 + len(then))
        if not (take_up and self.drags):
            return [pressed]
        return [Plan((("drag", piece, at), *then), number, 1 + len(then)), pressed]

    def _take_up(self, seen: dict[str, Any], piece: str) -> tuple[Any, ...]:
        if seen["hand"] == piece:
            return ()
        held = seen["hand"]
        if held:
            told = self.reach(seen, held)
            targets = {way["target"] for way in (*told["ways"], *told["acts"])}
            targets |= {each["target"] for each in seen["controls"] if each["piece"] == held}
            if seen["at"][piece] in targets:
                return (("key", "Escape"), ("piece", piece))
        return (("piece", piece),)

    # questions to all

    def lets_all_pass(self) -> bool:
        """Presses "Nobody answers" where the page asks all its seats at once; whether it does."""
        return self._answers_for_all("#nobody button:not([name])")

    def speaks_up(self, seat: str) -> None:
        """Presses that this seat answers, where the page asks all at once: its menu is open then."""
        self._answers_for_all(f"#prompt button[name=seat][value={quoted(seat)}]")

    def _answers_for_all(self, selector: str) -> bool:
        if not self.page.locator("#nobody").count():
            return False
        before = self.look()["stamp"]
        assert self._click(selector), f"nothing to press: {selector}"
        self._asks_no_more(before)
        return True

    def _asks_no_more(self, before: str) -> None:
        self.page.wait_for_function(ASKS_NO_MORE, arg=before, timeout=PATIENCE)
        self._rests()

    # pressing

    def give(self, todo: Sequence[str]) -> Plan:
        """Gives the first of these orders, or more of them, by the fewest presses to an order."""
        with suppress(Late):
            self.page.wait_for_function(SETTLED, timeout=WHILE)
        seen = self._laid_out(todo[0])
        plans = sorted(self.plans(seen, todo), key=lambda plan: (plan.cost / plan.orders, -plan.orders))
        assert plans, f"nothing gives {todo[0]}"
        for plan in plans:
            if self._do(plan, seen["stamp"]):
                self._close_list()
                return plan
            self._let_go()
        raise AssertionError(f"no plan gave {todo[0]}: {plans}")

    def _laid_out(self, order: str) -> dict[str, Any]:
        """What the page offers, with the orders of the counter that it tells when that is taken up."""
        given, seen = json.loads(order), self.look()
        pieces = [given[field] for field in COUNTERS if field in given]
        fold = f"details.piece[data-later][data-piece={quoted(pieces[0])}]" if pieces else ""
        if not (fold and self.page.locator(fold).count()):
            return seen
        told = self.page.evaluate(FOLDED, pieces[0]) if self.drags else []
        if any(each["value"] == order for each in told):
            return {**seen, "controls": seen["controls"] + told}
        for step in self._take_up(seen, pieces[0]):
            self._press(step)
        self.page.locator(fold).wait_for(state="detached")
        return self.look()

    def _let_go(self) -> None:
        """Puts back what a plan that came to nothing has pinned, raised or taken up: no part of an answer."""
        for _ in range(2):
            if self.page.locator("#go, .hand .card[open], .token.selected").count():
                self.page.keyboard.press("Escape")

    def _do(self, plan: Plan, before: str) -> bool:
        sent = self.sent
        for step in plan.presses:
            if not self._press(step):
                return False
        for _ in range(SOON):
            if self.sent > sent:
                self.page.wait_for_function(MOVED_ON, arg=before, timeout=PATIENCE)
                self._rests()
                return True
            self.page.wait_for_timeout(20)
        return False

    def _press(self, step: Any) -> bool:
        if isinstance(step, Press):
            return self._click(step.selector, waits=step.selector == "#go" or ".uses button" in step.selector)
        kind, what, *more = step
        if kind == "fold":  # it may lie open since another try
            return not self.page.locator(f"{what}:not([open])").count() or self._click(f"{what} > summary")
        if kind == "drag":
            return self._drag(what, more[0])
        if kind == "carry":
            return self._carry(what, more[0])
        if kind == "key":
            self.page.keyboard.press(what)
            return True
        if kind == "pick":
            place = self.page.eval_on_selector_all(
                "#pick option", "(found, value) => found.findIndex((each) => each.value === value)", what
            )
            self.page.select_option("#pick select", index=place)
            self.extra += 2
            return True
        if kind == "list":
            return self._from_list(what)
        if kind == "own":
            return self._click(f"#piece-answers .own button[value={quoted(what)}]", waits=True)
        if kind == "piece":
            return self._take(what)
        if kind == "token":
            return self._click(f"#u-{what}")
        if kind == "which":
            return self._press_counter(what)
        if kind == "pill":
            come = f"[data-from={quoted(more[0])}]" if more[0] else ":not([data-from])"
            return self._click(f".edge-pill[data-target={quoted(what)}]{come}", waits=True)
        if kind == "tab":
            return self._click(tab_of(what), waits=True)
        assert kind == "place"
        return self._click(f"#sp-{what}") or self._click(f".token[data-space={quoted(what)}]")

    def _press_counter(self, piece: str) -> bool:
        """Presses a counter, or the stack that it lies in, and then the counter in the fan if that opens."""
        stack = f".token[data-space={quoted(self.look()['at'].get(piece, ''))}]"
        if not (self._click(f"#u-{piece}") or self._click(stack)):
            return False
        in_fan = f".board-fan button[data-piece={quoted(piece)}]"
        return not self.page.locator(in_fan).count() or self._click(in_fan)

    def _take(self, piece: str) -> bool:
        if not self._press_counter(piece) or self.look()["hand"] != piece:
            return False
        self.page.wait_for_function(KNOWS, arg=[piece, self.page.get_attribute("#table", "data-moment")])
        return True

    def _from_list(self, value: str) -> bool:
        if not self.look()["list"]:
            self._click("#orders > summary")
            self._list_opened = True
        button = self.page.locator(f".panel button[name=order][value={quoted(value)}]").first
        if not button.count():
            return False  # told only when its counter is taken up
        folded = button.locator("xpath=ancestor::details[not(@open)]")
        while folded.count():
            self._click_in_list(folded.first.locator("> summary"))
        self._click_in_list(button)
        return True

    def _click_in_list(self, what: Locator) -> None:
        """A press on it, wherever it must be scrolled to; what the page scrolls then is not taken back."""
        self.extra += what.evaluate(BROUGHT)
        self._click_on(what)

    def _click_on(self, found: Locator) -> None:
        found.click()

    def _close_list(self) -> None:
        if self._list_opened and self.look()["list"]:
            self._click("#orders > summary")
        self._list_opened = False

    def _click(self, selector: str, waits: bool = False) -> bool:
        if waits:
            try:
                state: Literal["attached", "visible"] = (
                    "visible" if ".uses button" in selector else "attached"
                )
                self.page.locator(selector).first.wait_for(state=state, timeout=WHILE)
            except Late:
                return False
        found = self.page.evaluate(POINT, [selector, True])
        if found is None:
            return False
        if found["scrolled"]:
            self.extra += 1
        self._point(found["at"])
        return True

    # dragging

    def _in_sight(self, selector: str) -> Sequence[float] | None:
        """Where it can be taken hold of, or dropped on, without a scroll."""
        found = self.page.evaluate(POINT, [selector, False])
        return found and found["at"]

    def _drag(self, piece: str, to: Sequence[Any]) -> bool:
        """Drags a counter to a place, to the pill of an attack or to a tab by which it turns; out of the fan
        if it lies under others."""
        if to[0] == "place" and self._lies(to) is None:
            found = self.page.evaluate(POINT, [f"#sp-{to[1]}", True])
            if found is None:
                return False
            self.extra += found["scrolled"]
        at = self._in_sight(f"#u-{piece}")
        if at is not None:
            self._lift(at)
        else:
            at = self._in_sight(f".token[data-space={quoted(self.look()['at'].get(piece, ''))}]")
            if at is None or not self._lift_out(piece, at):
                return False
        moment = self.page.get_attribute("#table", "data-moment")
        with suppress(Late):
            self.page.wait_for_function(KNOWS, arg=[piece, moment], timeout=WHILE)
            self._comes(to)
        return self._drop(self._lies(to), at)

    def _carry(self, card: str, to: Sequence[Any]) -> bool:
        """Drags a card onto one of its answers, a counter or a place."""
        kind, what, *_ = to
        at = self._in_sight(f"{card} > summary")
        if at is None:
            return False
        self._lift(at)
        self.page.locator(f"{card}[open]").wait_for()
        if kind == "place":
            return self._drop(self._lies(to), at)
        if kind == "token":
            return self._drop(self._in_sight(f"#u-{what}"), at)
        answer = f"{card} .uses button[value={quoted(what)}]"
        fold = self._in_sight(f"{card} .uses .more:not([open]):has([value={quoted(what)}]) > summary")
        if fold:
            self.page.mouse.move(*fold, steps=4)
        with suppress(Late):
            self.page.locator(answer).wait_for(timeout=WHILE)
        found = self.page.evaluate(POINT, [answer, True])
        self.extra += bool(found and found["scrolled"])  # by the wheel, in a long fold
        return self._drop(found and found["at"], at)

    def _comes(self, to: Sequence[Any]) -> None:
        """Waits until it lies there: pills and tabs come when the counter is in the air."""
        if to[0] == "tab":
            self.page.locator(tab_of(to[1])).wait_for(state="attached", timeout=WHILE)
        else:
            self.page.wait_for_function(f"where => ({LIES})(where)", arg=spot_of(to), timeout=WHILE)

    def _lies(self, to: Sequence[Any]) -> Sequence[float] | None:
        if to[0] == "tab":
            return self._in_sight(tab_of(to[1]))
        found: Sequence[float] | None = self.page.evaluate(LIES, spot_of(to))
        return found

    def _lift(self, at: Sequence[float]) -> None:
        """Takes it up by a jerk: held over another place for a moment it would go through there."""
        x, y = at
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 5, y - 8)
        self.page.mouse.move(x, y)

    def _lift_out(self, piece: str, stack: Sequence[float]) -> bool:
        """Holds a stack until its fan opens, and takes the counter up by leaving that below."""
        member = f".board-fan button[data-piece={quoted(piece)}]"
        self.page.mouse.move(*stack)
        self.page.mouse.down()
        try:
            self.page.locator(member).wait_for(timeout=WHILE)
            self.page.mouse.move(*(self._in_sight(member) or stack), steps=2)
            self.page.locator(f"{member}.pointed").wait_for(timeout=WHILE)
        except Late:
            self.page.mouse.up()
            return False
        x, below = self.page.evaluate(BELOW, member)
        self.page.mouse.move(x, below, steps=2)
        return True

    def _drop(self, at: Sequence[float] | None, home: Sequence[float]) -> bool:
        """Drops what is in the air there, or where it came from."""
        self.page.mouse.move(*(at or home), steps=4)
        self.page.mouse.up()
        return at is not None

    def _point(self, at: Sequence[float]) -> None:
        """One press there."""
        self.page.mouse.click(*at)
