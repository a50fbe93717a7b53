"""A card that is dragged from the hand is played where it is dropped; dropped elsewhere it goes back."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Grognard, Opens
from tests.browser.table import moved_on, stamp
from tests.browser.test_dragging import middle
from tests.browser.test_in_hand import of_a_card, of_one_use
from tests.browser.test_table import table

FIXED = ("#prompt", "#board", "#hand", "#log")


def uses(page: Page, card: str) -> Locator:
    return page.locator(f".hand .card[data-card={card}] .uses button[name=order]:visible")


def lift(page: Page, card: str) -> None:
    """Takes a card up out of the hand: it is up, and its answers stand in the prompt."""
    x, y = middle(page, f".hand .card[data-card={card}] > summary")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 4, y - 20, steps=4)
    expect(page.locator(".carried")).to_have_count(1)
    expect(page.locator(f".hand .card[data-card={card}]")).to_have_attribute("open", "")


def drop(page: Page, part: str | None = None) -> None:
    if part:
        page.mouse.move(*middle(page, part), steps=4)
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)


def fingers(page: Page) -> Callable[..., None]:
    """Tells of touches: a kind, and where they are."""
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": across, "y": down} for across, down in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    return finger


def at_card_in_tray(page: Page, card: str) -> tuple[float, float]:
    """Where a card lies once it is shifted into sight."""
    face = f".hand .card[data-card={card}] > summary"
    page.locator(face).scroll_into_view_if_needed()
    return middle(page, face)


def given(grognard: Grognard, game: str, desk: Any) -> Any:
    """The first order that was given since."""
    answers = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    return answers[0][0][desk.waiting[0]][0]


def at_card(page: Page, grognard: Grognard) -> tuple[str, Any, Any, str]:
    """A card that is played on a counter, and ends the turn by that."""
    game, _ = table(page, grognard, "washingtons_war", "campaign", 0, of_a_card)
    desk = grognard.games.desk(game)
    found = of_a_card(desk)
    assert found is not None
    return game, desk, *found


def test_a_card_in_the_air_lights_its_places_and_moves_nothing(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, desk, order, _ = at_card(page, grognard)
    before, boxes = stamp(page), {name: page.locator(name).bounding_box() for name in FIXED}
    page.locator(f".hand .card[data-card={order.card}] > summary").click()
    lit = page.locator(".hl-line").count()
    page.keyboard.press("Escape")
    lift(page, order.card)
    expect(page.locator(".hl-line")).to_have_count(lit)
    assert {name: page.locator(name).bounding_box() for name in FIXED} == boxes
    page.keyboard.press("Escape")
    expect(page.locator(".carried")).to_have_count(0)
    page.mouse.up()
    assert stamp(page) == before and grognard.games.desk(game).version == desk.version


def test_dropped_on_its_counter_it_is_played_there_by_a_second_press_if_that_is_final(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, desk, order, piece = at_card(page, grognard)
    before = stamp(page)
    page.locator(f"#u-{piece} .face").scroll_into_view_if_needed()
    lift(page, order.card)
    drop(page, f"#u-{piece} .face")
    expect(page.locator("#asked")).to_contain_text("press again to order it")
    assert stamp(page) == before
    page.locator("#go").click()
    moved_on(page, before)
    assert given(grognard, game, desk) == order


def is_folded(desk: Any) -> str | None:
    """A card with so many uses of a kind that they are folded under its name."""
    held = [getattr(each, "card", None) for each in desk.menu(desk.waiting[0])]
    return next((card for card in held if card and held.count(card) > 6), None)


def test_held_over_a_fold_of_its_answers_it_opens_that_and_is_dropped_on_one(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, _ = table(page, grognard, "washingtons_war", "campaign", 0, is_folded)
    desk, before = grognard.games.desk(game), stamp(page)
    card = is_folded(desk)
    assert card is not None
    lift(page, card)
    fold = f".hand .card[data-card={card}] .uses .more:first-of-type"
    page.mouse.move(*middle(page, f"{fold} > summary"), steps=4)
    answer = page.locator(f"{fold}[open] button[name=order]").first
    expect(answer).to_be_visible()
    value = str(answer.get_attribute("value"))
    drop(page, f"{fold}[open] button[name=order] >> nth=0")
    moved_on(page, before)
    order = given(grognard, game, desk)
    assert order.card == card and type(order).__name__ in value


def at_one_use(page: Page, grognard: Grognard) -> tuple[str, Any, Any]:
    """A card whose only use needs no place and can be taken back."""
    game, _ = table(
        page, grognard, "napoleonics", "rolica_first", 0, lambda desk: of_one_use(desk, False), bytes(32)
    )
    desk = grognard.games.desk(game)
    return game, desk, of_one_use(desk, False)


@pytest.mark.parametrize("quick", ["off", "on"])
def test_a_card_with_one_use_that_needs_no_place_is_dropped_anywhere_on_the_board(
    opens: Opens, grognard: Grognard, quick: str
) -> None:
    page = opens(is_new=True)
    game, desk, order = at_one_use(page, grognard)
    page.evaluate(f"localStorage.setItem('quick', '{quick}')")
    before = stamp(page)
    lift(page, order.card)
    drop(page, "#board .board")
    moved_on(page, before)
    assert given(grognard, game, desk) == order


def test_so_it_is_by_a_finger(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport=PHONE, has_touch=True, is_mobile=True)
    game, desk, order = at_one_use(page, grognard)
    before = stamp(page)
    finger = fingers(page)
    x, y = at_card_in_tray(page, order.card)
    to_x, to_y = middle(page, "#board .board")
    finger("touchStart", (x, y))
    for step in range(1, 9):
        finger("touchMove", (x + (to_x - x) * step / 8, y + (to_y - y) * step / 8))
    expect(page.locator(".carried")).to_have_count(1)
    finger("touchEnd")
    moved_on(page, before)
    assert given(grognard, game, desk) == order


def test_a_hand_that_is_covered_has_no_card_in_the_air(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    _, _, order = at_one_use(page, grognard)
    before = stamp(page)
    lift(page, order.card)
    page.keyboard.press("h")
    expect(page.locator(".hand .cover")).to_be_visible()
    expect(page.locator(".carried")).to_have_count(0)
    drop(page, "#board .board")
    assert stamp(page) == before


def test_dropped_where_it_does_nothing_it_goes_back_and_the_prompt_says_so(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, desk, order, _ = at_card(page, grognard)
    before = stamp(page)
    lift(page, order.card)
    drop(page, "#log")
    expect(page.locator("#prompt .problem")).to_contain_text("is back: drop it on a place that is lit")
    expect(page.locator(f".hand .card[data-card={order.card}]")).to_have_attribute("open", "")
    assert stamp(page) == before and grognard.games.desk(game).version == desk.version


def test_a_finger_takes_a_card_upwards_out_of_the_tray(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport=PHONE, has_touch=True, is_mobile=True)
    _, _, order, _ = at_card(page, grognard)
    finger = fingers(page)
    x, y = at_card_in_tray(page, order.card)
    finger("touchStart", (x, y))
    for step in range(1, 8):
        finger("touchMove", (x, y - 10 * step))
    expect(page.locator(".carried")).to_have_count(1)
    finger("touchEnd")
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator(f".hand .card[data-card={order.card}]")).to_have_attribute("open", "")
