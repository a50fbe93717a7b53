"""T20: a game is played with the keys alone, and the focus is never lost."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Grognard, Opens
from tests.browser.table import stamp
from tests.browser.test_skeleton import asks
from tests.browser.test_table import table
from tests.thorough import times

TITLES = [
    ("waterloo", "short", 0), ("wellington", "1812", 0), ("washingtons_war", "campaign", 0),
    ("napoleonics", "vimiero", 0), ("brandywine", "howes_flank_attack", 0),
]  # fmt: skip
OPENINGS = [(title, scenario) for title, scenario, _ in TITLES]
DIGITS = """() => [...document.querySelectorAll('kbd.digit')].filter((each) => each.checkVisibility())
    .map((each) => [each.textContent, each.parentElement.matches('.quiet')])"""
USES = "document.activeElement.matches('.uses :is(button, summary)')"
OFFERS = "document.activeElement.matches('#orders :is(button, details > summary)')"
IS_SEEN = """(all) => [...document.querySelectorAll(all)]
    .some((each) => each.checkVisibility({visibilityProperty: true}))"""
ANSWERED_AT = (".hand .card > summary", "#actions button", "#orders > summary")
IS_ON = "(where) => document.activeElement.matches(where)"
PAINTED = "() => (window.painted = (window.painted ?? 0) + 1) % 3 === 0"
"""Looked at in every frame: true after two."""
IDLE = "document.activeElement === document.body"
NEAR = {"P": "#prompt", "M": ".board-live .sp", "L": "#logbook a", "H": ".hand .card > summary"}


class Keys:
    """Somebody who has a keyboard and nothing else."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page, self.random = page, Random(seed)
        self.under_way: set[Request] = set()
        page.on("request", lambda each: None if "/stream" in each.url else self.under_way.add(each))
        page.on("requestfinished", lambda each: self.under_way.discard(each))
        page.on("requestfailed", lambda each: self.under_way.discard(each))

    def settle(self) -> None:
        """Waits until the page has done what a key asks for: what the server answers, and what it shows."""
        self.page.wait_for_function(PAINTED)
        while self.under_way:
            self.page.wait_for_timeout(10)
        self.page.wait_for_function(PAINTED)

    def press(self, *keys: str) -> bool:
        """Presses one key after the other until an order is given; whether one was."""
        before = stamp(self.page)
        for key in keys:
            self.page.keyboard.press(key)
            self.settle()
            if stamp(self.page) != before:
                break
        assert not self.page.evaluate(IDLE), f"{keys}: the focus is lost"
        return stamp(self.page) != before

    def answer(self) -> bool:
        """A digit of the prompt, the quiet ones seldom."""
        digits = self.page.evaluate(DIGITS)
        loud = [digit for digit, is_quiet in digits if not is_quiet]
        quiet = [digit for digit, is_quiet in digits if is_quiet]
        found = loud or (quiet if self.random.random() < 0.4 else [])
        return bool(found) and self.press(self.random.choice(found))

    def order_a_piece(self) -> bool:
        """Takes up a counter that can act, and orders it to one of its targets; the second Enter is for what
        cannot be taken back."""
        to_piece, to_target = self.random.randint(1, 3), self.random.randint(1, 4)
        if self.press(*["]"] * to_piece, "Enter"):
            return True
        if self.page.evaluate(IS_ON, ".board-fan button"):  # one of a stack
            among = ["]"] * self.random.randint(0, 2)
            if self.press(*among, "Enter") or self.answer():
                return True
        return self.press(*["."] * to_target, "Enter", "Enter")

    def raise_a_card(self) -> bool:
        """Walks the hand and raises a card; its uses have digits, and so has a fold of several."""
        steps = ["ArrowRight"] * self.random.randint(0, 2)
        is_given = self.press("Escape", "h", *steps, "Enter") or any(self.answer() for _ in range(4))
        return is_given or self.into_the_uses()

    def into_the_uses(self) -> bool:
        """From the raised card by the tabulator to one of its uses, and of a fold to what is in it."""
        for _ in range(12 if self.page.evaluate(IS_SEEN, ".uses :is(button, summary)") else 0):
            self.page.keyboard.press("Tab")
            if not self.page.evaluate(USES):
                continue
            if self.random.random() < 0.5 and self.press("Enter"):
                return True
        self.page.locator("#prompt").focus()
        return False

    def by_the_list(self) -> bool:
        """Whatever else the page offers, by the tabulator."""
        self.page.locator("#orders > summary").focus()
        if not self.page.evaluate("document.activeElement.parentElement.open"):
            self.press("Enter")
        for _ in range(60 if self.page.evaluate(IS_SEEN, "#orders :is(button, details > summary)") else 0):
            self.page.keyboard.press("Tab")  # from the last of the page it goes round by its frame
            if self.page.evaluate(OFFERS) and self.random.random() < 0.3 and self.press("Enter"):
                return True  # what is folded up opens, and the tabulator goes on into it
        self.page.locator("#prompt").focus()
        return False

    def give(self) -> None:
        """Gives one order, whatever the question is."""
        ways = [self.answer, self.order_a_piece, self.raise_a_card]
        for attempt in range(20):
            self.random.shuffle(ways)
            if any(way() for way in ways):
                return
            if attempt > 2 and self.by_the_list():
                return
            self.press("Escape")
        asked = self.page.locator("#prompt, .card[open]").all_inner_texts()
        raise AssertionError(f"no order is given: {asked}")


@pytest.mark.thorough
@pytest.mark.parametrize(("title", "scenario", "seating"), TITLES)
def test_t20_orders_by_the_keys_alone(
    opens: Opens, grognard: Grognard, title: str, scenario: str, seating: int
) -> None:
    page = opens(is_new=True)
    game, _ = table(page, grognard, title, scenario, seating, lambda desk: True)
    keys = Keys(page, 4)
    for _ in range(times(15, 40)):
        keys.give()
        if grognard.games.desk(game).is_over:
            break


@pytest.mark.parametrize(("title", "scenario"), OPENINGS)
def test_t20_twelve_stops_from_the_top_of_the_page_to_the_answers(
    opens: Opens, grognard: Grognard, title: str, scenario: str
) -> None:
    page = opens(is_new=True)
    table(page, grognard, title, scenario, 0, lambda desk: True)
    expect(page.locator(".board.mounted")).to_be_attached()
    there = {where for where in ANSWERED_AT if page.evaluate(IS_SEEN, where)}
    met = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        assert not page.evaluate(IDLE)
        met |= {where for where in there if page.evaluate(IS_ON, where)}
    assert there and met == there


@pytest.mark.parametrize(("title", "scenario"), OPENINGS)
def test_t20_question_board_log_and_hand_are_each_one_key_away(
    opens: Opens, grognard: Grognard, title: str, scenario: str
) -> None:
    page = opens(is_new=True)
    table(page, grognard, title, scenario, 0, lambda desk: True)
    expect(page.locator(".board.mounted")).to_be_attached()
    near = NEAR if page.evaluate(IS_SEEN, NEAR["H"]) else {key: NEAR[key] for key in "PML"}
    for key in [*near, *reversed([*near][:-1])]:  # H again would cover the hand
        page.keyboard.press(key.lower())
        assert page.evaluate(IS_ON, near[key]), key
    page.keyboard.press("?")
    assert set(near) <= set(page.locator("#keys kbd").all_inner_texts())


def has_uses(desk: Any) -> bool:
    """Whether a card of the hand has several uses."""
    cards = Counter(getattr(order, "card", None) for order in desk.menu(desk.waiting[0]))
    return any(card is not None and number > 1 for card, number in cards.items())


def test_a_digit_gives_the_answer_that_bears_it(opens: Opens, grognard: Grognard) -> None:
    page = opens(is_new=True, viewport={"width": 1440, "height": 900})
    is_asked = asks("play_card")
    game, seat = table(page, grognard, "waterloo", "short", 0, lambda desk: is_asked(desk) and has_uses(desk))
    desk = grognard.games.desk(game)
    page.locator(".hand .card:has(.uses [name=order] ~ [name=order]) > summary").first.click()
    use = page.locator(".card[open] > .uses button:has(kbd.digit)").first
    expect(use).to_be_visible()
    digit, order = use.locator("kbd.digit").inner_text(), use.get_attribute("value")
    lasting = page.locator("#actions button kbd.digit")
    assert [each.inner_text() for each in lasting.all()] == [str(n + 1) for n in range(lasting.count())]
    before = stamp(page)
    page.keyboard.press(digit)
    page.wait_for_function("before => document.getElementById('table').dataset.stamp !== before", arg=before)
    (given,) = [each for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert order is not None and seat in given.answers[0]
