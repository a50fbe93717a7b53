"""The coach of an ordinary game: each question is explained once to a browser, and nothing moves for it. A
hint is said and lit, and nothing is ordered by it."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Grognard, Opens
from tests.browser.table import open_game
from tests.browser.test_battles import asked, fought
from tests.browser.test_learn import LIT
from tests.browser.test_pages import COLOURS, EVERY_RULE, axe_faults

BOXES = """() => ['prompt', 'board', 'side', 'hand'].map((id) => {
  const {x, y, width, height} = document.getElementById(id).getBoundingClientRect();
  return [x, y, width, height];
})"""


def expect_told(page: Page, question: str) -> None:
    expect(page.locator(f"#coach[data-tells='waterloo.{question}']")).to_be_visible()


def play_a_card_to_move(page: Page) -> None:
    page.locator(".hand .card:has(button:not(:disabled)) > summary").first.click()


def test_each_question_is_explained_once_until_the_coach_is_sent_away(opens: Opens) -> None:
    page = opens(is_coached=True)
    open_game(page, ("me", "Anna"), ("me", "Anna"))
    expect_told(page, "play_card")
    boxes = page.evaluate(BOXES)
    page.locator("#coach-told").click()
    expect(page.locator("#coach")).to_be_hidden()
    assert page.evaluate(BOXES) == boxes
    page.reload()
    expect(page.locator("#coach[data-tells]")).to_be_hidden()
    play_a_card_to_move(page)
    expect_told(page, "movement")
    page.locator("#coach-off").click()
    page.locator("#undo button").click()
    expect(page.locator("#coach[data-tells='waterloo.play_card']")).to_be_hidden()
    page.locator("#menu > summary").click()
    page.locator("#coached").check()
    expect_told(page, "play_card")


def test_the_coach_of_a_phone_gives_way_to_what_is_in_hand(opens: Opens) -> None:
    page = opens(is_coached=True, viewport=PHONE, has_touch=True, bypass_csp=True)
    open_game(page, ("me", "Anna"), ("me", "Anna"))
    expect_told(page, "play_card")
    assert axe_faults(page, EVERY_RULE) == []
    page.emulate_media(color_scheme="dark")
    assert axe_faults(page, COLOURS) == []
    for name in ("coach-told", "coach-off"):
        box = page.locator(f"#{name}").bounding_box()
        assert box and box["height"] >= 44 and box["width"] >= 44


COVERED = """() => {
    const at = document.querySelector('#coach:not([hidden])').getBoundingClientRect();
    const board = document.getElementById('board').getBoundingClientRect();
    const theirs = document.getElementById('battle')?.dataset.spaces?.split(' ') ?? [];
    const found = [...document.querySelectorAll('#board .board-live .hl-line'),
        ...theirs.filter(Boolean).map((id) => document.getElementById(`sp-${id}`))];
    return found.map((each) => each.getBoundingClientRect()).filter((lit) => lit.left < at.right &&
        lit.right > at.left && lit.top < Math.min(at.bottom, board.bottom) &&
        lit.bottom > at.top).length; }"""


def test_the_coach_of_a_phone_covers_neither_what_can_act_nor_the_battle(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(is_coached=True, viewport=PHONE, has_touch=True)
    fought(page, grognard, "brandywine", "howes_flank_attack", asked("movement"))
    expect(page.locator("#board .board-live .hl-line")).not_to_have_count(0)
    expect(page.locator("#coach")).to_be_visible()
    page.wait_for_function(f"() => ({COVERED})() === 0")
    fought(page, grognard, "brandywine", "howes_flank_attack", asked("tactics"))
    expect(page.locator("#battle")).to_be_visible()
    expect(page.locator("#coach")).to_be_visible()
    page.wait_for_function(f"() => ({COVERED})() === 0")


def test_a_hint_is_said_and_lit_and_goes_out_with_the_next_order(opens: Opens) -> None:
    page = opens()
    open_game(page, ("me", "Anna"), ("me", "Anna"), has_hints=True)
    page.keyboard.press("i")
    expect(page.locator("#prompt .advice")).to_contain_text("The computer would:")
    page.wait_for_function(f"() => ({LIT})().length === 1")
    expect(page.locator("#log .mark-card")).to_have_count(0)
    play_a_card_to_move(page)
    expect(page.locator("#prompt .advice")).to_have_count(0)
    page.wait_for_function(f"() => ({LIT})().length === 0")
