"""A part of an answer never needs the list beside the board: it stands in the prompt, or is picked there."""

import re
from collections import Counter
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from domain.kernel import titled
from domain.kernel.told import Loss
from tests.browser.conftest import PHONE, Grognard, Opens
from tests.browser.table import moved_on, stamp
from tests.browser.test_pins import alone
from tests.browser.test_skeleton import asks
from tests.browser.test_table import table
from web.table import explained
from web.table.long_menus import MOST_AT_ONCE

DESK = {"width": 1280, "height": 800}


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_tactics_of_brandywine_stand_in_the_prompt(opens: Opens, grognard: Grognard, size: Any) -> None:
    page = opens(viewport=size, has_touch=size is PHONE)
    game, seat = table(page, grognard, "brandywine", "howes_flank_attack", 0, asks("tactics"))
    desk = grognard.games.desk(game)
    answers = page.locator("#actions button")
    expect(answers).to_have_count(len(desk.menu(seat)))
    assert page.locator("#orders[open]").count() == 0
    if size is DESK:
        prompt = page.locator("#prompt").bounding_box()
        for box in (each.bounding_box() for each in answers.all()):
            assert prompt and box and prompt["y"] <= box["y"] and box["height"] >= 24
            assert box["y"] + box["height"] <= prompt["y"] + prompt["height"]
    before = stamp(page)
    answers.nth(2).click()
    moved_on(page, before)
    assert grognard.games.desk(game).drafts.get(seat) or grognard.games.desk(game).version > desk.version


def test_what_comes_of_each_pair_of_tactics_can_be_read_without_a_pointer(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(viewport=DESK)
    table(page, grognard, "brandywine", "howes_flank_attack", 0, asks("tactics"))
    pairs, told = page.locator(".battle .matrix td[title]"), page.locator(".battle .pairings dd")
    expect(pairs.first).to_be_attached()
    page.locator(".battle .pairings > summary").press("Enter")
    expect(told.first).to_be_visible()
    assert told.all_inner_texts() == pairs.evaluate_all("found => found.map(each => each.title)")
    found = Axe().run(page, "#battle", {"preload": False})
    assert found.violations_count == 0, found.generate_report()


RUN_TOGETHER = """() => [...document.querySelectorAll('.matrix tbody td')].filter((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    const drawn = words.getBoundingClientRect(), box = cell.getBoundingClientRect();
    return drawn.left < box.left + 0.5 || drawn.right > box.right - 0.5; }).map((cell) => cell.textContent)"""
"""Figures of the table of tactics that touch those beside them."""


def test_the_figures_of_the_tactics_stand_apart_on_a_phone(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport=PHONE)
    table(page, grognard, "brandywine", "howes_flank_attack", 0, asks("tactics"))
    expect(page.locator(".matrix td").nth(1)).to_be_visible()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    assert page.evaluate(RUN_TOGETHER) == []
    columns = page.locator(".matrix tbody tr:first-child td")
    assert columns.nth(1).evaluate("cell => parseFloat(getComputedStyle(cell).borderLeftWidth)") > 0


def moved_or_pinned(page: Page, before: str) -> str:
    """What a press on the board has led to: "moved", or "pinned" where a second press orders it."""
    found = page.wait_for_function(
        """before => { const now = document.getElementById('table')?.dataset.stamp;
            return ![null, undefined, before].includes(now) ? 'moved'
                : document.getElementById('go') ? 'pinned' : false; }""",
        arg=before,
    )
    return str(found.json_value())


def has_long_menu(desk: Any) -> bool:
    return len(desk.menu(desk.waiting[0])) > MOST_AT_ONCE


def test_the_orders_of_a_long_menu_come_with_the_counter(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport=DESK)
    game, seat = table(page, grognard, "brandywine", "howes_flank_attack", 0, has_long_menu)
    menu = grognard.games.desk(game).menu(seat)
    folds = page.locator("#choices details.piece[data-later]")
    expect(folds).to_have_count(len(menu.numbers))
    first, second = list(menu.numbers)[:2]
    page.locator("#orders > summary").click()  # by the list, with the keys
    folds.first.locator("summary").press("Enter")
    fold = page.locator(f"details.piece[data-piece={first}]")
    expect(fold.locator("button[name=order]")).to_have_count(menu.numbers[first])
    assert page.evaluate("document.activeElement.matches('details.piece > summary')")
    order, before = menu.of(second)[-1], stamp(page)
    fold = page.locator(f"details.piece[data-piece={second}]")
    fold.locator("summary").click()
    expect(fold.locator("button[name=order]")).to_have_count(menu.numbers[second])
    page.locator(f"#sp-{order.to}").focus()
    page.keyboard.press("Enter")
    if moved_or_pinned(page, before) == "pinned":
        page.keyboard.press("Enter")  # it cannot be taken back
    moved_on(page, before)
    assert grognard.games.desk(game).standing.state.at[second] == order.to


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_list_of_all_orders_never_lies_over_the_next_question(
    opens: Opens, grognard: Grognard, size: Any
) -> None:
    page = opens(viewport=size, has_touch=size is PHONE)
    table(page, grognard, "waterloo", "short", 0, asks("movement"))
    page.locator("#orders > summary").click()
    page.locator("#choices details.piece > summary").first.click()
    before = stamp(page)
    page.locator("#choices details.piece[open] button[name=order]").first.click()
    moved_on(page, before)
    expect(page.locator("#orders[open]")).to_have_count(0 if size is PHONE else 1)
    for _ in range(4):  # until nothing is left that a list could tell
        before = stamp(page)
        if not page.locator("#orders .choices").count():
            break
        page.locator("#actions button").first.click()
        moved_on(page, before)
    expect(page.locator("#orders .choices")).to_have_count(0)
    expect(page.locator("#orders[open]")).to_have_count(0)


UNTOLD: dict[str, dict[str, Any] | None] = {
    "nobody": None,
    "too often": {"status": 429, "content_type": "application/json", "body": "{}"},
    "elsewhere": {"status": 200, "content_type": "application/json", "body": '{"go": "/"}'},
    "a proxy": {"status": 502, "content_type": "text/html", "body": "<p>Bad gateway"},
}


@pytest.mark.parametrize("answer", UNTOLD.values(), ids=list(UNTOLD))
def test_where_the_orders_of_a_counter_do_not_come_it_is_not_said_that_it_cannot_go_there(
    opens: Opens, grognard: Grognard, answer: dict[str, Any] | None
) -> None:
    page = opens(viewport=DESK, is_new=True)
    game, seat = table(page, grognard, "brandywine", "howes_flank_attack", 0, has_long_menu)
    menu, before = grognard.games.desk(game).menu(seat), stamp(page)
    page.route("**/*opened=*", lambda route: route.fulfill(**answer) if answer else route.abort())
    piece = next(iter(menu.numbers))
    page.locator("#orders > summary").click()
    page.locator(f"details.piece[data-piece={piece}] > summary").press("Enter")
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    page.locator(f"#sp-{menu.of(piece)[-1].to}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt .problem")).to_have_text("The server cannot be reached; nothing was sent.")
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    assert stamp(page) == before


def test_where_it_is_not_heard_what_a_counter_can_reach_a_press_says_so(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(viewport=DESK, is_new=True)
    game, seat = table(page, grognard, "brandywine", "howes_flank_attack", 0, has_long_menu)
    menu, before = grognard.games.desk(game).menu(seat), stamp(page)
    page.route("**/reach?*", lambda route: route.abort())
    piece = next(iter(menu.numbers))
    page.locator("#orders > summary").click()
    page.locator(f"details.piece[data-piece={piece}] > summary").press("Enter")
    expect(page.locator("#prompt .problem")).to_have_text("The server cannot be reached; nothing was sent.")
    page.locator(f"#sp-{menu.of(piece)[-1].to}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt .problem")).to_have_text("The server cannot be reached; nothing was sent.")
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    assert stamp(page) == before


def marches_on_a_counter(desk: Any) -> list[tuple[str, str]]:
    """Of a long menu: a counter and another, that cannot act and stands where the first can go."""
    if not has_long_menu(desk):
        return []
    rules, state, menu = titled("brandywine"), desk.standing.state, desk.menu(desk.waiting[0])
    tokens = rules.tokens_of(state, desk.waiting[0])
    places = Counter(token.at for token in tokens.values())
    stands = {
        token.at: piece
        for piece, token in tokens.items()
        if piece not in menu.numbers and places[token.at] == 1
    }
    return [
        (piece, stands[hint.target])
        for piece in menu.numbers
        if piece in tokens
        for hint in (rules.hint(state, order) for order in menu.of(piece))
        if hint.target in stands and hint.target != tokens[piece].at
    ]


def test_a_counter_is_pressed_for_its_place_though_the_orders_of_the_one_in_hand_are_still_to_come(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(viewport=DESK, is_new=True)
    game, _ = table(page, grognard, "brandywine", "howes_flank_attack", 0, marches_on_a_counter)
    piece, there = marches_on_a_counter(grognard.games.desk(game))[0]
    before, waiting = stamp(page), list[Route]()
    page.route("**/*opened=*", lambda route: waiting.append(route))
    page.locator(f"#u-{piece}").dispatch_event("click")
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    page.locator(f"#u-{there}").dispatch_event("click")
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    for each in waiting:
        each.continue_()
    assert moved_or_pinned(page, before) in ("moved", "pinned")
    expect(page.locator("#prompt .problem")).to_have_count(0)


def long_march(desk: Any) -> Any:
    """An order to march of whose soldiers more may go along, or fewer, than the prompt has room to say."""
    seat = desk.waiting[0]
    ask = desk.decision.ask(seat)
    orders = desk.menu(seat) if ask.prompt == "spend_point" and not desk.drafts else ()
    marches = (each for each in orders if type(each).__name__ == "MoveArmy")
    return next((each for each in marches if len(ask.menu((each,))) > 8), None)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_how_many_go_along_is_picked_in_the_prompt(opens: Opens, grognard: Grognard, size: Any) -> None:
    page = opens(viewport=size, has_touch=size is PHONE)
    game, seat = table(page, grognard, "wellington", "1813", 3, long_march, bytes([2]) * 32)
    desk = grognard.games.desk(game)
    desk = grognard.games.order(game, seat, long_march(desk))
    page.reload()
    chosen = page.locator("#pick select")
    expect(chosen.locator("option")).to_have_count(len(desk.menu(seat)))
    expect(page.locator("#pick button.primary")).to_be_visible()
    assert page.locator("#orders[open]").count() == 0
    before = stamp(page)
    chosen.select_option(index=1)
    page.locator("#pick button").click()
    moved_on(page, before)
    (given,) = grognard.games.recorded(game, desk.version)[0].answers or ()
    assert given[seat][-1] == desk.menu(seat)[1]


def test_what_is_picked_and_loses_pieces_is_pressed_twice_as_its_button_would_be(
    opens: Opens, grognard: Grognard, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opens(viewport=DESK)
    game, seat = table(page, grognard, "wellington", "1813", 3, long_march, bytes([2]) * 32)
    desk = grognard.games.desk(game)
    grognard.games.order(game, seat, long_march(desk))
    monkeypatch.setattr(explained, "given_up", lambda *_: {"lost": "2 SP lost", "costs": True})
    page.reload()
    asked, chosen, give = page.locator("#asked"), page.locator("#pick select"), page.locator("#pick button")
    question, before = asked.inner_text(), stamp(page)
    give.click()
    expect(asked).to_contain_text("2 SP lost")
    chosen.select_option(index=1)
    expect(asked).to_have_text(question)
    give.click()
    expect(asked).to_contain_text("2 SP lost")
    assert stamp(page) == before
    give.click()
    moved_on(page, before)


def is_crowded(desk: Any) -> bool:
    """Whether the end of the movement loses what stands too crowded."""
    rule_set, state = titled("brandywine"), desk.standing.state
    return any(isinstance(rule_set.forfeit(state, each), Loss) for each in desk.menu(desk.waiting[0]))


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_an_answer_that_loses_pieces_says_how_many_in_red_and_is_pressed_twice(
    opens: Opens, grognard: Grognard, size: Any
) -> None:
    page = opens(viewport=size, has_touch=size is PHONE)
    game, seat = table(page, grognard, "brandywine", "howes_flank_attack", 0, is_crowded)
    desk = grognard.games.desk(game)
    costly = page.locator("#actions button[data-costs]")
    expect(costly).to_contain_text(re.compile(r"\d+ SP"))
    before, box = stamp(page), page.locator("#prompt").bounding_box()
    costly.click()
    expect(page.locator("#asked")).to_contain_text("Press again to do it all the same")
    assert stamp(page) == before and grognard.games.desk(game).version == desk.version
    assert page.locator("#prompt").bounding_box() == box
    costly.click()
    moved_on(page, before)
    assert grognard.games.desk(game).version > desk.version


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_who_comes_along_is_asked_in_the_prompt_and_a_place_says_with_whom(
    opens: Opens, grognard: Grognard, size: Any
) -> None:
    page = opens(viewport=size, has_touch=size is PHONE)
    game, seat = table(page, grognard, "washingtons_war", "campaign", 0, asks("reinforce_american"))
    menu = grognard.games.desk(game).menu(seat)
    generals = [order for order in menu if type(order).__name__ == "TakeGeneral"]
    place = next(order.space for order in menu if type(order).__name__ == "LandReinforcements")
    lands = page.locator(f".orders button[data-target={place}]").first
    expect(lands).to_contain_text("without a general")
    offered = page.locator("#actions button, #pick option").filter(has_text="too")
    assert len(generals) > 1
    expect(offered).to_have_count(len(generals))
    before = stamp(page)
    ids = "found => found.map(each => each.id.slice(2))"
    framed = page.locator(".token:has(.mark .act)").evaluate_all(ids)
    assert sorted(framed) == sorted(order.general for order in generals)
    if page.locator("#pick option").count():
        page.locator("#pick select").select_option(index=0)
        page.locator("#pick button").click()
    else:
        offered.first.click()
    moved_on(page, before)
    taken = page.locator("#prompt").get_attribute("data-taken")
    expect(page.locator(".token:has(.mark)")).to_have_id(f"u-{taken}")
    expect(page.locator(f".orders button[data-target={place}]").first).to_contain_text(", with ")


def may_pick(desk: Any) -> bool:
    """Several counters without a commander may evade, each to several places."""
    ways = [order for order in desk.menu(desk.waiting[0]) if type(order).__name__ == "EvadeSingly"]
    return len({order.to for order in ways}) > 1 and len({order.sp for order in ways}) > 1


def test_the_question_makes_room_for_what_is_to_be_picked(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport=DESK)
    table(page, grognard, "wellington", "1812", 0, may_pick)
    picks = page.locator("#pick select").bounding_box()
    words = page.locator("#asked").bounding_box()
    assert picks and words and words["x"] + words["width"] <= picks["x"]


def marks_last(desk: Any) -> tuple[Any, str] | None:
    """The marker that cannot be taken back, while others could be placed instead."""
    found = alone(desk, True)
    return found if found and len(desk.menu(desk.waiting[0])) > 1 else None


def test_a_pinned_answer_stands_alone_in_the_prompt(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport=DESK)
    game, _ = table(page, grognard, "washingtons_war", "campaign", 0, marks_last, bytes(32))
    found = marks_last(grognard.games.desk(game))
    assert found is not None
    before = page.locator("#actions button:visible, #pick:visible").count()
    assert before > 0
    page.locator(f"#sp-{found[1]}").dispatch_event("click")
    expect(page.locator("#go")).to_be_visible()
    shown = page.locator("#prompt .answers button:visible")
    assert [each.get_attribute("id") for each in shown.all()] == ["go", "put-back"]
    asked, answers = page.locator("#asked"), page.locator("#go").bounding_box()
    words, link = asked.bounding_box(), page.locator("#prompt .about a").first.bounding_box()
    assert words and link and answers
    assert words["x"] + words["width"] <= answers["x"] and words["y"] + words["height"] <= link["y"] + 1
    page.keyboard.press("Escape")
    expect(page.locator("#actions button:visible, #pick:visible")).to_have_count(before)
