"""A stranger's first hour: from the front page with no knowledge but the texts on the page."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens


def drag(page: Page, name: re.Pattern[str], target: str) -> None:
    """Drags the counter on one space of the board to another space."""
    start = page.get_by_role("button", name=name).first.bounding_box()
    end = page.get_by_role("button", name=target, exact=True).bounding_box()
    assert start is not None and end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2 - 9, end["y"] + end["height"] / 2 - 6, steps=4)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=2)
    page.mouse.up()


def test_a_stranger_begins_orders_is_refused_finds_the_rule_the_leader_and_the_next_turn(
    opens: Opens,
) -> None:
    page = opens(is_coached=True, viewport={"width": 1440, "height": 900}, locale="en")
    page.goto("/")
    page.get_by_role("button", name="Play Waterloo against the computer").click()  # 1
    prompt = page.get_by_role("region", name="What you must do")
    expect(prompt).to_contain_text("Choose a card to play")
    expect(page.get_by_text("Everything begins with a card")).to_be_visible()
    page.get_by_label("Your hand").locator("summary").first.click()  # 2: a card, the first order
    expect(prompt).to_contain_text("Choose a unit to move")
    expect(page.get_by_role("banner")).to_contain_text(re.compile("ahead|even", re.IGNORECASE))
    drag(page, re.compile(r"French 1\/I .*can act"), "A1")
    expect(prompt).to_contain_text("cannot go to A1")
    prompt.get_by_role("status").get_by_role("link", name="§").click()
    expect(page.get_by_role("dialog", name="From the rules")).to_be_visible()
    page.keyboard.press("Escape")
    for words in ("End the movement", "End the round", "Pass"):
        prompt.get_by_role("button", name=words).click()
    expect(page.get_by_role("banner")).to_contain_text("Turn 2 of 4")
