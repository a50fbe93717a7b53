"""What is in hand: a press where a counter cannot go says why, and the only counter of a question lies in
hand by itself."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from domain.kernel import titled
from tests.browser.conftest import Grognard, Opens
from tests.browser.table import stamp
from tests.browser.test_marches import at_way, is_plain
from tests.browser.test_table import table


def free_square(page: Page, grognard: Grognard, game: str, desk: Any) -> str:
    """A square without a counter that the counter in hand cannot come to."""
    tokens = grognard.games.rule_set(game).tokens_of(desk.standing.state, desk.waiting[0])
    taken = {each.at for each in tokens.values()}
    return next(
        each for each in ("A14", "T14", "A1", "T1", "B13", "S13")
        if each not in taken and "cost" not in str(page.locator(f"#sp-{each}").get_attribute("aria-label"))
    )  # fmt: skip


def test_a_press_where_the_counter_cannot_go_says_so_and_it_stays_in_hand(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, desk, piece, _ = at_way(page, grognard, is_plain)
    page.locator(f"#u-{piece}").dispatch_event("click")
    expect(page.locator(".hl-cost").first).to_be_attached()
    far, before = free_square(page, grognard, game, desk), stamp(page)
    page.locator(f"#sp-{far}").dispatch_event("click")
    said = page.locator("#prompt .problem")
    expect(said).to_contain_text(re.compile(rf"cannot go to {far}"))
    expect(said.locator("a")).to_have_count(1)
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".token.selected")).to_have_count(0)
    expect(said).to_have_count(0)
    assert stamp(page) == before and grognard.games.desk(game).version == desk.version


def of_one(desk: Any) -> bool:
    """A question about one counter, which may come to several places."""
    seat = desk.waiting[0]
    rule_set, menu = titled("waterloo"), desk.menu(seat)
    hints = [rule_set.hint(desk.standing.state, order) for order in menu]
    pieces, tokens = {each.piece for each in hints} - {None}, rule_set.view(desk.standing.state, seat).tokens
    return (
        not desk.drafts
        and len(pieces) == 1
        and pieces <= set(tokens)
        and len({each.target for each in hints if each.target}) > 1
    )


def test_the_only_counter_of_a_question_lies_in_hand_and_the_question_stays(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, seat = table(page, grognard, "waterloo", "short", 0, of_one)
    desk = grognard.games.desk(game)
    rule_set = titled("waterloo")
    hints = [rule_set.hint(desk.standing.state, order) for order in desk.menu(seat)]
    piece = next(each.piece for each in hints if each.piece)
    asked = page.locator("#asked").inner_text()
    for _ in range(2):  # so it is when the page is loaded, and after its first press
        expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
        page.locator(f"#u-{piece}").dispatch_event("click")
    page.reload()
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    expect(page.locator("#asked")).to_have_text(asked)
    expect(page.locator("#put-back")).to_be_hidden()
