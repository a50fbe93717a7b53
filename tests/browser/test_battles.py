"""The panel of a battle: its box, its sums, its cards, its answers; it covers nothing of the battle."""

import re
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from domain.kernel import titled
from domain.store import Holder
from tests.browser.conftest import PHONE, Grognard, Opens
from tests.browser.table import moved_on, sit, stamp

BATTLES = [
    ("waterloo", "short", "battle_cards"),
    ("wellington", "1813", "lay_card"),
    *(SIEGES := [("wellington", "1812", "lay_card"), ("wellington", "1812", "fight_on")]),
    ("washingtons_war", "campaign", "battle_card"),
    ("napoleonics", "rolica_first", "battle_back"),
]
EITHER_OR = ("battle_back", "fight_on")
"""Questions that have two answers only."""
SEED = b"a battle to be looked at".ljust(32, b".")
SEEDS = (SEED, *(f"battle {number} to be looked at".encode().ljust(32, b".") for number in range(2, 12)))
every_title = pytest.mark.parametrize(("title", "scenario", "prompt"), BATTLES)
COVERED = """() => {
    const mine = document.getElementById('battle').getBoundingClientRect();
    return document.getElementById('battle').dataset.spaces.split(' ').filter((id) => {
        const box = document.getElementById('sp-' + id).getBoundingClientRect();
        return box.right > mine.left && box.left < mine.right &&
            box.bottom > mine.top && box.top < mine.bottom;
    }); }"""
SUMS = """() => [0, 1].map((side) => {
    const number = (text) => Number(text.replace('−', '-').replace(/[ ?–]/g, '')) || 0;
    const rows = [...document.querySelectorAll('#battle .factor')]
        .map((row) => row.children[side].lastElementChild);
    const total = document.querySelectorAll('#battle .total output')[side].textContent;
    return [rows.reduce((sum, each) => sum + number(each.textContent), 0), parseInt(total)];
})"""


BOX = """(battle) => {
    const panel = document.querySelector('#battle:not([hidden])');
    if (panel?.dataset.battle !== battle) return null;
    const {x, y, width, height} = panel.getBoundingClientRect();
    return {x, y, width, height}; }"""


def asked(prompt: str) -> Callable[[Any], bool]:
    """At this question with a choice of answers."""

    def fits(desk: Any) -> bool:
        seat, least = desk.waiting[0], 2 if prompt in EITHER_OR else 3
        return desk.decision.ask(seat).prompt == prompt and len(desk.menu(seat)) >= least

    return fits


def fought(
    page: Page, grognard: Grognard, title: str, scenario: str, fits: Callable[[Any], bool]
) -> tuple[str, str]:
    """A game of two that this browser holds both seats of, at that question: its id, and who is asked."""
    seats = next(each for each in titled(title).scenario(scenario).seatings if len(each) == 2)
    random = Random(title)
    for seed in SEEDS:  # not every random game comes to it
        holders = {seat: Holder("open") for seat in seats}
        game = grognard.games.create(title, scenario, seats=seats, seed=seed, holders=holders)
        while not (desk := grognard.games.desk(game)).is_over and not fits(desk):
            grognard.games.order(game, desk.waiting[0], random.choice(desk.menu(desk.waiting[0])))
        if not desk.is_over:
            sit(page, game, seats)
            page.goto(f"/g/{game}?as={desk.waiting[0]}")
            return game, desk.waiting[0]
    raise AssertionError("nobody has fought")


@every_title
def test_t13_the_panel_covers_no_space_of_the_battle_and_its_lines_add_up(
    opens: Opens, grognard: Grognard, title: str, scenario: str, prompt: str
) -> None:
    page = opens(viewport={"width": 1440, "height": 900})
    fought(page, grognard, title, scenario, asked(prompt))
    panel = page.locator("#battle")
    for width, height in ((1440, 900), (1280, 800), (768, 1024), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(panel).to_be_visible()
        assert page.evaluate(COVERED) == [], f"at {width} px"
        sums = page.evaluate(SUMS)
        assert all(rows == total for rows, total in sums), sums
    found = Axe().run(page, "#battle", {"preload": False})
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(("title", "scenario", "prompt"), SIEGES)
def test_a_siege_has_the_panel_of_a_battle(
    opens: Opens, grognard: Grognard, title: str, scenario: str, prompt: str
) -> None:
    """12.3: the besieger on the one side, the walls on the other, and how likely they fall."""
    page = opens(viewport={"width": 1280, "height": 800})
    game, _ = fought(page, grognard, title, scenario, asked(prompt))
    siege = grognard.games.desk(game).standing.state.siege
    panel = page.locator("#battle")
    expect(panel.locator("h2")).to_have_text(re.compile("Siege of "))
    assert panel.get_attribute("data-spaces") == siege.duchy
    walls = panel.locator(".factor").first.locator("td").last
    expect(walls).to_have_text(f"Fortress strength {siege.strength}")
    expect(panel.locator(".chances dt").first).to_have_text(re.compile("falls$"))
    dice = (*siege.besieger.dice, *siege.apart, *siege.fortress.dice)
    expect(panel.locator(".throws svg")).to_have_count(len(dice))


CUT_OFF = "(title) => title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight + 1"


@pytest.mark.parametrize("language", ["en", "it"])
@every_title
def test_who_fights_whom_is_read_whole_over_the_panel(
    opens: Opens, grognard: Grognard, title: str, scenario: str, prompt: str, language: str
) -> None:
    page = opens(viewport={"width": 1280, "height": 800}, locale=language)
    fought(page, grognard, title, scenario, asked(prompt))
    heading = page.locator("#battle h2")
    for width, height in ((1280, 800), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(heading).to_be_visible()
        assert not heading.evaluate(CUT_OFF), f"{heading.inner_text()!r} at {width} px"


@every_title
def test_t13_the_panel_keeps_its_box_until_it_is_closed_and_b_opens_it_again(
    opens: Opens, grognard: Grognard, title: str, scenario: str, prompt: str
) -> None:
    page = opens(viewport={"width": 1440, "height": 900})
    game, seat = fought(page, grognard, title, scenario, asked(prompt))
    panel = page.locator("#battle")
    box, battle = panel.bounding_box(), panel.get_attribute("data-battle")
    random, seen = Random(prompt), []
    for _ in range(8):
        seat = grognard.games.desk(game).waiting[0]
        grognard.games.order(game, seat, random.choice(grognard.games.desk(game).menu(seat)))
        page.wait_for_function(
            "version => Number(document.getElementById('table')?.dataset.stamp?.split('/')[1]) >= version",
            arg=grognard.games.desk(game).version,
        )
        seen.append(page.evaluate(BOX, battle))
    assert any(seen) and all(each == box for each in seen if each)
    page.goto(f"/g/{game}?as={seat}")
    was_open = panel.is_visible()
    page.keyboard.press("b")
    expect(panel).to_be_visible(visible=not was_open)
    page.keyboard.press("b")
    expect(panel).to_be_visible(visible=was_open)


PRESSED_BELOW = """() => {
    const mine = document.getElementById('battle').getBoundingClientRect();
    return [...document.querySelectorAll('#board :is(.hl-line, .hl-disc, .edge-pill)')]
        .map((each) => each.getBoundingClientRect())
        .filter((at) => at.right > mine.left + 4 && at.left < mine.right - 4 &&
            at.bottom > mine.top + 4 && at.top < mine.bottom - 4).length; }"""


def test_t13_the_panel_shrinks_to_its_head_over_what_may_be_pressed_and_b_shows_it_whole(
    opens: Opens, grognard: Grognard
) -> None:
    asked_so_often = count()

    def fits(desk: Any) -> bool:
        seat = desk.waiting[0]
        is_asked = desk.decision.ask(seat).prompt == "combat" and len(desk.menu(seat)) > 3
        return is_asked and next(asked_so_often) == 8

    page = opens(viewport={"width": 1440, "height": 900})
    fought(page, grognard, "napoleonics", "rolica_first", fits)
    panel = page.locator("#battle")
    expect(page.locator(".edge-pill")).not_to_have_count(0)
    expect(panel).to_have_class("battle headed")
    assert page.evaluate(PRESSED_BELOW) == 0
    assert panel.bounding_box()["height"] < 60
    page.keyboard.press("b")
    expect(panel).to_have_class("battle")
    expect(panel.locator(".sums")).to_be_visible()
    assert page.evaluate(PRESSED_BELOW) > 0, "else it would not have shrunk"
    page.keyboard.press("b")
    expect(panel).to_be_hidden()
    page.set_viewport_size(PHONE)
    page.reload()
    expect(panel).to_be_visible()
    expect(page.locator(".edge-pill")).not_to_have_count(0)
    assert page.evaluate(PRESSED_BELOW) == 0


def test_t13_a_card_that_is_set_is_raised_and_counted_at_once(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport={"width": 1440, "height": 900})
    fought(page, grognard, "waterloo", "short", asked("battle_cards"))
    backs = page.locator("#battle .set-cards td").evaluate_all(
        "found => found.map(each => each.querySelectorAll('.back').length)"
    )
    assert sorted(backs) == [0, 1], "the enemy's cards are a back, the own ones are not"
    own = backs.index(0)
    cards = page.locator(".hand .card:has(.uses [data-part])")
    assert cards.count()
    before = page.evaluate(SUMS)[own][1]
    box = page.locator("#battle").bounding_box()
    cards.filter(has_not=page.locator(".more")).first.locator("summary").click()
    expect(page.locator(".hand .card.set")).to_have_count(1)
    expect(page.locator("#battle .set-cards td").nth(own).locator(".laid")).to_have_count(1)
    assert page.evaluate(SUMS)[own][1] > before
    assert page.locator("#battle").bounding_box() == box


@every_title
def test_prompt_and_panel_show_the_same_answers(
    opens: Opens, grognard: Grognard, title: str, scenario: str, prompt: str
) -> None:
    page = opens(viewport={"width": 1440, "height": 900})
    fought(page, grognard, title, scenario, asked(prompt))
    in_prompt, in_panel = (
        page.eval_on_selector_all(
            f"{part} button",  # without the digit that gives it
            "all => all.map((each) => [...each.childNodes].filter((node) => node.nodeName !== 'KBD')"
            ".map((node) => node.textContent).join(''))",
        )
        for part in ("#actions", "#battle-answers")
    )
    assert in_prompt and in_prompt == in_panel
    before = page.locator("#table").get_attribute("data-stamp")
    page.locator("#battle-answers button").first.click()
    page.wait_for_function("was => document.getElementById('table')?.dataset.stamp !== was", arg=before)


CUT = """() => { const ask = document.querySelector('#prompt .ask'),
    about = document.querySelector('#prompt .about');
    return ask.scrollHeight - Math.min(ask.clientHeight,
        about.getBoundingClientRect().top - ask.getBoundingClientRect().top); }"""


def test_where_many_answers_stand_in_the_panel_the_question_has_their_room(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(viewport={"width": 768, "height": 1024})
    fought(page, grognard, "brandywine", "howes_flank_attack", asked("tactics"))
    answers = page.locator("#battle-answers button")
    expect(answers.first).to_be_visible()
    expect(page.locator("#actions")).to_be_hidden()
    assert page.evaluate(CUT) <= 1
    page.locator("#battle-close").click()
    expect(page.locator("#actions")).to_be_visible()
    page.keyboard.press("b")
    before = page.locator("#table").get_attribute("data-stamp")
    answers.last.click()
    page.wait_for_function("was => document.getElementById('table')?.dataset.stamp !== was", arg=before)


def test_on_a_phone_the_panel_leaves_hand_and_page_where_they_are(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport=PHONE)
    fought(page, grognard, "waterloo", "short", asked("battle_cards"))
    panel, hand = page.locator("#battle").bounding_box(), page.locator("#hand").bounding_box()
    assert panel and hand and panel["y"] + panel["height"] <= hand["y"]
    assert page.evaluate("scrollY") == 0
    close = page.locator("#battle-close").bounding_box()
    assert close and min(close["width"], close["height"]) >= 44
    page.locator("#battle-close").click()
    expect(page.locator("#battle")).to_be_hidden()


def test_a_battle_is_one_line_of_the_log_with_the_sums_of_its_panel(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport={"width": 1440, "height": 900})
    fought(page, grognard, "waterloo", "short", asked("battle_cards"))
    battle = page.locator("#battle").get_attribute("data-battle")
    lines = page.locator(f"#log [data-battle='{battle}']")
    expect(lines.locator("visible=true")).to_have_count(1)
    lines.locator(".steps").click()
    expect(page.locator("#log .reckoning .total")).to_be_visible()
    panel = page.locator("#battle .factor td:first-child").all_text_contents()
    assert page.locator("#log .reckoning .factor td:first-child").all_text_contents() == panel


def test_an_open_battle_stands_under_its_head_in_the_order_in_which_it_came_about(
    opens: Opens, grognard: Grognard
) -> None:
    page, games = opens(viewport={"width": 1440, "height": 900}), grognard.games
    game, _ = fought(page, grognard, "waterloo", "short", asked("battle_cards"))
    battle = page.locator("#battle").get_attribute("data-battle")
    lines = page.locator(f"#log [data-battle='{battle}']")
    lines.locator(".steps").click()
    while lines.count() < 4:  # the open battle grows line by line
        before, desk = stamp(page), games.desk(game)
        games.order(game, desk.waiting[0], desk.menu(desk.waiting[0])[0])
        moved_on(page, before)
        stands_in_order(page, battle)


LINES = """() => [...document.querySelectorAll('#log > .line[id]:not([hidden])')].map((each) => [
    Number(each.id.slice(1)), each.matches('.head'), each.dataset.battle ?? null,
    each.querySelector('.text').getBoundingClientRect().left])"""


def stands_in_order(page: Page, battle: str | None) -> None:
    """The head, then all others at one indent, the oldest first."""
    found = page.evaluate(LINES)
    at = next(place for place, each in enumerate(found) if each[1] and each[2] == battle)
    count = sum(each[2] == battle for each in found)
    within = found[at + 1 : at + count]
    assert [each[2] for each in within] == [battle] * (count - 1)
    numbers = [number for number, *_ in within]
    assert numbers == sorted(numbers)
    assert len({left for *_, left in within}) <= 1


@pytest.mark.parametrize("size", [(1440, 900), (768, 1024)])
def test_a_digit_gives_an_answer_of_the_battle_where_it_stands(
    opens: Opens, grognard: Grognard, size: tuple[int, int]
) -> None:
    """On a page of middle width many answers stand in the panel alone, and so do their digits, unseen."""
    page = opens(viewport={"width": size[0], "height": size[1]})
    game, _ = fought(page, grognard, "brandywine", "howes_flank_attack", asked("tactics"))
    expect(page.locator("#battle-answers")).to_be_visible()
    where = "#battle-answers" if size[0] < 1100 else "#actions"
    digits = page.locator(f"{where} button > kbd.digit")
    expect(digits.first).to_be_visible(visible=size[0] >= 1100)
    assert digits.all_text_contents() == [str(n + 1) for n in range(digits.count())]
    order = page.locator("#actions button[name=order]").nth(1).get_attribute("value")
    desk, before = grognard.games.desk(game), stamp(page)
    page.keyboard.press("2")
    moved_on(page, before)
    seat, now = desk.waiting[0], grognard.games.desk(game)
    given = [each for answers in now.drafts.values() for each in answers] or [
        each for event in grognard.games.recorded(game, desk.version)
        for answers in event.answers or () for each in answers.get(seat, ())
    ]  # fmt: skip
    assert order is not None and msgspec.json.decode(order) in [msgspec.to_builtins(each) for each in given]


OVER_PANEL = """() => {
    const [small, mine] = ['.board-overview', '#battle'].map((each) => document.querySelector(each));
    if (small.hidden || mine.hidden) return null;
    const [a, b] = [small.getBoundingClientRect(), mine.getBoundingClientRect()];
    return a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom; }"""


def test_the_overview_of_the_board_goes_from_a_panel_that_opens_over_it(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(viewport={"width": 1440, "height": 900})
    fought(page, grognard, "brandywine", "howes_flank_attack", asked("tactics"))
    expect(page.locator("#battle")).to_be_visible()
    for _ in range(3):
        page.get_by_role("button", name="zoom in").click()
    expect(page.locator(".board-overview")).to_be_visible()
    for half in ("left", "right"):
        page.keyboard.press("b")
        expect(page.locator("#battle")).to_be_hidden()
        page.evaluate(UNDER_PANEL, half)
        page.keyboard.press("b")
        expect(page.locator("#battle")).to_be_visible()
        assert page.evaluate(OVER_PANEL) is False


UNDER_PANEL = """(half) => {
    const board = document.querySelector('.board'), small = document.querySelector('.board-overview');
    document.getElementById('battle').dataset.half = half;
    small.style.transform = half === 'left' ? '' : `translate(${board.clientWidth - 160}px, -300px)`; }"""
"""The panel lay in that half, and the overview lies there."""
