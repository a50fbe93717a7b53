"""A counter that is dragged to a target gives the order of a press; dropped elsewhere it goes back."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from domain.kernel import titled
from tests.browser.conftest import Grognard, Opens
from tests.browser.table import moved_on, stamp
from tests.browser.test_marches import at_way, detour, is_plain
from tests.browser.test_table import table


def middle(page: Page, part: str) -> tuple[float, float]:
    box = page.locator(part).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, piece: str, target: str) -> None:
    page.mouse.move(*middle(page, f"#u-{piece} .face"))
    page.mouse.down()
    x, y = middle(page, target)
    page.mouse.move(x - 10, y - 6, steps=4)
    expect(page.locator(".token.ghost")).to_have_count(1)
    page.mouse.move(x, y, steps=2)
    page.mouse.up()
    expect(page.locator(".token.ghost")).to_have_count(0)


def test_a_dragged_counter_marches_as_by_a_press(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, desk, piece, way = at_way(page, grognard, is_plain)
    before, scrolled = stamp(page), page.evaluate("document.querySelector('.board').scrollTop")
    drag(page, piece, f"#sp-{way.target}")
    moved_on(page, before)
    given = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given == [({desk.waiting[0]: (order,)},) for order in way.orders]
    assert page.evaluate("document.querySelector('.board').scrollTop") == scrolled


def test_marked_text_is_not_dragged_in_its_place(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    _, _, piece, way = at_way(page, grognard, is_plain)
    page.evaluate("getSelection().selectAllChildren(document.getElementById('board'))")
    before = stamp(page)
    drag(page, piece, f"#sp-{way.target}")
    moved_on(page, before)


def test_held_over_a_space_it_goes_through_there(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, desk, piece, _ = at_way(page, grognard, is_plain)
    point, way = detour(grognard.games, game, piece)
    before = stamp(page)
    page.mouse.move(*middle(page, f"#u-{piece} .face"))
    page.mouse.down()
    with page.expect_response(lambda answer: "first=" in answer.url):
        page.mouse.move(*middle(page, f"#sp-{point}"), steps=4)
    expect(page.locator("#asked")).to_contain_text("By way of")
    page.mouse.move(*middle(page, f"#sp-{way.target}"), steps=4)
    page.mouse.up()
    moved_on(page, before)
    given = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given == [({desk.waiting[0]: (order,)},) for order in way.orders]


def test_dropped_where_nothing_is_it_goes_back_and_the_prompt_says_so(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, desk, piece, _ = at_way(page, grognard, is_plain)
    tokens = grognard.games.rule_set(game).tokens_of(desk.standing.state, desk.waiting[0])
    taken = {each.at for each in tokens.values()}
    page.locator(f"#u-{piece}").dispatch_event("click")
    expect(page.locator(".hl-cost").first).to_be_attached()
    far = next(
        each for each in ("A14", "T14", "A1", "T1", "B13", "S13")
        if each not in taken and "cost" not in str(page.locator(f"#sp-{each}").get_attribute("aria-label"))
    )  # fmt: skip
    before, stood = stamp(page), page.locator(f"#u-{piece}").get_attribute("transform")
    drag(page, piece, f"#sp-{far}")
    expect(page.locator("#prompt .problem")).to_contain_text(re.compile(rf"cannot go to {far}"))
    expect(page.locator("#prompt .problem a")).to_have_count(1)
    assert page.locator(f"#u-{piece}").get_attribute("transform") == stood
    assert stamp(page) == before and grognard.games.desk(game).version == desk.version


def test_a_short_slip_of_the_hand_is_a_press(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    _, _, piece, _ = at_way(page, grognard, is_plain)
    x, y = middle(page, f"#u-{piece} .face")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3, y + 2)
    page.mouse.up()
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)


def may_turn(desk: Any) -> tuple[str, Any] | None:
    """A counter that may turn where it stands, and the order for it."""
    rule_set, state, seat = titled("waterloo"), desk.standing.state, desk.waiting[0]
    tokens = rule_set.view(state, seat).tokens
    found = ((each, rule_set.hint(state, each)) for each in desk.menu(seat) if hasattr(each, "facing"))
    return next(
        (
            (str(hint.piece), order)
            for order, hint in found
            if type(order).__name__ == "TurnUnit" and hint.piece and tokens[hint.piece].at == hint.target
        ),
        None,
    )


def test_dragged_onto_a_tab_at_its_edge_it_turns(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, seat = table(page, grognard, "waterloo", "short", 0, may_turn)
    desk, before = grognard.games.desk(game), stamp(page)
    found = may_turn(desk)
    assert found is not None
    piece, order = found
    page.mouse.move(*middle(page, f"#u-{piece} .face"))
    page.mouse.down()
    x, y = middle(page, f"#u-{piece} .face")
    page.mouse.move(x + 4, y - 8)
    page.mouse.move(x, y)
    tab = f".edge-tab[data-facing={order.facing}] .tab"
    page.locator(tab).wait_for()
    page.mouse.move(*middle(page, tab), steps=3)
    page.mouse.up()
    moved_on(page, before)
    given = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given == [({seat: (order,)},)]


def may_move(desk: Any) -> tuple[str, Any] | None:
    """A block that may move, and one of the orders for it."""
    rule_set, state, seat = titled("napoleonics"), desk.standing.state, desk.waiting[0]
    moves = [each for each in desk.menu(seat) if type(each).__name__ == "MoveUnit"]
    return (str(rule_set.hint(state, moves[0]).piece), moves[0]) if moves else None


def test_a_block_is_dragged_though_it_is_pressed_wherever_its_box_is(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, seat = table(page, grognard, "napoleonics", "rolica_first", 0, may_move, bytes(32))
    desk, before = grognard.games.desk(game), stamp(page)
    found = may_move(desk)
    assert found is not None
    piece, order = found
    target = titled("napoleonics").hint(desk.standing.state, order).target
    drag(page, piece, f"#sp-{target}")
    moved_on(page, before)
    given = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given == [({seat: (order,)},)]


def in_a_stack(desk: Any) -> str | None:
    """A counter that may move and lies under another that may."""
    rule_set, state, seat = titled("brandywine"), desk.standing.state, desk.waiting[0]
    moves = [each for each in desk.menu(seat) if type(each).__name__ == "MoveUnit"]
    pieces = {rule_set.hint(state, each).piece for each in moves}
    here: dict[Any, list[str]] = {}
    for piece, token in rule_set.view(state, seat).tokens.items():
        if piece in pieces and token.at:
            here.setdefault(token.at, []).append(piece)
    return next((found[0] for found in here.values() if len(found) > 1), None)


def test_a_stack_that_is_held_opens_its_fan_and_a_counter_is_dragged_out_of_it_by_the_same_press(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game, _ = table(page, grognard, "brandywine", "howes_flank_attack", 0, in_a_stack, bytes(32))
    piece = in_a_stack(grognard.games.desk(game))
    space = page.locator(f"#u-{piece}").get_attribute("data-space")
    page.locator(f"#sp-{space}").scroll_into_view_if_needed()
    x, y = middle(page, f"#sp-{space}")
    page.mouse.move(x, y)
    page.mouse.down()
    member = f".board-fan button[data-piece={piece}]"
    page.locator(member).wait_for()
    page.mouse.move(*middle(page, member), steps=3)
    page.locator(f"{member}.pointed").wait_for()
    page.mouse.move(x, y, steps=3)
    expect(page.locator(".token.ghost")).to_have_count(1)
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    expect(page.locator(".board-fan")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".token.ghost")).to_have_count(0)
