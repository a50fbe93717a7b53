"""The table and the replay in the hands of somebody with a keyboard, a small screen, or a question."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from domain.kernel import Seat, titled
from domain.store import Holder
from domain.wellington.events.losses import LossesTaken
from tests.browser.conftest import PHONE, Grognard, Opens
from tests.browser.table import button, open_game, show_my_hand, sit, stamp
from tests.thorough import times

TITLES = [("waterloo", "short", 0), ("wellington", "1812", 3)]
"""Title, scenario and the seating of two players."""
BUTTONS = ".orders button[name=order]"
ORDERS = f"{BUTTONS}, #series input[name=order]"


def odds_of(desk: Any) -> list[Any]:
    """The orders of the present menu that have odds to tell."""
    tell, seat = titled(desk.standing.opened.title).odds, desk.waiting[0]
    return [each for each in desk.menu(seat) if tell(desk.standing.state, (), each) is not None]


def is_long(desk: Any) -> bool:
    """Whether a dozen orders are on the menu, and it is no answer to somebody."""
    return len(desk.menu(desk.waiting[0])) >= 12 and desk.window is None


def asks_for_losses(desk: Any) -> bool:
    """Whether several losses are to be chosen."""
    ask = desk.decision.ask(desk.waiting[0])
    return len(ask.most) > 4 and ask.about["left"] > 1


def table(
    page: Page,
    grognard: Grognard,
    title: str,
    scenario: str,
    seating: int,
    fits: Callable[[Any], object] = is_long,
    seed: bytes | None = None,
) -> tuple[str, Seat]:
    """A game that this browser holds all seats of, at the first prompt that fits; the same with the same
    `seed`."""
    seats = titled(title).scenario(scenario).seatings[seating]
    holders = {seat: Holder("open") for seat in seats}
    game = grognard.games.create(title, scenario, seats=seats, holders=holders, seed=seed)
    random = Random(title)
    sit(page, game, seats)
    while True:
        desk = grognard.games.desk(game)
        assert not desk.is_over
        seat = desk.waiting[0]
        if fits(desk):
            break
        grognard.games.order(game, seat, random.choice(desk.menu(seat)))
    page.goto(f"/g/{game}?as={seat}")
    return game, seat


WALK = """() => {
    const now = document.activeElement;
    const uses = now.matches('.card > summary') ? now.parentElement.querySelectorAll('[name=order]') : [];
    if (uses.length === 1) return uses[0].value;  // a press on the card gives it, or raises it
    if (now.matches('summary') && !now.parentElement.open) return 'fold';
    if (now.matches('#series input')) return now.closest('li').querySelector('[name=order]').value;
    return now.matches('.orders button[name=order]') ? now.value : '';
}"""


@pytest.mark.parametrize(("title", "scenario", "seating"), TITLES)
def test_u8_every_order_is_reached_with_the_keyboard_alone(
    opens: Opens, grognard: Grognard, title: str, scenario: str, seating: int
) -> None:
    """Tab walks the page, Enter opens what is folded up; every order of the menu gets the focus."""
    page = opens()
    game, seat = table(page, grognard, title, scenario, seating)
    walk(page)
    for _ in range(times(0, 20)):  # the same game goes on, to other prompts
        if go_on(page, grognard, game):
            walk(page)


def go_on(page: Page, grognard: Grognard, game: str) -> bool:
    """Some random orders later, at a prompt that is no answer to somebody; False if the game is over."""
    random = Random(grognard.games.desk(game).moment)
    for _ in range(40):
        desk = grognard.games.desk(game)
        if desk.is_over:
            return False
        grognard.games.order(game, desk.waiting[0], random.choice(desk.menu(desk.waiting[0])))
    while (desk := grognard.games.desk(game)).window is not None:
        grognard.games.order(game, desk.waiting[0], random.choice(desk.menu(desk.waiting[0])))
    if not desk.is_over:
        page.goto(f"/g/{game}?as={desk.waiting[0]}")
    return not desk.is_over


def walk(page: Page) -> None:
    """Tab by Tab from the top of the page; every order on it must have had the focus."""
    wanted = set(page.eval_on_selector_all(ORDERS, "found => found.map(each => each.value)"))
    reached: set[str] = set()
    for _ in range(1200):
        page.keyboard.press("Tab")
        where = page.evaluate(WALK)
        if where == "fold":
            page.keyboard.press("Enter")
        elif where:
            reached.add(where)
        if reached >= wanted:
            break
    assert reached >= wanted, f"{len(wanted - reached)} of {len(wanted)} orders are not reached"


CONTROLS = "button, summary, select, input:not([type=hidden]), a.button, nav a"
SMALL = """([least, controls]) => [...document.querySelectorAll(controls)]
    .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest('.board-live, .sr'))
    .map(each => [each, (each.closest('label') ?? each).getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.width < least - .5 || box.height < least - .5))
    .map(([each, box]) => `${each.outerHTML.slice(0, 90)}: ${box.width} x ${box.height}`)"""


@pytest.mark.parametrize(("title", "scenario", "seating"), TITLES)
def test_u14_targets_are_large_enough_on_a_phone_and_nothing_runs_out_of_320_pixels(
    opens: Opens, grognard: Grognard, title: str, scenario: str, seating: int
) -> None:
    page = opens(viewport=PHONE, has_touch=True, is_mobile=True)
    game, seat = table(page, grognard, title, scenario, seating)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 700})
        for address in (f"/g/{game}?as={seat}", f"/g/{game}/text", f"/g/{game}/replay"):
            page.goto(address)
            assert page.evaluate(SMALL, [24, CONTROLS]) == [], f"{address} at {width}"
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_losses_are_counted_out_by_button_and_board_and_confirmed_when_they_fit(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, seat = table(page, grognard, *TITLES[1], asks_for_losses)
    ask = grognard.games.desk(game).decision.ask(seat)
    form, confirm = page.locator("#series"), page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_disabled()
    form.locator("[data-step='1']").first.click()
    expect(page.locator("#series-left")).to_have_text(f"Left to choose: {ask.about['left'] - 1}.")
    field = form.locator("input[type=number]").nth(1)
    page.locator(f"#sp-{field.get_attribute('data-target')}").focus()
    page.keyboard.press("Enter")
    expect(field).to_have_value("1")
    page.locator("#suggest").click()
    expect(page.locator("#series-left")).to_have_text("All are chosen.")
    before, version = stamp(page), grognard.games.desk(game).version
    confirm.click()
    page.wait_for_function("before => document.getElementById('table')?.dataset.stamp !== before", arg=before)
    taken = [each.body for each in grognard.games.recorded(game, version)]
    assert sum(body.sp for body in taken if isinstance(body, LossesTaken)) >= ask.about["left"]


def test_keys_odds_and_the_lines_of_the_log(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, _ = table(page, grognard, *TITLES[1], lambda desk: is_long(desk) and odds_of(desk))
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("Ciudad Ro")
    page.keyboard.press("Enter")
    expect(page.locator("#sp-ciudad_rodrigo")).to_be_focused()
    target = button(page, msgspec.to_builtins(odds_of(grognard.games.desk(game))[0]))
    target.focus()
    expect(page.locator("#odds")).to_contain_text(re.compile("dice|sixes"))
    page.locator("#log-cards").click()
    expect(page.locator("#log-cards")).to_have_attribute("aria-current", "true")
    before = stamp(page)
    page.locator("#actions button").first.click()
    page.wait_for_function("before => document.getElementById('table')?.dataset.stamp !== before", arg=before)
    expect(page.locator("#log-cards")).to_have_attribute("aria-current", "true")
    page.evaluate("document.documentElement.dataset.keys = 'off'")
    page.keyboard.press("x")
    expect(page.locator("#table")).to_be_visible()


def test_a_replay_goes_from_swing_to_swing_and_gives_its_position_away(
    opens: Opens, finished: list[str]
) -> None:
    page = opens()
    page.goto(f"/g/{finished[0]}/replay#e20")
    page.wait_for_selector("#replay[data-charted]")
    events = []
    for _ in range(3):
        before = page.locator("#count").inner_text()
        page.keyboard.press("s")
        expect(page.locator("#count")).not_to_have_text(before)
        events.append(int(page.locator("#slider").input_value()))
    assert 20 < events[0] < events[1] < events[2]
    expect(page.locator("#log .now")).to_be_in_viewport()
    page.locator(".menu > summary").click()
    with page.expect_download() as download:
        page.locator("[data-picture=svg]").click()
    text = download.value.path().read_text("utf-8")
    assert text.startswith("<svg") and "u-fr_" in text
    assert "http" not in text.replace("http://www.w3.org/", ""), "it stands alone"
    with page.expect_navigation():
        page.keyboard.press("x")
    assert f"at={events[2]}" in page.url
    expect(page.locator("main")).to_contain_text(f"after event {events[2]}")


def test_a_paragraph_opens_beside_the_table_and_never_instead_of_it(opens: Opens) -> None:
    page = opens()
    open_game(page, ("me", "Ada"), ("hotseat", "Bruno"))
    show_my_hand(page)
    link = page.locator("#prompt a.rule").first
    number, address = link.inner_text().removeprefix("§"), page.url
    link.focus()
    page.keyboard.press("Enter")
    beside = page.locator("#paragraph")
    expect(beside).to_be_visible()
    expect(beside).to_be_focused()
    expect(beside.locator(":is(h2, h3, h4)").first).to_contain_text(number)
    page.keyboard.press("Escape")
    expect(beside).to_be_hidden()
    expect(link).to_be_focused()
    assert page.url == address


CUT_OFF = """() => {
    const box = document.querySelector('#board .board'), {bottom, left, right} = box.getBoundingClientRect();
    for (const each of box.querySelectorAll('.token[data-space]')) {
        const {top, height} = each.getBoundingClientRect();
        box.scrollTop += top + height / 2 - bottom;
        const at = each.getBoundingClientRect(), x = at.left + at.width / 2;
        if (Math.abs(at.top + at.height / 2 - bottom) < 1 && x > left + 200 && x < right - 60 &&
            each.contains(document.elementFromPoint(x, bottom - 6))) return [x, bottom - 6];
    }
    return null; }"""
SCROLLED = """() => { const {scrollLeft, scrollTop} = document.querySelector('#board .board');
    return [scrollLeft, scrollTop]; }"""


def test_a_press_on_a_counter_that_is_partly_out_of_sight_does_not_shift_the_board(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(viewport={"width": 1440, "height": 900})
    table(page, grognard, "brandywine", "howes_flank_attack", 0)
    place, before = page.evaluate(CUT_OFF), page.evaluate(SCROLLED)
    page.mouse.click(*place)
    assert page.evaluate("document.activeElement.matches('.sp, .board-fan *')")
    assert page.evaluate(SCROLLED) == before
