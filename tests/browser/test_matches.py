"""A match in a browser: one press at the end opens the return game, and its page adds both games up."""

from random import Random

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from domain.store import Holder
from tests.browser.conftest import Grognard, Opens
from tests.browser.table import sit

SEED = b"a match to be looked at".ljust(32, b".")
TITLE, SCENARIO, SEATS = "napoleonics", "rolica_first", ("british", "french")


def to_its_end(grognard: Grognard, game: str, number: int) -> None:
    random = Random(number)
    while not (desk := grognard.games.desk(game)).is_over:
        grognard.games.order(game, desk.waiting[0], random.choice(desk.menu(desk.waiting[0])))


def test_from_the_end_of_a_game_over_the_return_game_to_the_sum(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport={"width": 1280, "height": 800})
    holders = {seat: Holder("open") for seat in SEATS}
    game = grognard.games.create(TITLE, SCENARIO, seats=SEATS, seed=SEED, holders=holders)
    for seat, name in zip(SEATS, ("Anna", "Bruno"), strict=True):
        sit(page, game, [seat], name)
    to_its_end(grognard, game, 1)
    page.goto(f"/g/{game}")
    prompt, back = page.locator("#prompt").bounding_box(), page.get_by_role("button", name="sides changed")
    assert prompt and prompt["height"] <= 64
    with page.expect_navigation():
        back.click()
    second = grognard.games.matches.return_of(game)
    assert second and f"/g/{second}" in page.url
    assert {seat: each.name for seat, each in grognard.games.holders(second).items()} == {
        "british": "Bruno", "french": "Anna",
    }  # fmt: skip
    to_its_end(grognard, second, 2)
    page.goto(f"/g/{second}")
    page.get_by_role("link", name="The match").click()
    cells = page.locator("tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('b')].map(each => Number(each.textContent)))"
    )
    assert len(cells) == 2 and all(one + other == both for one, other, both in cells)
    expect(page.locator(".verdict")).to_contain_text("match")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page, options={"preload": False})
    assert found.violations_count == 0, found.generate_report()
