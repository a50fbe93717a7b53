"""The settings change what a page looks like and which keys it hears."""

from tests.browser.conftest import Opens
from tests.browser.table import open_game

DISPLAYS = """() => ['.period', '.nato'].map((name) =>
  getComputedStyle(document.querySelector('.board-live ' + name)).display)"""


def test_the_settings_reach_the_table(opens: Opens) -> None:
    page = opens(color_scheme="light", reduced_motion="no-preference")
    game = open_game(page, ("me", "Anna"), ("me", "Anna"))
    text = "getComputedStyle(document.body).fontSize"
    ground = "getComputedStyle(document.body).backgroundColor"
    usual = float(page.evaluate(text).removesuffix("px"))
    assert page.evaluate(DISPLAYS) == ["inline", "none"]
    assert page.evaluate(ground) == "rgb(233, 226, 211)"

    page.locator("#menu > summary").click()
    page.get_by_role("link", name="Settings").click()
    for setting, choice in (
        ("theme", "dark"), ("symbols", "nato"), ("text", "larger"), ("motion", "none"), ("keys", "off"),
    ):  # fmt: skip
        page.check(f"[name={setting}][value={choice}]")
    page.get_by_role("button", name="Keep these settings").click()
    page.wait_for_url(f"**/g/{game}")
    assert page.evaluate(DISPLAYS) == ["none", "inline"]
    assert page.evaluate(ground) == "rgb(25, 23, 19)"
    assert float(page.evaluate(text).removesuffix("px")) > 1.2 * usual

    page.keyboard.press("r")
    page.keyboard.press("h")
    assert page.url.endswith(game) and page.locator("#hand.folded").count() == 0
    page.locator("#menu > summary").click()
    page.get_by_role("button", name="Italiano").click()
    page.wait_for_selector("html[lang=it]")
    assert page.url.endswith(game)
