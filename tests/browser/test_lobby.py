"""Lists of games and hand-over in a real browser."""

from playwright.sync_api import expect

from tests.browser.table import is_handover, open_game, show_my_hand


def test_a_game_that_waits_shows_its_board_of_96_by_72_pixels(opens, grognard):
    page = opens()
    open_game(page, ("me", "Ada"), ("hotseat", "Bruno"))
    page.goto("/games")
    boards = page.locator(".in-move .miniature img")
    boards.last.scroll_into_view_if_needed()
    page.wait_for_function("[...document.images].every(each => each.naturalWidth)")
    assert boards.count() == 2
    box = page.locator(".miniature").first.bounding_box()
    assert (box["width"], box["height"]) == (96, 72)


def test_a_hand_over_names_who_is_next_on_a_large_card(opens, grognard):
    page = opens()
    open_game(page, ("me", "Ada"), ("hotseat", "Bruno"))
    card, button = page.locator(".handcard").bounding_box(), page.locator(".huge").bounding_box()
    assert card["width"] == 560 and button["height"] >= 56
    assert page.locator(".glyph.big").bounding_box()["width"] == 76


def test_the_hand_of_a_screen_that_nobody_sees_is_covered_unless_its_people_want_it_open(opens, grognard):
    page = opens()
    open_game(page, ("me", "Ada"), ("hotseat", "Bruno"))
    show_my_hand(page)
    expect(page.locator("#hide")).to_be_checked()
    looks_away = (
        "Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.evaluate(looks_away)
    assert not is_handover(page)
    page.locator(".hand .cover").click()
    page.locator("#menu > summary").click()
    page.locator("#hide").uncheck()
    page.evaluate(looks_away)
    expect(page.locator(".hand .cover")).to_have_count(0)


def test_another_scenario_keeps_what_was_typed_and_enter_starts_the_game(opens, grognard):
    page = opens()
    page.goto("/new?title=waterloo&scenario=short")
    page.locator("#name_french").fill("Ada")
    page.locator("#name").fill("Sunday")
    page.get_by_role("button", name="Waterloo: Long game").click()
    page.wait_for_selector("[value='waterloo/long'].chosen")
    kept = [page.locator(field).input_value() for field in ("#name_french", "#name")]
    assert kept == ["Ada", "Sunday"]
    with page.expect_navigation():
        page.locator("#name").press("Enter")
    assert "/g/" in page.url
    page.goto("/games")
    assert page.get_by_role("link", name="Sunday", exact=True).count() == 1


def test_the_contents_of_the_rules_are_folded_on_a_phone_and_beside_the_text_elsewhere(opens, grognard):
    page = opens(viewport={"width": 390, "height": 844})
    page.goto("/rules/waterloo")
    contents = page.locator(".rules nav ol")
    assert not contents.is_visible()
    page.locator(".rules nav summary").click()
    assert contents.is_visible()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.reload()
    assert contents.is_visible() and not page.locator(".rules nav summary").is_visible()
