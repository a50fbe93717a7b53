"""Every page: no fault that axe finds, no sideways scroll, in light and dark, on a desk and on a phone."""

import re
from collections.abc import Iterator
from secrets import token_hex
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from domain.store import Author, tournament_rounds
from tests.browser.conftest import ADMIN, DESKTOP, PHONE, Grognard, Opens
from tests.browser.table import is_handover, look_away, open_game, orders, press, show_my_hand

EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""Nothing else differs between light and dark."""
LIGHTLY = {"resultTypes": ["violations"], "preload": False}
"""What is asked of axe: only what is wrong; none of these rules reads style sheets or plays films."""
LOOKS = [
    pytest.param({"viewport": viewport, "locale": locale}, id=f"{viewport['width']} {locale}")
    for viewport, locale in ((DESKTOP, "en"), (PHONE, "it"))
]
"""Both widths and both languages; each in light and in dark."""


@pytest.fixture(scope="module")
def places(
    chromium: Browser, grognard: Grognard, finished: list[str], simulations: list[str]
) -> Iterator[Any]:
    """Addresses of every kind of page, and the cookies of a browser that may see them."""
    context = chromium.new_context(base_url=grognard.url, viewport=DESKTOP)
    page = context.new_page()
    alone = open_game(page, ("me", "Anna"), ("me", "Anna"))
    for _ in range(2):
        press(page, next(order for order in orders(page) if order["order"] in ("PlayCard", "EndMovement")))
    shared = open_game(page, ("me", "Anna"), ("hotseat", "Bruno"))
    assert is_handover(page)
    invited = open_game(page, ("me", "Anna"), ("invitation", ""))
    invitation = page.locator("#link-coalition").input_value().removeprefix(grognard.url)
    page.goto("/admin")
    page.locator("#secret").fill(ADMIN)
    page.get_by_role("button", name="Come in").click()
    page.goto("/account/new")
    page.get_by_label("Your name, as the others").fill(f"Ottilie {token_hex(4)}")
    page.get_by_label("Password").fill("a cold morning")
    page.get_by_role("button", name="Keep this name").click()
    page.get_by_role("link", name="I have written them down").click()
    first, second = finished
    carla = Author("Carla", grognard.games.standing(first).opened.seats[0])
    grognard.games.talk.note(first, carla, 30, "Look at this.", "everybody", ["J5"])
    page.goto("/tournaments/new?title=waterloo&scenario=short")
    page.get_by_label("Name of the tournament").fill("Spring Cup")
    page.locator("button.huge").click()
    page.wait_for_url(re.compile("/tournaments/[0-9a-f]{32}$"))
    cup = page.url.removeprefix(grognard.url)
    for name in ("Anna", "Bruno", "Carla"):
        tournament_rounds.enter(grognard.games, cup.rpartition("/")[2], name)
    tournament_rounds.start(grognard.games, cup.rpartition("/")[2])
    yield (
        {
            "tournaments": "/tournaments",
            "new tournament": "/tournaments/new",
            "tournament": cup,
            "lobby": "/",
            "new game": "/new?title=waterloo&scenario=long&seating=1",
            "import": "/import",
            "rules": "/rules/waterloo",
            "API": "/api/docs",
            "error": "/g/" + "0" * 32,
            "links": f"/g/{invited}/links",
            "join": invitation,
            "play": f"/g/{alone}",
            "hand-over": f"/g/{shared}/handover",
            "watch": f"/g/{alone}/watch",
            "text board": f"/g/{alone}/text",
            "replay": f"/g/{first}/replay#e300",
            "report": f"/g/{first}/report",
            "dice": f"/g/{first}/dice",
            "fork": f"/g/{first}/fork?at=6",
            "end": f"/g/{first}/watch",
            "compare": "/compare",
            "simulate": "/simulate",
            "administration": "/admin",
            "every game": "/admin/games",
            "a game of the host": f"/admin/games/{invited}",
            "account": "/account",
            "recovery": "/account/recover",
            "learn": "/learn",
            "statistics": f"/stats?title=waterloo&file={simulations[0]}.parquet",
            "player": "/u/random?kind=bot",
            "two games": f"/compare?a={first}&b={second}",
            "two groups": "/compare?do=groups&"
            + "&".join(f"{side}_file={name}.parquet" for side, name in zip("ab", simulations, strict=True)),
        },
        context.cookies(),
    )
    context.close()


@pytest.mark.parametrize("look", LOOKS)
def test_u9_axe_finds_nothing_on_any_page_and_none_scrolls_sideways(
    opens: Opens, places: Any, look: Any
) -> None:
    addresses, cookies = places
    page = opens(is_coached=True, bypass_csp=True, **look)
    page.context.add_cookies(cookies)
    faults = []
    for name, address in addresses.items():
        look_away(page)  # a replay that is dark would load anew
        page.emulate_media(color_scheme="light")
        shown(page, address)
        faults += [f"{name}: {fault}" for fault in axe_faults(page, EVERY_RULE)]
        darken(page, address)
        faults += [f"{name}, dark: {fault}" for fault in axe_faults(page, COLOURS)]
        needed = page.evaluate("document.documentElement.scrollWidth")
        if needed > look["viewport"]["width"]:
            faults.append(f"{name}: scrolls sideways, {needed} pixels wide")
    assert not faults, "\n" + "\n".join(faults)


def axe_faults(page: Page, rules: Any) -> list[str]:
    """What axe finds against these rules, in words."""
    found = Axe().run(page, options={"runOnly": rules, **LIGHTLY}).response
    assert found["passes"], "axe looked at nothing"  # of what passes it names one place each
    return [fault for each in found["violations"] for fault in in_words(each)]


def in_words(violation: Any) -> list[str]:
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:160]}" for node in violation["nodes"][:3]
    ]


def shown(page: Page, address: str) -> None:
    page.goto(address)
    await_all(page, address)


def darken(page: Page, address: str) -> None:
    """The system turns dark; a replay loads anew to draw its chart in other colours."""
    if "/replay" in address:
        with page.expect_navigation():
            page.emulate_media(color_scheme="dark")
        await_all(page, address)
    else:
        page.emulate_media(color_scheme="dark")


def await_all(page: Page, address: str) -> None:
    expect(page.locator("h1, h2, #prompt").first).to_be_attached()
    page.evaluate("() => document.fonts.ready.then(() => true)")  # lines are as high as their own font's
    if "/replay" in address:
        expect(page.locator("#replay[data-charted]")).to_be_attached()


def test_u6_no_page_asks_another_host_breaks_its_own_policy_or_scrolls_sideways_on_the_smallest_phone(
    opens: Opens, places: Any
) -> None:
    addresses, cookies = places
    page, wide = opens(viewport={"width": 320, "height": 640}), {}
    page.context.add_cookies(cookies)
    for name, address in addresses.items():
        shown(page, address)
        needed = page.evaluate("document.documentElement.scrollWidth")
        if needed > 320:
            wide[name] = needed
    assert not wide, f"wider than 320: {wide}"


def test_the_keyboard_help_of_a_page_is_its_skip_link(opens: Opens, places: Any) -> None:
    page = opens()
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_a_phone_plays_too(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport=PHONE, is_mobile=True, has_touch=True)
    game = open_game(page, ("me", "Anna"), ("hotseat", "Bruno"))
    show_my_hand(page)
    for _ in range(3):
        press(page, orders(page)[-1])
        if is_handover(page):
            show_my_hand(page)
    assert grognard.games.desk(game).version > 10
