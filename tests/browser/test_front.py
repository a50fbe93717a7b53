"""The front page in a real browser, as somebody meets it who has never been here."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.titles import TITLES
from tests.browser.conftest import PHONE, Browsers, opening
from tests.browser.test_pages import EVERY_RULE, axe_faults
from tests.web.serving import Server, served

DESK = {"width": 1440, "height": 900}
DECODED = """async () => {
  const pictures = [...document.querySelectorAll('.title-card image')].map((each) => each.href.baseVal);
  return Promise.all([...new Set(pictures)].map(async (address) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return [address, picture.naturalWidth];
  }));
}"""


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with empty data and the titles that are really hosted."""
    with served(tmp_path_factory.mktemp("empty") / "data") as server:
        yield server


@pytest.fixture(scope="module")
def strangers(chromium: Browser, empty: Server) -> Browsers:
    return Browsers(chromium, empty.url)


@pytest.fixture
def visits(strangers: Browsers, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Opens the front page of the empty server in a browser of its own."""
    with opening(strangers, request.node) as opens:

        def visit(**settings: Any) -> Page:
            page = opens(**{"is_coached": True, "viewport": DESK, **settings})
            page.goto("/")
            return page

        yield visit


def test_t22_an_empty_front_page_shows_each_title_once_with_its_facts(visits: Any) -> None:
    page = visits()
    for rule_set in TITLES:
        card = page.get_by_role("article", name=rule_set.name, exact=True)
        expect(card).to_have_count(1)
        board = f"The board of {rule_set.name} as the game begins"
        expect(card.get_by_role("img", name=board)).to_be_visible()
        told = (card.locator(each).all_inner_texts() for each in ("dt", "dd"))
        facts = dict(zip(*told, strict=True))
        assert {"Players", "Length", "Weight", "Chance"} <= set(facts) and all(facts.values())
        for words in ("Play the computer", "Two at this screen", "Watch a game"):
            expect(card.get_by_role("button", name=words)).to_have_count(1)
        for words in ("Invite", "Rules"):
            expect(card.get_by_role("link", name=words)).to_have_count(1)
    expect(page.get_by_role("article")).to_have_count(len(TITLES))
    pictures = page.evaluate(DECODED)
    assert len(pictures) >= 2 * len(TITLES) and all(width > 0 for _address, width in pictures)
    assert page.evaluate("document.documentElement.scrollHeight") <= 960
    assert page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]


def test_t1_from_the_front_page_to_the_first_order_it_is_two_presses_and_to_a_march_four(
    visits: Any, empty: Server
) -> None:
    page = visits()
    page.get_by_role("button", name="Play Waterloo against the computer").click()  # 1
    page.wait_for_selector("#hand")
    game = re.search(r"/g/([0-9a-f]{32})", page.url)[1]  # type: ignore[index]
    before = empty.get(f"/api/games/{game}")["version"]
    page.locator("#hand .card summary").first.click()  # 2: a card, the first order
    target = _march(page)
    page.locator(f'.token[id="u-{target["piece"]}"]').click()  # 3: a unit
    page.locator(f'[id="sp-{target["target"]}"]').click()  # 4: a square
    expect(page.locator("#log")).to_contain_text(f"to {target['target']}")
    events = [each["event"] for each in empty.get(f"/api/games/{game}/events?view=public")[before:]]
    assert "CardPlayed" in events and "UnitMoved" in events


def _march(page: Page) -> dict[str, str]:
    """A unit that may march and where it may go, as the page's buttons tell."""
    button = page.locator(".orders button[data-piece][data-target]:not([data-target=''])")
    button.first.wait_for(state="attached")
    found = button.evaluate_all("all => all.map(each => ({...each.dataset, order: each.value}))")
    return next(
        each for each in found
        if each["kind"] == "safe" and "to" in json.loads(each["order"])
    )  # fmt: skip


def test_a_finished_game_plays_by_itself_unless_less_motion_is_wanted(visits: Any) -> None:
    page = visits(reduced_motion="no-preference")
    expect(page.locator("#reel.playing[data-at]")).to_be_visible()
    expect(page.locator("#reel .caption b")).to_have_text("Turn 1:")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#reel.playing")).to_have_count(0)
    calm = visits(reduced_motion="reduce")
    expect(calm.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(calm.locator("#reel.playing")).to_have_count(0)
    calm.get_by_role("button", name="Play", exact=True).click()
    expect(calm.locator("#reel.playing[data-at]")).to_be_visible()


@pytest.mark.parametrize("settings", [{}, {"viewport": PHONE, "locale": "it"}], ids=["desk", "phone"])
def test_axe_finds_nothing_on_an_empty_front_page_in_light_and_dark(visits: Any, settings: Any) -> None:
    page = visits(bypass_csp=True, **settings)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe_faults(page, EVERY_RULE) == []


def test_the_front_page_starts_a_game_without_scripts_and_by_keyboard(visits: Any) -> None:
    page = visits(java_script_enabled=False)
    expect(page.locator("#reel .crop")).to_be_visible()
    page.get_by_role("button", name="Play Waterloo against the computer").press("Enter")
    expect(page.get_by_role("button", name="Pass").first).to_be_visible()


@pytest.mark.parametrize("title", ["waterloo", "wellington"])
def test_a_new_game_is_two_screens_on_a_phone_with_quick_choices_first(visits: Any, title: str) -> None:
    page = visits(viewport=PHONE)
    page.goto(f"/new?title={title}")
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * PHONE["height"]
    quick, scenario = page.locator(".quick").bounding_box(), page.locator(".choose").bounding_box()
    assert quick and scenario and quick["y"] < scenario["y"]
    assert page.locator("option[value=random][selected]").count() == 0


def test_the_navigation_folds_on_a_phone(visits: Any) -> None:
    page = visits(viewport=PHONE)
    expect(page.get_by_role("link", name="Statistics")).to_be_hidden()
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_role("heading", name="Statistics")).to_be_visible()
