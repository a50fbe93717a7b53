"""In a battle every press sets a card, or takes that card back."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Grognard, Opens
from tests.browser.table import moved_on, stamp
from tests.browser.test_skeleton import asks, played_on
from tests.browser.test_table import table


def at_battle(page: Page, grognard: Grognard) -> tuple[str, Any]:
    """A table of Waterloo where three cards or more may be set."""
    game, _ = table(page, grognard, "waterloo", "short", 0, lambda desk: True)
    random, is_asked = Random(1815), asks("battle_cards")
    while True:
        desk = grognard.games.desk(game)
        cards = {getattr(order, "card", None) for order in desk.menu(desk.waiting[0])} - {None}
        if is_asked(desk) and len(cards) >= 3:
            break
        played_on(grognard.games, game, 1, random)
    page.goto(f"/g/{game}?as={desk.waiting[0]}")
    return game, desk.waiting[0]


def test_any_set_card_is_taken_back_by_a_press_and_the_last_by_esc(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport={"width": 1280, "height": 800})
    game, seat = at_battle(page, grognard)
    chosen = []

    def set_after(does: Callable[[], object]) -> list[str]:
        before = stamp(page)
        does()
        moved_on(page, before)
        return [order.card for order in grognard.games.desk(game).drafts.get(seat, ())]

    def press(card: str) -> list[str]:
        return set_after(page.locator(f".card[data-card={card}] > summary").click)

    while len(chosen) < 2:
        one = page.locator(".hand .card:not(.idle):not(.set)").filter(has=page.locator("[data-part]")).first
        chosen.append(str(one.get_attribute("data-card")))
        assert press(chosen[-1]) == chosen
    first, second = chosen
    assert press(first) == [second]
    expect(page.locator(f".card[data-card={first}].set")).to_have_count(0)
    expect(page.locator(f".card[data-card={second}].set")).to_have_count(1)
    assert press(first) == [second, first]
    assert press(first) == [second]
    assert press(second) == []
    assert press(first) == [first] and press(second) == [first, second]
    assert set_after(lambda: page.keyboard.press("Escape")) == [first]
    assert set_after(lambda: page.keyboard.press("Escape")) == []
