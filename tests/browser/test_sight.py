"""Lines of sight, asked for on the board."""

from playwright.sync_api import expect

from tests.browser.conftest import Grognard, Opens
from tests.browser.table import stamp
from tests.browser.test_table import table


def test_a_line_of_sight_is_drawn_and_told_and_orders_nothing(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    table(page, grognard, "napoleonics", "vimiero", 0, lambda desk: True)
    before = stamp(page)
    eye = page.get_by_role("button", name="Line of sight")
    page.keyboard.press("v")
    expect(eye).to_have_attribute("aria-pressed", "true")
    page.locator("#sp-B4").dispatch_event("click")
    page.locator("#sp-G7").dispatch_event("pointerover")
    told = "From B4 one does not see G7: units or leaders at C5 stand in the line."
    expect(page.locator("#odds")).to_have_text(told)
    expect(page.locator(".sightline.shut circle")).to_have_count(1)
    page.locator("#sp-B4").focus()
    page.keyboard.press("Enter")  # from there; the next one is pointed at with the arrows
    page.keyboard.press("ArrowRight")
    expect(page.locator("#odds")).to_have_text("From B4 one sees B5; distance 1.")
    expect(page.locator(".sightline.open")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(eye).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".sightline")).to_have_count(0)
    assert stamp(page) == before


def test_a_title_without_lines_of_sight_has_no_button_for_them(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, _ = table(page, grognard, "waterloo", "short", 0)
    expect(page.locator(".board.mounted .board-tools button")).to_have_count(4)
    assert page.request.get(f"/g/{game}/sight?from=A1&to=B2").status == 404
