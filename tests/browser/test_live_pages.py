"""Live pages: who is there, whose move it is in the title, the icon and by a tone, also in the lobby."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Grognard, Opens
from tests.browser.table import open_game, orders, press, send_form

SIGN = "● "
COUNT_TONES = """
window.tones = 0;
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones += 1; return made.call(this); };
"""


def two_at_a_table(opens: Opens) -> tuple[str, Page, Page]:
    """(game, Anna's page as the French, Bruno's as the coalition, each in a browser of its own)."""
    host, guest = opens(is_new=True), opens(is_new=True)
    guest.add_init_script(COUNT_TONES)
    game = open_game(host, ("me", "Anna"), ("invitation", ""))
    link = host.locator("#link-coalition").input_value()
    guest.goto(send_form(guest, link, link.rpartition("/")[2], name="Bruno"))
    with host.expect_navigation():
        host.get_by_role("link", name="To the table").click()
    return game, host, guest


def until_the_other_is_asked(page: Page, grognard: Grognard, game: str) -> None:
    """Presses the first button of the page, which ends a round, until the coalition is asked."""
    while grognard.games.desk(game).waiting == ("french",):
        press(page, orders(page)[0])


def icon(page: Page) -> str:
    return str(page.eval_on_selector("link[rel=icon]", "link => link.href")).rsplit("/", 1)[1]


def test_the_others_are_seen_and_the_move_is_told_in_title_icon_and_tone(
    opens: Opens, grognard: Grognard
) -> None:
    game, host, guest = two_at_a_table(opens)
    for page in (host, guest):
        expect(page.locator(".dot.on")).to_have_count(2)
        expect(page.locator("[data-presence=coalition]")).to_have_text("(connected)")
    assert grognard.games.desk(game).waiting == ("french",)
    assert host.title().startswith(SIGN) and icon(host) == "icon-move.svg"
    assert not guest.title().startswith(SIGN) and icon(guest) == "icon.svg"
    guest.locator(".menu > summary").click()
    switch = guest.locator("#tone")
    expect(switch).not_to_be_checked()
    switch.check()
    until_the_other_is_asked(host, grognard, game)
    expect(guest).to_have_title(re.compile(f"^{SIGN}"))
    assert icon(guest) == "icon-move.svg" and guest.evaluate("window.tones") == 1
    guest.reload()
    expect(guest.locator("#tone")).to_be_checked()
    assert guest.evaluate("window.tones") == 0


def test_a_page_that_gets_no_live_stream_asks_what_is_new_and_takes_one_when_there_is_room(
    opens: Opens, grognard: Grognard
) -> None:
    game, host, guest = two_at_a_table(opens)
    refused: list[str] = []

    def full(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503, body="full", headers={"Retry-After": "0"})

    guest.route("**/stream*", full)
    guest.reload()
    expect(guest.locator(".dot.on")).to_have_count(2)
    until_the_other_is_asked(host, grognard, game)
    expect(guest).to_have_title(re.compile(f"^{SIGN}"))
    assert refused
    guest.unroute("**/stream*")
    with guest.expect_response(lambda answer: "/stream" in answer.url and answer.ok):
        pass


def test_the_lobby_shows_your_move_as_soon_as_it_is(opens: Opens, grognard: Grognard) -> None:
    game, host, guest = two_at_a_table(opens)
    guest.clock.install()
    guest.goto("/")
    expect(guest).not_to_have_title(f"{SIGN}Your move · Wargames, played move by move · Grognard")
    until_the_other_is_asked(host, grognard, game)
    guest.clock.run_for(20_000)
    expect(guest).to_have_title(f"{SIGN}Your move · Wargames, played move by move · Grognard")
    expect(guest.get_by_role("heading", name="Your move")).to_be_visible()


def test_a_replay_with_a_hidden_result_starts_at_the_first_event_and_tells_no_end(
    opens: Opens, finished: list[str]
) -> None:
    page = opens()
    page.goto("/")
    page.get_by_role("button", name="Hide results").click()
    expect(page.get_by_text("the result is hidden").first).to_be_visible()
    page.goto(f"/g/{finished[0]}/replay")
    expect(page.locator("#replay[data-ready]")).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_have_text("2")
    expect(page.locator("#slider")).to_have_attribute("max", "200")
    assert "of 200" not in str(page.locator("#slider").get_attribute("aria-valuetext"))
    expect(page.locator("[data-go=last]")).to_have_count(0)
    page.get_by_role("link", name="Go on").click()
    expect(page.locator("#count")).to_have_text("200")
    page.get_by_role("link", name="Show the result").click()
    expect(page.locator("#count")).to_contain_text("/")
