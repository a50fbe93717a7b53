"""The live table: an order is answered with what changed, the others are told theirs, and the board stays."""

import re
from random import Random

from playwright.sync_api import Page, Route, expect

from domain.kernel import Seat
from tests.browser.conftest import Grognard, Opens
from tests.browser.table import button, orders, press, stamp
from tests.browser.test_live_pages import two_at_a_table

MARK = "window.boards = [document.querySelector('#board .board-live'), document.querySelector('#table')]"
STAYS = """window.boards[0] === document.querySelector('#board .board-live') && window.boards[0].isConnected
    && window.boards[1] === document.querySelector('#table')"""
COUNTERS = """() => [...document.querySelectorAll('#board .tokens > g:not([display=none])')]
    .map(each => `${each.id} ${each.getAttribute('transform')} ${each.innerHTML}`).sort()"""
SAID = "() => [...document.querySelectorAll('#board .sp')].map(each => each.getAttribute('aria-label'))"
LINES = "() => [...document.querySelectorAll('#log li')].map(each => each.innerText.trim())"
PARTS = "() => ['track', 'powers', 'hand'].map(id => document.getElementById(id).innerText)"
ANEW = """async () => {
    const text = await (await fetch(location.href)).text();
    const page = new DOMParser().parseFromString(text, 'text/html');
    return page.querySelector('#text-board table').textContent.replace(/\\s+/g, ' ');
}"""
IS_ANEW = "anew => document.querySelector('#text-board table').textContent.replace(/\\s+/g, ' ') === anew"


def asked_for(page: Page) -> list[str]:
    """Fills with the requests that the page sends from now on, but for its pictures and odds."""
    found: list[str] = []
    page.on(
        "request",
        lambda each: found.append(f"{each.method} {each.url.split('/g/')[-1]}")
        if each.resource_type in ("document", "fetch", "xhr") and "/odds" not in each.url
        else None,
    )
    return found


def until_events_come(page: Page, grognard: Grognard, game: str, number: int = 1) -> None:
    """Presses order buttons of whoever is asked until that many events more have happened."""
    before = grognard.games.desk(game).version
    while grognard.games.desk(game).version < before + number:
        press(page, orders(page)[0])


def looks(page: Page) -> list[object]:
    return [page.evaluate(each) for each in (COUNTERS, SAID, LINES, PARTS)]


def follows(page: Page, other: Page) -> None:
    """Waits until a page shows the version that the other shows."""
    page.wait_for_function(
        "version => document.getElementById('table').dataset.stamp.split('/')[1] === version",
        arg=stamp(other).split("/")[1],
    )


def test_an_order_in_one_browser_shows_in_the_other_without_a_request_of_its_page(
    opens: Opens, grognard: Grognard
) -> None:
    game, host, guest = two_at_a_table(opens)
    watcher = opens(is_new=True)
    watcher.goto(f"/g/{game}/watch")
    pages = (host, guest, watcher)
    for page in pages:
        expect(page.locator(".dot.on")).to_have_count(2)
        page.evaluate(MARK)
    asked = {page: asked_for(page) for page in pages}
    posted = 0
    for _ in range(6):
        seat = grognard.games.desk(game).waiting[0]
        mine, others = (host, [guest, watcher]) if seat == "french" else (guest, [host, watcher])
        before = grognard.games.desk(game).version
        while grognard.games.desk(game).version == before and grognard.games.desk(game).waiting[0] == seat:
            press(mine, orders(mine)[-1])
            posted += 1
        for page in others:
            follows(page, mine)
    assert all(page.evaluate(STAYS) for page in pages)
    assert asked[watcher] == []
    pointing = ("/reach?", "/pieces", "/final?")  # a counter in hand or under the pointer, and a first press
    sent = [each for each in asked[host] + asked[guest] if not any(each_of in each for each_of in pointing)]
    assert len(sent) == posted and all(each.startswith(f"POST {game}/order") for each in sent)
    for page in pages:
        shown = looks(page)
        page.reload()
        assert shown == looks(page), "the page that was kept up to date is the page that is loaded"


def test_what_is_taken_back_is_struck_out_and_the_board_goes_back(opens: Opens, grognard: Grognard) -> None:
    game, host, guest = two_at_a_table(opens)
    before = host.evaluate(COUNTERS)
    until_events_come(host, grognard, game)
    line = host.locator("#log .line").first
    expect(line).not_to_have_class(re.compile("undone"))
    for page in (host, guest):
        page.evaluate(MARK)
    host.keyboard.press("u")
    for page in (host, guest):
        expect(page.locator("#log .undone").first).to_contain_text("taken back")
        assert page.evaluate(STAYS)
    assert host.evaluate(COUNTERS) == before
    lines = host.evaluate(LINES)
    host.reload()
    assert host.evaluate(LINES) == lines


def test_an_order_that_comes_too_late_says_so_and_the_page_stays(opens: Opens, grognard: Grognard) -> None:
    game, host, _ = two_at_a_table(opens)
    host.route("**/stream*", lambda route: route.abort())
    host.route("**/g/*/now*", lambda route: route.abort())
    host.reload()
    host.evaluate(MARK)
    desk = grognard.games.desk(game)
    wanted = orders(host)[0]
    grognard.games.order(game, Seat("french"), desk.menu(Seat("french"))[-1])
    pages = asked_for(host)
    button(host, wanted).click()
    expect(host.locator("#prompt [role=alert]")).to_contain_text("Not done.")
    assert host.evaluate(STAYS) and [each.split("?")[0] for each in pages] == [f"POST {game}/order"]
    assert stamp(host).split("/")[1] == str(grognard.games.desk(game).version)
    host.unroute("**/stream*")
    host.unroute("**/g/*/now*")
    with host.expect_response(lambda answer: "/stream" in answer.url and answer.ok):
        pass
    desk = grognard.games.desk(game)
    grognard.games.order(game, desk.waiting[0], desk.menu(desk.waiting[0])[-1])
    expect(host.locator("#prompt [role=alert]")).to_have_count(0)
    assert host.evaluate(STAYS)


def cut(route: Route) -> None:
    """The news of a page that shows another moment."""
    answer = route.fetch()
    route.fulfill(
        status=200, content_type="application/json",
        body=answer.text().replace('"from":', '"from":1').replace('"from": ', '"from":1'),
    )  # fmt: skip


def test_a_page_whose_question_is_not_heard_asks_again_until_it_is(opens: Opens, grognard: Grognard) -> None:
    """The stream says nothing twice: after one 503 and one lost connection the page would stay as it was."""
    game, host, guest = two_at_a_table(opens)
    guest.clock.install()
    trouble = [lambda route: route.fulfill(status=503, body="{}"), lambda route: route.abort()]

    def fails(route: Route) -> None:
        trouble.pop(0)(route) if trouble else route.continue_()

    guest.route("**/changes*", fails)
    guest.route("**/stream*", lambda route: route.fulfill(status=503, body="full"))
    guest.route("**/g/*/now*", cut)
    guest.reload()
    guest.evaluate(MARK)
    until_events_come(host, grognard, game, 3)
    guest.clock.run_for(10_000)
    for _ in range(2):
        expect(guest.locator("#prompt .problem")).to_be_visible()
        guest.clock.run_for(10_000)
    follows(guest, host)
    expect(guest.locator("#prompt .problem")).to_have_count(0)
    assert guest.evaluate(STAYS) and not trouble


def test_a_page_that_missed_something_asks_once_for_it(opens: Opens, grognard: Grognard) -> None:
    game, host, guest = two_at_a_table(opens)

    guest.route("**/stream*", lambda route: route.fulfill(status=503, body="full"))
    guest.route("**/g/*/now*", cut)
    guest.reload()
    guest.evaluate(MARK)
    asked = asked_for(guest)
    until_events_come(host, grognard, game, 3)
    follows(guest, host)
    assert guest.evaluate(STAYS)
    assert len([each for each in asked if "/changes" in each]) == 1, asked
    shown = looks(guest)
    guest.reload()
    assert shown == looks(guest)


def test_the_lines_of_one_kind_stay_of_that_kind(opens: Opens, grognard: Grognard) -> None:
    game, host, guest = two_at_a_table(opens)
    host.locator("#log-cards").click()
    expect(host.locator("#log-cards")).to_have_attribute("aria-current", "true")
    host.evaluate(MARK)
    random = Random(3)
    for _ in range(30):
        desk = grognard.games.desk(game)
        grognard.games.order(game, desk.waiting[0], random.choice(desk.menu(desk.waiting[0])))
    version = str(grognard.games.desk(game).version)
    host.wait_for_function(
        "version => document.getElementById('table').dataset.stamp.split('/')[1] === version", arg=version
    )
    assert host.locator("#log .line:not(.mark-card, .mut, .older)").count() == 0
    lines = host.evaluate(LINES)
    host.goto(f"/g/{game}?log=cards")
    assert host.evaluate(LINES) == lines


def test_the_board_as_text_follows_while_it_is_open(opens: Opens, grognard: Grognard) -> None:
    game, host, guest = two_at_a_table(opens)
    for page in (host, guest):
        page.evaluate("document.getElementById('text-board').open = true")
    for _ in range(3):
        until = grognard.games.desk(game).waiting[0]
        while grognard.games.desk(game).waiting == (until,):
            page = host if until == "french" else guest
            press(page, orders(page)[0])
    for page in (host, guest):
        expect(page.locator("#text-board[open]")).to_have_count(1)
        page.wait_for_function(IS_ANEW, arg=page.evaluate(ANEW))
