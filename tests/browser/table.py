"""What a person does at a table: open a game, press buttons, hand the device over."""

import json
import re
from collections.abc import Iterable
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.policy import choice
from tests.forms import forms_of


def open_game(
    page: Page,
    french: tuple[str, str],
    coalition: tuple[str, str],
    scenario: str = "short",
    has_hints: bool = False,
) -> str:
    """Opens a game of Waterloo and shows it; `("hotseat", "Bruno")` says who holds a seat. Gives its id."""
    fields = {"hints": "yes"} if has_hints else {}
    for seat, (kind, name) in (("french", french), ("coalition", coalition)):
        fields |= {f"kind_{seat}": kind, f"name_{seat}": name}
    page.goto(send_form(page, f"/new?title=waterloo&scenario={scenario}", "/new", **fields))
    found = re.search(r"/g/([0-9a-f]{32})", page.url)
    assert found, page.url
    return found.group(1)


def sit(page: Page, game: str, seats: Iterable[str], name: str = "Anna") -> None:
    """This browser takes open seats of a game; no page of it is drawn."""
    for seat in seats:
        address = f"/g/{game}/seats/{seat}"
        send_form(page, address, address, name=name)


def send_form(page: Page, address: str, action: str, **fields: str) -> str:
    """Sends a page's form as this browser does, with some fields typed over, and draws neither the page nor
    what follows: where that is."""
    answer = page.request.get(address)
    sent_to, kept, _ = next(each for each in forms_of(answer.text()) if each[0].endswith(action))
    origin = "/".join(answer.url.split("/")[:3])
    filled = {key: value for key, value in {**kept, **fields}.items() if key}
    told = page.request.post(sent_to, form=filled, headers={"Origin": origin}, max_redirects=0)
    assert told.status == 303, f"{told.status}: {told.text()[:2000]}"
    return told.headers["location"]


def look_away(page: Page) -> None:
    """Leaves the table while others play: each of their orders would be drawn. For a few words of ours, since
    a blank page would cost a new process."""
    page.goto("/healthz")


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


def has_one_use(page: Page, order: dict[str, Any]) -> Locator | None:
    """The card that is not up and has this order as its only use: a press on it gives that, or raises it."""
    card = folded_button(page, order).locator(
        "xpath=ancestor::details[contains(@class, 'card') and not(@open)]"
    )
    return card.locator("> summary") if card.count() and card.locator("[name=order]").count() == 1 else None


def stamp(page: Page) -> str:
    """Names the position that the page shows."""
    return str(page.locator("#table").get_attribute("data-stamp"))


def press(page: Page, order: dict[str, Any]) -> None:
    """Presses an order's button and waits for the new position."""
    before = stamp(page)
    card = has_one_use(page, order)
    if card is None:
        button(page, order).click()
    else:
        card.click()
        if not moved_or_raised(page, before):
            folded_button(page, order).click()
    moved_on(page, before)


def moved_or_raised(page: Page, before: str) -> bool:
    """Whether a press on a card has given its only use; else it is up."""
    found = page.wait_for_function(
        """before => { const now = document.getElementById('table')?.dataset.stamp;
            return ![null, undefined, before].includes(now) ? 'moved'
                : document.querySelector('.hand .card[open]') ? 'raised' : false; }""",
        arg=before,
    )
    return bool(found.json_value() == "moved")


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
