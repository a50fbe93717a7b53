"""Check the dice in a real browser: it computes every roll and draw itself."""

from playwright.sync_api import expect

from tests.browser.conftest import Opens


def test_the_readers_browser_computes_every_roll_and_draw_again(opens: Opens, finished: list[str]) -> None:
    page = opens()
    page.goto(f"/g/{finished[0]}/dice")
    rows = page.locator("tr[data-purpose]").count()
    assert rows > 10
    told = page.locator(f'#here[data-checked="{rows}"]')
    expect(told).to_contain_text(f"✓ Computed again by your own browser: {rows}")


def test_a_number_that_was_changed_is_found_by_the_browser_too(opens: Opens, finished: list[str]) -> None:
    page = opens()

    def changed(route):  # type: ignore[no-untyped-def]
        text = route.fetch().text()
        first = text.index('data-shown="') + len('data-shown="')
        route.fulfill(body=text[:first] + "99 " + text[first:], content_type="text/html")

    page.route("**/dice", changed)
    page.goto(f"/g/{finished[0]}/dice")
    rows = page.locator("tr[data-purpose]").count()
    told = page.locator("#here[data-checked]")
    expect(told).to_contain_text(f"✗ Computed again by your own browser: {rows - 1} of {rows}")
