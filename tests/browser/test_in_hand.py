"""What is in hand: a press where a counter cannot go says why, the only counter of a question lies in hand by
itself, which counter is answered by a press, and a card that is up is played on the board."""

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain.kernel import titled
from domain.kernel.reach import is_final
from tests.browser.conftest import Grognard, Opens
from tests.browser.table import moved_on, stamp
from tests.browser.test_marches import at_way, is_plain
from tests.browser.test_skeleton import asks
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


def of_which(desk: Any) -> list[tuple[Any, str]]:
    """The orders of a question which counter, with their counters; none where something else is asked."""
    rule_set, seat = titled("washingtons_war"), desk.waiting[0]
    tokens = rule_set.view(desk.standing.state, seat).tokens
    found = [(order, rule_set.hint(desk.standing.state, order)) for order in desk.menu(seat)]
    about = [(order, hint) for order, hint in found if hint.piece]
    is_which = len({hint.piece for _, hint in about}) == len(about) > 1 and all(
        hint.piece in tokens and tokens[hint.piece].at and not hint.target and not hasattr(order, "card")
        for order, hint in about
    )
    return [(order, str(hint.piece)) for order, hint in about] if is_which else []


def test_where_it_is_asked_which_counter_a_press_on_one_answers(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, seat = table(page, grognard, "washingtons_war", "campaign", 0, of_which)
    desk = grognard.games.desk(game)
    order, piece = of_which(desk)[-1]
    before = stamp(page)
    page.locator(f"#u-{piece}").dispatch_event("click")
    moved_on(page, before)
    desk = grognard.games.desk(game)
    given = [each.answers for each in grognard.games.recorded(game) if each.answers]
    assert desk.drafts.get(seat, ()) == (order,) or given[-1][-1][seat][-1] == order


def of_a_card(desk: Any) -> tuple[Any, str] | None:
    """What one of several uses of a card does at one place, and a counter that stands there: the enemy's turn
    comes then."""
    rule_set, seat, state = titled("washingtons_war"), desk.waiting[0], desk.standing.state
    standing = {each.at: piece for piece, each in rule_set.view(state, seat).tokens.items()}
    uses = [
        (order, rule_set.hint(state, order).target)
        for order in desk.menu(seat)
        if getattr(order, "card", None)
    ]
    times, cards = Counter((order.card, at) for order, at in uses), Counter(order.card for order, _ in uses)
    return next(
        (
            (order, standing[place])
            for order, place in uses
            if place in standing and times[order.card, place] == 1 < cards[order.card]
            and is_final(rule_set, state, desk.agenda, seat, order, desk.drafts.get(seat, ()))
        ),
        None,
    )  # fmt: skip


def test_a_card_that_is_up_is_played_by_two_presses_on_its_counter_if_that_is_final(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, seat = table(page, grognard, "washingtons_war", "campaign", 0, of_a_card)
    desk = grognard.games.desk(game)
    found = of_a_card(desk)
    assert found is not None
    order, piece = found
    before = stamp(page)
    page.locator(f".hand .card[data-card={order.card}] > summary").click()
    page.locator(f"#u-{piece}").dispatch_event("click")
    expect(page.locator("#asked")).to_contain_text("press again to order it")
    page.keyboard.press("Escape")
    expect(page.locator("#go")).to_have_count(0)
    expect(page.locator("#asked")).not_to_contain_text("press again")
    assert stamp(page) == before
    for _ in range(2):
        page.locator(f"#u-{piece}").dispatch_event("click")
        expect(page.locator("#go.primary")).to_be_visible()
    moved_on(page, before)
    given = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given[0][0][seat][0] == order


def test_the_board_shows_and_plays_no_card_that_is_not_up(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, _ = table(page, grognard, "washingtons_war", "campaign", 0, of_a_card)
    desk = grognard.games.desk(game)
    found = of_a_card(desk)
    assert found is not None
    order, piece = found
    expect(page.locator(".hl-line")).to_have_count(0)
    before = stamp(page)
    page.locator(f"#u-{piece}").dispatch_event("click")
    page.locator(f"#u-{piece}").dispatch_event("click")
    page.locator(f".hand .card[data-card={order.card}] > summary").click()
    expect(page.locator(".hl-line").first).to_be_visible()
    expect(page.locator("#go")).to_have_count(0)
    assert stamp(page) == before and grognard.games.desk(game).version == desk.version


def of_one_use(desk: Any, is_last: bool) -> Any:
    """The only use of a card in hand; whether it can be taken back, as wanted."""
    rule_set, seat, state = titled(desk.standing.opened.title), desk.waiting[0], desk.standing.state
    held = rule_set.view(state, seat).hands[seat].cards
    uses = [order for order in desk.menu(seat) if getattr(order, "card", None) in held]
    cards = Counter(order.card for order in uses)
    single = [order for order in uses if cards[order.card] == 1 and type(order).closes]
    draft = desk.drafts.get(seat, ())
    return next(
        (e for e in single if is_final(rule_set, state, desk.agenda, seat, e, draft) == is_last), None
    )


@pytest.mark.parametrize("is_last", [False, True])
def test_a_press_on_a_card_that_has_one_use_plays_it_if_it_can_be_taken_back_else_raises_it(
    opens: Opens, grognard: Grognard, is_last: bool
) -> None:
    page = opens()
    game, seat = table(
        page, grognard, *("napoleonics", "rolica_first", 0), lambda desk: of_one_use(desk, is_last), bytes(32)
    )
    desk = grognard.games.desk(game)
    order, before = of_one_use(desk, is_last), stamp(page)
    card = page.locator(f".hand .card[data-card={order.card}]")
    card.locator("> summary").click()
    if is_last:
        expect(card).to_have_attribute("open", "")
        assert stamp(page) == before
        card.locator(".uses button[name=order]").click()
    moved_on(page, before)
    given = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given[0][0][seat][0] == order


SEEN = """spaces => { const frame = document.querySelector('#board .board').getBoundingClientRect();
    return spaces.filter((space) => {
        const box = document.getElementById(`sp-${space}`).getBoundingClientRect();
        return box.right > frame.left && box.left < frame.right && box.bottom > frame.top
            && box.top < frame.bottom; }); }"""


NORTHERNMOST = """spaces => { const frame = document.querySelector('#board .board').getBoundingClientRect();
    return spaces.map((space) => {
        const box = document.getElementById(`sp-${space}`).getBoundingClientRect();
        return {space, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2}; })
    .filter(({x, y}) => x > frame.left && x < frame.right && y > frame.top + 24 && y < frame.bottom - 24)
    .sort((a, b) => a.y - b.y)[0]?.space; }"""
"""The one highest up of those that lie in sight by more than a corner."""


def places(grognard: Grognard, game: str, seat: Any) -> dict[str, Any]:
    """The places that a question is about, each with its order."""
    desk, rule_set = grognard.games.desk(game), titled("washingtons_war")
    orders = desk.menu(seat)
    return {str(rule_set.hint(desk.standing.state, order).target): order for order in orders}


def test_the_board_goes_on_to_the_colonies_that_are_left_when_those_in_sight_are_done(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(viewport={"width": 1440, "height": 900})
    is_asked = asks("committees")
    game, seat = table(page, grognard, "washingtons_war", "campaign", 0, is_asked)
    while is_asked(grognard.games.desk(game)):
        left, before = places(grognard, game, seat), stamp(page)
        seen = page.wait_for_function(NORTHERNMOST, arg=sorted(left))
        grognard.games.order(game, seat, left[str(seen.json_value())])
        moved_on(page, before)


def sends(desk: Any) -> list[Any]:
    """The generals who may act next."""
    return [order for order in desk.menu(desk.waiting[0]) if type(order).__name__ == "SendGeneral"]


def test_the_board_goes_to_a_question_none_of_whose_places_is_in_sight(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(viewport={"width": 1280, "height": 800})
    game, seat = table(page, grognard, "washingtons_war", "campaign", 0, sends)
    desk, rule_set = grognard.games.desk(game), titled("washingtons_war")
    order = sends(desk)[0]
    for _ in range(4):
        page.locator(".board-tools button").first.click()  # close up
    stands = desk.standing.state.generals[order.general]
    middle = page.locator(f"#sp-{stands}").evaluate(
        "each => each.getBoundingClientRect().top - each.ownerSVGElement.getBoundingClientRect().top"
    )
    page.locator("#board .board").evaluate(
        "(box, middle) => box.scrollTo(0, middle > box.scrollHeight / 2 ? 0 : box.scrollHeight)", middle
    )
    assert not page.evaluate(SEEN, [stands]), "he stands far away"
    before = stamp(page)
    grognard.games.order(game, seat, order)
    moved_on(page, before)
    now = grognard.games.desk(game)
    targets = {rule_set.hint(now.standing.state, each).target for each in now.menu(seat)} - {None, stands}
    assert targets
    page.wait_for_function(f"spaces => ({SEEN})(spaces).length > 0", arg=sorted(targets))
