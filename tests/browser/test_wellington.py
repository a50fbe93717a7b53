"""Wellington in a real browser: a four-power hotseat game by mouse and by keyboard, its pages and its replay.

A whole game has a thousand orders, so most of it is played by bots through the core and stored as a game of
its own (`story`). People at one screen play its beginning (a new game, up to the end of the first impulse)
and its end (a fork of the story, from its last impulses to the last point of victory) with real clicks on
buttons and on the board, and the same again with keys alone.
"""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from replays.simulation import Run, kept_game
from tests.browser.conftest import AT, DESKTOP, PHONE, Grognard, Opens
from tests.browser.policy import choice
from tests.browser.table import (
    is_asked_together,
    is_handover,
    moved_on,
    orders,
    press,
    show_my_hand,
    stamp,
)
from tests.browser.test_pages import COLOURS, EVERY_RULE, axe_faults, shown
from tests.browser.test_playing import holds_no_hand, type_order
from tests.browser.test_replay import SERVED, SHOWN, at, open_replay, versions_of

SEATS = {"britain": "Anna", "sud": "Bruno", "spain": "Carmen", "nord": "Denis"}
MOST = 300
LAST_IMPULSES = 2
"""So many impulses of the story are played again by people."""

Press = Callable[[Page, dict[str, Any]], None]


@pytest.fixture(scope="session")
def story(grognard: Grognard) -> str:
    """A finished four-power game by bots that lasted until 1814."""
    run = Run("wellington", "1813", ("random",) * 4, 3)
    number = next(n for n in range(20) if _last_year(kept_game(run, n, AT)) == 1814)
    game: str = grognard.games.adopt(kept_game(run, number, AT), None)
    return game


def _last_year(recorded: list[Any]) -> int:
    return int([each.body.year for each in recorded if type(each.body).__name__ == "TurnBegan"][-1])


def seat_everybody(page: Page) -> None:
    """All four sit at this screen."""
    for seat, name in SEATS.items():
        page.select_option(f"#kind_{seat}", "me" if seat == "britain" else "hotseat")
        page.fill(f"#name_{seat}", name)


def begin(page: Page) -> str:
    """A new game of four by the form, reached from the front page."""
    page.goto("/")
    page.get_by_role("link", name="Play with friends instead").click()
    page.get_by_role("button", name="Wellington", exact=True).click()
    page.get_by_role("button", name="Wellington: Start in 1813").click()
    page.get_by_role("button", name="Great Britain, Armée du Sud, Spain and Armée du Nord").click()
    seat_everybody(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Start the game").click()
    return game_of(page)


def fork_the_end(page: Page, grognard: Grognard, story: str) -> str:
    """The last impulses of the story, to be played again."""
    begun = [
        each.version for each in grognard.games.recorded(story)
        if type(each.body).__name__ == "ImpulseBegan"
    ]  # fmt: skip
    page.goto(f"/g/{story}/fork?at={begun[-LAST_IMPULSES]}")
    seat_everybody(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Fork from here").click()
    return game_of(page)


def game_of(page: Page) -> str:
    found = re.search(r"/g/([0-9a-f]{32})", page.url)
    assert found, page.url
    return found.group(1)


class Table:
    """Four people at one screen who choose at random, and how they press a button."""

    def __init__(self, page: Page, grognard: Grognard, seed: int, hand: Press, patience: int) -> None:
        self.page, self.grognard, self.random, self.hand = page, grognard, Random(seed), hand
        self.patience = patience
        self.handed_to: set[str] = set()
        self.given: set[str] = set()

    def play(self, game: str, is_done: Callable[[Any], bool]) -> None:
        """Everybody gives orders until the position is such."""
        for _ in range(MOST):
            desk = self.grognard.games.desk(game)
            if desk.is_over or is_done(desk.standing.state):
                return
            self.go_on(game)
        raise AssertionError(f"no end after {MOST} orders: {self.page.locator('#prompt').inner_text()}")

    def go_on(self, game: str) -> None:
        """One step: a hand-over, nobody's answer, or an order."""
        if is_handover(self.page):
            holds_no_hand(self.page, self.grognard, game)
            self.handed_to.add(self.page.locator("h1").inner_text().removeprefix("Pass the device to "))
            self.show()
        elif is_asked_together(self.page):
            assert not orders(self.page)
            self.nobody()
        else:
            order = self.choice()
            self.given.add(order["order"])
            self.hand(self.page, order)

    def choice(self) -> dict[str, Any]:
        """The first march of a leader that is offered is made, and a card is played for its points to pay it;
        all else is as chance has it."""
        self.patience -= 1
        found = orders(self.page)
        for wanted in ("MoveArmy", "PlayForPoints"):
            offered = [order for order in found if order["order"] == wanted and wanted not in self.given]
            if offered:
                return self.random.choice(offered)
        return choice(found, self.random, tired=self.patience < 0)

    def show(self) -> None:
        show_my_hand(self.page)

    def nobody(self) -> None:
        """Nobody answers; from the first quiet window on they are asked in battles and sieges alone."""
        before = stamp(self.page)
        only_battles = self.page.get_by_role("button", name="ask us only in battles and sieges")
        (
            only_battles if only_battles.count() else self.page.get_by_role("button", name="Nobody").first
        ).click()
        changed(self.page, before)


class KeyTable(Table):
    """The same with keys alone."""

    def show(self) -> None:
        with self.page.expect_navigation():
            tab_to(self.page, ".handcard button.primary")
            self.page.keyboard.press("Enter")

    def nobody(self) -> None:
        before = stamp(self.page)
        self.page.keyboard.press("n")
        changed(self.page, before)


def changed(page: Page, before: str) -> None:
    """The page shows another position, or asks to pass the device."""
    page.wait_for_function("before => document.getElementById('table')?.dataset.stamp !== before", arg=before)


def tab_to(page: Page, selector: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached with Tab")


def click(page: Page, order: dict[str, Any]) -> None:
    """A march is clicked on the board, the leader and then the place; all else on its button."""
    leader, to = order.get("leader"), order.get("to")
    if order["order"] != "MoveArmy" or not page.locator(f"#u-{leader}").count():
        press(page, order)
        return
    before = stamp(page)
    page.locator(f"#u-{leader}").click(position={"x": 6, "y": 6})
    page.locator(f"#sp-{to}").click()
    moved_on(page, before)


def first_impulse_is_over(state: Any) -> bool:
    return state.track != "britain" and state.impulse is None and state.round >= 1


def is_never(state: Any) -> bool:
    return False


@pytest.mark.parametrize(("table", "hand"), [(Table, click), (KeyTable, type_order)], ids=["mouse", "keys"])
def test_four_people_at_one_screen_play_the_beginning_and_the_end_of_a_game(
    opens: Opens, grognard: Grognard, story: str, table: type[Table], hand: Press
) -> None:
    page = opens()
    game = begin(page)
    first = table(page, grognard, 4, hand, patience=6)
    first.play(game, first_impulse_is_over)
    assert first.handed_to == set(SEATS.values())
    assert {"PlayForPoints", "MoveArmy"} <= first.given  # a press on the board takes everybody along
    assert table is Table or "Carry" in first.given

    end = fork_the_end(page, grognard, story)
    table(page, grognard, 5, hand, patience=0).play(end, is_never)
    expect(page.locator("#prompt")).to_contain_text("The game is over.")
    expect(page.locator("#prompt")).to_contain_text("Won by")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator("#replay[data-ready]")).to_be_visible()


LOOKS = [
    pytest.param({"viewport": viewport, "color_scheme": scheme}, id=f"{viewport['width']} {scheme}")
    for viewport, scheme in ((DESKTOP, "light"), (PHONE, "dark"))
]
"""Both widths and both schemes once; `test_pages.py` looks at every page in all four."""


@pytest.fixture(scope="module")
def places(chromium: Browser, grognard: Grognard, story: str) -> Any:
    """Pages of a game where command points can be spent, and of the story; the cookies that open them."""
    context = chromium.new_context(base_url=grognard.url, viewport=DESKTOP, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/new?title=wellington&scenario=1812&seating=0")
    for seat in SEATS:
        page.select_option(f"#kind_{seat}", "me")
        page.fill(f"#name_{seat}", "Anna")
    with page.expect_navigation():
        page.get_by_role("button", name="Start the game").click()
    game = game_of(page)
    table = Table(page, grognard, 6, press, patience=MOST)
    table.play(game, lambda state: state.impulse is not None and state.impulse.points > 1)
    cookies = context.cookies()
    context.close()
    addresses = {
        "play": f"/g/{game}",
        "watch": f"/g/{game}/watch",
        "replay": f"/g/{story}/replay#e300",
        "new game": "/new?title=wellington&scenario=1813&seating=4",
        "rules": "/rules/wellington",
    }
    return addresses, cookies


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_on_the_pages_of_wellington_and_none_scrolls_sideways(
    opens: Opens, places: Any, look: Any
) -> None:
    addresses, cookies = places
    page = opens(is_coached=True, bypass_csp=True, **look)
    page.context.add_cookies(cookies)
    faults = []
    for name, address in addresses.items():
        shown(page, address)
        rules = EVERY_RULE if look["color_scheme"] == "light" else COLOURS
        faults += [f"{name}: {fault}" for fault in axe_faults(page, rules)]
        needed = page.evaluate("document.documentElement.scrollWidth")
        if needed > look["viewport"]["width"]:
            faults.append(f"{name}: scrolls sideways, {needed} pixels wide")
    assert not faults, "\n" + "\n".join(faults)


def test_a_hundred_orders_are_a_dozen_headings_and_the_prompt_stays_small(opens: Opens, places: Any) -> None:
    addresses, cookies = places
    page = opens()
    page.context.add_cookies(cookies)
    page.goto(addresses["play"])
    if is_handover(page):
        show_my_hand(page)
    assert len(orders(page)) > 40
    buttons = page.locator("button[name=order]")
    seen = [n for n in range(buttons.count()) if buttons.nth(n).is_visible()]
    assert len(seen) < 20, "the rest is folded up by piece, by card and by kind"
    assert page.locator("#prompt").bounding_box()["height"] < 120  # type: ignore[index]
    assert page.locator(".card .effect").count() == page.locator(".card").count() > 0


def test_the_replay_of_a_whole_game_is_scrubbed_with_the_board_and_the_chart_in_step(
    opens: Opens, grognard: Grognard, story: str
) -> None:
    last = len(grognard.games.recorded(story))
    page = open_replay(opens, story)
    for part in (0.3, 0.9, 0.6):
        version = int(last * part)
        page.locator("#slider").fill(str(version))
        at(page, version)
        shown_board = page.evaluate(SHOWN)
        assert shown_board == page.evaluate(SERVED, f"/g/{story}/replay?at={version}")
    page.locator("[data-go=battle]").click()
    battle = next(each for each in versions_of(grognard, story, "battle") if each > int(last * 0.6))
    at(page, battle)
    expect(page.locator(".transport .key")).to_have_text(
        ["Great Britain", "Armée du Sud", "Spain", "Armée du Nord"]
    )
    expect(page.locator("#replay[data-charted]")).to_be_attached()
    titles = page.locator("#group option").all_inner_texts()
    assert {"victory points", "key duchies", "strength points lost in battle"} <= set(titles)
