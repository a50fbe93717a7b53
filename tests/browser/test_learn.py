"""Lessons in a real browser: somebody who knows nothing presses what is lit, and nothing else, to its end."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from domain.kernel import titles
from domain.kernel.lessons import lesson_of
from tests.browser.conftest import PHONE, Opens
from tests.browser.table import send_form
from tests.browser.test_pages import COLOURS, EVERY_RULE, axe_faults
from tests.patience import MILLISECONDS

DESK = {"width": 1440, "height": 900}
MOST_PRESSES = 60
AGAIN = MILLISECONDS / 15
"""How long a hand waits before it presses the same place again."""
TITLES = [each.id for each in titles() if lesson_of(each.id)]
LIT = """() => [...document.querySelectorAll('#spotlight rect')].map((each) => {
  const {x, y, width, height} = each.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
})"""


@pytest.fixture
def visits(opens: Opens) -> Any:
    """Opens the lesson of a title in a browser of its own."""

    def visit(title: str, **settings: Any) -> Page:
        page = opens(**{"is_coached": True, "viewport": DESK, **settings})
        page.goto(send_form(page, "/learn", f"/learn/{title}"))
        expect(page.locator("#coach")).to_be_visible()
        return page

    return visit


def due(page: Page) -> list[Any]:
    """What the step still needs."""
    return json.loads(page.locator("#coach").get_attribute("data-orders") or "[]")


def press_what_is_lit(page: Page, press: Callable[[int, int], None] | None = None) -> None:
    """Presses the first lit place as a hand would, until something else is lit, or nothing: where dice will
    fall the first press only shows what may come of it."""
    before = page.evaluate(LIT)
    was = json.dumps(before, separators=(",", ":"))
    for _press in range(3):
        (press or page.mouse.click)(*before[0])
        try:
            page.wait_for_function(f"(was) => JSON.stringify(({LIT})()) !== was", arg=was, timeout=AGAIN)
            return
        except TimeoutError:
            continue
    raise AssertionError(f"nothing comes of a press on {before[0]}")


def to_its_end(page: Page) -> int:
    """How many presses the lesson took."""
    for presses in range(MOST_PRESSES):
        if not due(page):
            return presses
        page.wait_for_function(f"() => ({LIT})().length > 0")
        page.wait_for_timeout(500)  # as long as somebody looks at what is lit
        press_what_is_lit(page)
    raise AssertionError(f"step {page.locator('#coach').get_attribute('data-number')} does not end")


@pytest.mark.parametrize("title", TITLES)
def test_a_stranger_goes_through_a_lesson_by_what_is_lit(visits: Any, title: str) -> None:
    page = visits(title)
    presses = to_its_end(page)
    lesson = lesson_of(title)
    assert lesson is not None and presses >= len(lesson.steps)
    page.get_by_role("button", name="Play on against an easy computer").click()
    expect(page.locator("body.play:not(.lesson)")).to_be_visible()


def test_a_lesson_on_a_phone_lights_what_lies_in_sight(visits: Any) -> None:
    page = visits("waterloo", viewport=PHONE, has_touch=True)
    to_its_end(page)
    expect(page.get_by_role("button", name="Play on against an easy computer")).to_be_visible()


COVERED = """() => {
    const at = document.getElementById('coach').getBoundingClientRect();
    return [...document.querySelectorAll('#spotlight rect, #battle:not([hidden])')]
        .filter((each) => { const lit = each.getBoundingClientRect();
            return lit.left < at.right && lit.right > at.left && lit.top < at.bottom &&
                lit.bottom > at.top; })
        .map((each) => each.id || each.outerHTML); }"""


def test_the_coach_on_a_phone_covers_nothing_that_is_lit_and_no_battle(visits: Any) -> None:
    """A finger goes through all steps; it presses the middle of what is lit, whatever stands there too."""
    page = visits("napoleonics", viewport=PHONE, has_touch=True)
    for _press in range(MOST_PRESSES):
        if not due(page):
            return
        page.wait_for_function(f"() => ({LIT})().length > 0")
        page.wait_for_timeout(500)  # as long as somebody looks at what is lit
        assert page.evaluate(COVERED) == [], page.locator("#coach h2").inner_text()
        press_what_is_lit(page, page.touchscreen.tap)
    raise AssertionError(f"step {page.locator('#coach').get_attribute('data-number')} does not end")


def test_what_is_not_lit_is_inert(visits: Any) -> None:
    page = visits("waterloo")
    page.wait_for_function(f"() => ({LIT})().length > 0")
    page.locator(".hand .card > summary").last.click(force=True)
    expect(page.locator(".hand .card[open]")).to_have_count(0)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#coach")).to_have_attribute("data-number", "2")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator("#coach")).to_have_attribute("data-number", "1")


@pytest.mark.parametrize("look", [{"viewport": DESK}, {"viewport": PHONE}], ids=["desk", "phone"])
def test_axe_finds_nothing_in_a_lesson(visits: Any, look: Any) -> None:
    page = visits("waterloo", bypass_csp=True, **look)
    assert axe_faults(page, EVERY_RULE) == []
    page.emulate_media(color_scheme="dark")
    assert axe_faults(page, COLOURS) == []
