"""What a person does at a table: open a game, press buttons, hand the device over."""

import json
import re
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.policy import choice


def open_game(
    page: Page,
    french: tuple[str, str],
    coalition: tuple[str, str],
    scenario: str = "short",
    has_hints: bool = False,
) -> str:
    """Opens a game of Waterloo by the form; `("hotseat", "Bruno")` says who holds a seat. Gives its id."""
    page.goto(f"/new?title=waterloo&scenario={scenario}")
    for seat, (kind, name) in (("french", french), ("coalition", coalition)):
        page.select_option(f"#kind_{seat}", kind)
        if name:
            page.fill(f"#name_{seat}", name)
    if has_hints:
        page.locator("details.how > summary").click()
        page.check("[name=hints]")
    with page.expect_navigation():
        page.get_by_role("button", name="Start the game").click()
    found = re.search(r"/g/([0-9a-f]{32})", page.url)
    assert found, page.url
    return found.group(1)


def look_away(page: Page) -> None:
    """Leaves the table while others play: each of their orders would be drawn. For a page of ours, since a
    blank one would cost a new process."""
    page.goto("/import")


def is_handover(page: Page) -> bool:
    return page.locator("#table[data-handover]").count() > 0


def show_my_hand(page: Page) -> None:
    """Presses "I am ...: show my hand"."""
    with page.expect_navigation():
        page.locator(".handcard button.primary").click()


def is_asked_together(page: Page) -> bool:
    """Whether the screen asks if anybody responds."""
    return page.get_by_text("Does anyone respond?").count() > 0


def orders(page: Page) -> list[dict[str, Any]]:
    """The orders that the page's buttons offer."""
    texts = page.eval_on_selector_all(".orders button[name=order]", "found => found.map(each => each.value)")
    return [json.loads(text) for text in texts]


def button(page: Page, order: dict[str, Any]) -> Locator:
    """The button of an order, the sections around it opened as a person would."""
    found = folded_button(page, order)
    folded = found.locator("xpath=ancestor::details[not(@open)]")
    while folded.count():
        folded.first.locator("> summary").click()
    return found


def folded_button(page: Page, order: dict[str, Any]) -> Locator:
    """The button of an order, which may be folded up."""
    place = page.eval_on_selector_all(
        ".orders button[name=order]",
        "(found, wanted) => found.findIndex(each => JSON.stringify(JSON.parse(each.value)) === wanted)",
        json.dumps(order, separators=(",", ":"), ensure_ascii=False),
    )
    return page.locator(".orders button[name=order]").nth(place)


def sets_by_one_press(page: Page, order: dict[str, Any]) -> Locator | None:
    """The card whose press gives this order at once: one that is set in a battle."""
    found = folded_button(page, order)
    card = found.locator("xpath=ancestor::details[contains(@class, 'card')]")
    is_part = bool(found.get_attribute("data-part")) and card.count() > 0
    return card.locator("> summary") if is_part and card.locator("[name=order]").count() == 1 else None


def stamp(page: Page) -> str:
    """Names the position that the page shows."""
    return str(page.locator("#table").get_attribute("data-stamp"))


def press(page: Page, order: dict[str, Any]) -> None:
    """Presses an order's button and waits for the new position."""
    before = stamp(page)
    (sets_by_one_press(page, order) or button(page, order)).click()
    moved_on(page, before)


def moved_on(page: Page, before: str) -> None:
    page.wait_for_function(
        "before => ![null, undefined, before].includes(document.getElementById('table')?.dataset.stamp)",
        arg=before,
    )


class Person:
    """Somebody who chooses among the page's buttons, with interest for `patience` orders."""

    def __init__(self, page: Page, seed: int, patience: int = 30) -> None:
        self.page, self.random, self.patience = page, Random(seed), patience

    def choice(self) -> dict[str, Any]:
        """The order that they want to give now."""
        self.patience -= 1
        return choice(orders(self.page), self.random, tired=self.patience < 0)

    def answer(self) -> None:
        """Gives one order."""
        press(self.page, self.choice())
