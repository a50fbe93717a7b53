"""Lobby and hand-over in a real browser."""

from tests.browser.table import is_handover, open_game, show_my_hand


def test_a_game_that_waits_shows_its_board_of_96_by_72_pixels(opens, grognard):
    page = opens()
    open_game(page, ("me", "Ada"), ("hotseat", "Bruno"))
    page.goto("/")
    boards = page.locator(".in-move .miniature img")
    boards.last.scroll_into_view_if_needed()
    page.wait_for_function("[...document.images].every(each => each.naturalWidth)")
    assert boards.count() == 2
    box = page.locator(".miniature").first.bounding_box()
    assert (box["width"], box["height"]) == (96, 72)


def test_a_screen_that_nobody_sees_goes_back_to_the_hand_over(opens, grognard):
    page = opens()
    open_game(page, ("me", "Ada"), ("hotseat", "Bruno"))
    show_my_hand(page)
    page.wait_for_selector("#prompt")
    assert not is_handover(page)
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { get: () => true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.wait_for_selector("#table[data-handover]")
    card, button = page.locator(".handcard").bounding_box(), page.locator(".huge").bounding_box()
    assert card["width"] == 560 and button["height"] >= 56
    assert page.locator(".glyph.big").bounding_box()["width"] == 76
