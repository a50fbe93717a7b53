"""The analysis pages in a real browser: two games in step, a simulation that narrows, statistics drawn."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Grognard, Opens

SLOW = 60_000
"""Milliseconds: the first page that compares or draws also imports the statistics and the charts."""


def held_differently(page: Page) -> list[str]:
    return page.locator("#differing li").all_inner_texts()


def stand_differently(page: Page) -> tuple[list[str], list[int], str]:
    """The counters in words, how many are marked on each board, how many lines there are, and the number."""
    boards = [page.locator(".half-board").nth(place) for place in (0, 1)]
    marks = [each.locator(mark).count() for each in boards for mark in (".differs", ".otherwise .from")]
    return page.locator("#standing tr").all_inner_texts(), marks, page.locator("#counters-apart").inner_text()


def test_two_games_go_in_step_both_ways_and_show_what_the_pages_without_scripts_show(
    opens: Opens, finished: list[str]
) -> None:
    address = "/compare?a={}&b={}".format(*finished)
    plain, page = opens(java_script_enabled=False), opens()
    for each in (plain, page):
        each.set_default_navigation_timeout(SLOW)
    page.goto(address)
    expect(page.locator("#two-games[data-ready]")).to_have_count(1, timeout=SLOW)
    first = int(page.locator("#two-slider").input_value())
    assert page.evaluate("JSON.parse(document.getElementById('two-document').textContent).first") == first
    last, seen = int(page.locator("#two-slider").get_attribute("max") or 0), {}
    for key, moment in (("End", last), ("Home", 0), ("Shift+ArrowRight", 10), ("ArrowLeft", 9), ("d", first)):
        page.keyboard.press(key)
        expect(page.locator("#two-slider")).to_have_value(str(moment))
        expect(page).to_have_url(re.compile(rf"at={moment}$"))
        seen[moment] = (
            page.locator("#two-caption").inner_text(),
            held_differently(page),
            stand_differently(page),
        )
        boards = page.locator(".half-board")
        for place in (0, 1):
            assert boards.nth(place).locator(".halves path").count() == sum(
                not line.startswith("Every space") for line in held_differently(page)
            )
    assert [each[2][1] for each in seen.values()].count([0, 0, 0, 0]) == 1, "the first moment is alike"
    for moment, (caption, differing, standing) in seen.items():
        plain.goto(f"{address}&at={moment}")
        assert plain.locator("#two-caption").inner_text() == caption
        assert held_differently(plain) == differing
        assert stand_differently(plain) == standing
    boards, tools = page.locator(".half-board .board-picture"), page.locator(".half-board .board-tools")
    for view, shown in (("map", [True, False]), ("a", [True, False]), ("b", [False, True])):
        page.locator(f"#two-view [value={view}]").check(force=True)
        expect(page).to_have_url(re.compile(rf"view={view}$"))
        assert [boards.nth(place).is_visible() for place in (0, 1)] == shown
    page.locator("#two-view [value=map]").check(force=True)
    tools.first.get_by_role("button", name="zoom in").click()
    wide = "[...document.querySelectorAll('.half-board .board-sheet')].map((each) => each.clientWidth)"
    page.wait_for_function(f"() => {{ const [a, b] = {wide}; return a === b && a > 0; }}")


def test_the_playhead_stands_under_the_thumb_of_the_slider(opens: Opens, finished: list[str]) -> None:
    page = opens()
    page.set_default_navigation_timeout(SLOW)
    page.goto("/compare?a={}&b={}&at=100".format(*finished))
    expect(page.locator(".strip[data-charted]")).to_have_count(1, timeout=SLOW)
    apart = page.evaluate(
        """() => {
            const slider = document.getElementById("two-slider"), edge = slider.getBoundingClientRect();
            const thumb = edge.left + 8 + (edge.width - 16) * (slider.value / slider.max);
            const head = document.querySelector(".strip .playhead").getBoundingClientRect();
            return Math.abs(head.left + head.width / 2 - thumb);
        }"""
    )
    assert apart <= 2, "pixels between the playhead and the thumb"


def test_a_simulation_counts_up_without_reloading_and_its_games_feed_the_statistics(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    page.set_default_navigation_timeout(SLOW)
    page.goto("/simulate?title=waterloo&scenario=short")
    for seat in ("french", "coalition"):
        page.select_option(f"#bot_{seat}", "random")
    page.get_by_label("another number:").check()
    page.get_by_label("Another number of games").fill("24")
    page.get_by_role("button", name="Simulate").click()
    expect(page.get_by_text("24 of 24 games")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("link", name="Try a variant")).to_be_visible()
    expect(page.locator(".rates")).to_contain_text("95 % interval")
    expect(page.locator(".chart[data-charted]").first).to_be_visible(timeout=SLOW)
    name = page.url.rsplit("/", 1)[1]
    assert (grognard.data / "simulations" / f"{name}.turns.parquet").exists()
    page.goto(f"/stats?title=waterloo&file={name}.parquet")
    expect(page.locator("#balance[data-charted]")).to_have_count(1, timeout=SLOW)
    expect(page.locator("#balance .headline")).to_contain_text("of 24 games (95 % interval")
    page.locator("#balance summary").first.click()
    expect(page.locator("#balance table")).to_be_visible()
