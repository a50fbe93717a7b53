"""Clocks in a browser: they count down where they stand, and say so to whoever listens only when asked."""

from playwright.sync_api import expect

from domain.kernel import Seat, TimeControl
from domain.store import Holder
from tests.browser.conftest import Grognard, Opens
from tests.browser.test_pages import COLOURS, EVERY_RULE, axe_faults

PEOPLE = {Seat("french"): Holder("person", "Anna"), Seat("coalition"): Holder("person", "Bruno")}
IS_TOLD = "clock => Boolean(clock.closest('[aria-live]'))"


def test_a_clock_counts_down_in_its_place_and_its_last_minute_is_marked(
    opens: Opens, grognard: Grognard
) -> None:
    control = TimeControl(per_game=3 * 86400)
    game = grognard.games.create("waterloo", "short", holders=PEOPLE, clock=control)
    page = opens(is_new=True)
    page.clock.install()
    page.goto(f"/g/{game}/watch")
    runs, stands = page.locator(".strip .clock.runs .left"), page.locator(".strip .clock:not(.runs) .left")
    expect(runs).to_have_text("2 d 23 h")
    expect(stands).to_have_text("3 d 0 h")
    page.evaluate("() => document.fonts.ready.then(() => true)")  # words are as wide as their own font's
    strip = page.locator(".strip").bounding_box()
    page.clock.fast_forward(3 * 86400_000)
    expect(runs).to_have_text("0:00")
    expect(runs).to_have_class("left low")
    expect(stands).to_have_text("3 d 0 h")
    assert page.locator(".strip").bounding_box() == strip and not runs.evaluate(IS_TOLD)
    assert axe_faults(page, EVERY_RULE) == [] and axe_faults(page, COLOURS) == []


def test_the_form_asks_only_what_the_kind_of_clock_needs(opens: Opens) -> None:
    page = opens()
    page.goto("/new?title=waterloo&scenario=short")
    page.locator(".how > summary").click()
    for kind, asks in (("none", 0), ("move", 2), ("game", 3)):
        page.select_option("#clock", kind)
        shown = page.locator(":is(#clock_move, #clock_minutes, #clock_increment, #on_time):visible")
        expect(shown).to_have_count(asks)
    assert axe_faults(page, EVERY_RULE) == [] and axe_faults(page, COLOURS) == []
    page.goto("/ladders/waterloo?days=0")
    assert axe_faults(page, EVERY_RULE) == [] and axe_faults(page, COLOURS) == []
