"""What stands at the edges of the board: the odds of attacks (T11) and the tabs that turn a counter (T10)."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain.kernel import Seat, titled
from domain.kernel.reach import Reach, Way, reach
from domain.kernel.ruleset import Odds
from tests.browser.conftest import PHONE, Grognard, Opens
from tests.browser.table import moved_on, stamp
from tests.browser.test_marches import at_way, is_plain, take_up
from tests.browser.test_skeleton import asks, played_on
from tests.browser.test_table import table

MARCHES = [("waterloo", "short", 0, "movement"), ("wellington", "1812", 0, "spend_point"),
           ("washingtons_war", "campaign", 0, "march")]  # fmt: skip
PILLS = """() => [...document.querySelectorAll('.edge-pill')].map((pill) => [pill.dataset.target,
    pill.dataset.from ?? null, pill.textContent, Boolean(pill.querySelector('rect.ahead'))])"""


def pieces_of(rule_set: Any, desk: Any, seat: Seat) -> Iterator[tuple[str, Reach]]:
    """The counters on the board that the seat may order now, with all that they can do."""
    state = desk.standing.state
    tokens = rule_set.tokens_of(state, seat)
    named = {rule_set.hint(state, order).piece or "" for order in desk.menu(seat)}
    for piece in sorted(named & tokens.keys()):
        if tokens[piece].at is not None:
            yield piece, reach(rule_set, state, desk.agenda, seat, piece)


def has_attack(rule_set: Any, prompt: str) -> Any:
    """A question of that kind, with a counter that can attack."""
    is_asked = asks(prompt)

    def fits(desk: Any) -> bool:
        if not is_asked(desk):
            return False
        return any(found.acts for _, found in pieces_of(rule_set, desk, desk.waiting[0]))

    return fits


def figure(odds: Odds | None) -> tuple[str, bool]:
    """What a pill says of the rules' own odds, and whether they are good."""
    assert odds is not None, "these titles tell the odds of every attack"
    if odds.win is not None:
        return f"{odds.win * 100:.0f} %", odds.win > 0.5
    if odds.key == "overrun":
        return "✓", True
    attack, defence = odds.about["attack"], odds.about["defence"]
    return f"{attack}:{defence}", attack > defence


def pills_of(acts: Sequence[Way]) -> list[tuple[str, str | None, str, bool]]:
    return sorted((way.target, way.origin, *figure(way.odds)) for way in acts)


def one_of_each(acts: Any) -> list[Any]:
    """Along roads, where the pills of a place stand one under the other: the first that says the same."""
    found: dict[Any, Any] = {}
    for act in acts:
        ((target, _, *told),) = pills_of([act])
        found.setdefault((target, *told), act)
    return list(found.values())


def shown_pills(page: Page) -> list[tuple[str, str | None, str, bool]]:
    return sorted(tuple(each) for each in page.evaluate(PILLS))


@pytest.mark.parametrize(("title", "scenario", "seating", "prompt"), MARCHES)
def test_t11_every_attack_of_a_counter_in_hand_has_a_pill_with_the_rules_odds(
    opens: Opens, grognard: Grognard, title: str, scenario: str, seating: int, prompt: str
) -> None:
    page, rule_set = opens(), titled(title)
    game, seat = table(page, grognard, title, scenario, seating, has_attack(rule_set, prompt))
    desk = grognard.games.desk(game)
    shown = 0
    for piece, found in pieces_of(rule_set, desk, seat):
        if not found.acts or shown == 3:
            continue
        page.locator(f"#u-{piece}").dispatch_event("click")
        wanted = found.acts if title == "waterloo" else one_of_each(found.acts)
        expect(page.locator(".edge-pill")).to_have_count(len(wanted))
        assert shown_pills(page) == pills_of(wanted)
        heights = page.eval_on_selector_all(
            ".edge-pill rect", "all => all.map(each => each.getBoundingClientRect().height)"
        )
        assert all(17.5 <= each <= 18.5 for each in heights), heights
        page.keyboard.press("Escape")
        expect(page.locator(".edge-pill")).to_have_count(0)
        shown += 1
    assert shown


MIDDLES = """() => [...document.querySelectorAll('.edge-pill[data-from]')].map((pill) => {
    const middle = (node) => { const box = node.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [at, to, from] = [pill.querySelector('rect'), document.getElementById('sp-' + pill.dataset.target),
        document.getElementById('sp-' + pill.dataset.from)].map(middle);
    return [at, to, from]; })"""


def test_t11_a_pill_lies_on_the_edge_that_the_attack_comes_through(opens: Opens, grognard: Grognard) -> None:
    page, rule_set = opens(), titled("waterloo")
    game, seat = table(page, grognard, "waterloo", "short", 0, has_attack(rule_set, "movement"))
    desk = grognard.games.desk(game)
    piece, found = next(each for each in pieces_of(rule_set, desk, seat) if each[1].acts)
    take_up(page, piece)
    expect(page.locator(".edge-pill")).to_have_count(len(found.acts))
    for at, to, start in page.evaluate(MIDDLES):
        assert at == pytest.approx([(to[axis] + start[axis]) / 2 for axis in (0, 1)], abs=1.5)


def test_a_pressed_pill_marches_there_and_remembers_the_attack(opens: Opens, grognard: Grognard) -> None:
    page, rule_set = opens(), titled("waterloo")

    def fits(desk: Any) -> bool:
        return has_attack(rule_set, "movement")(desk) and found_in(desk) is not None

    def found_in(desk: Any) -> Any:
        ways = (
            (piece, way) for piece, found in pieces_of(rule_set, desk, desk.waiting[0]) for way in found.acts
            if way.orders and way.stops is None and not way.is_final
        )  # fmt: skip
        return next(ways, None)

    game, seat = table(page, grognard, "waterloo", "short", 0, fits)
    desk = grognard.games.desk(game)
    piece, way = found_in(desk)
    page.locator(f"#u-{piece}").dispatch_event("click")
    pill = page.locator(f".edge-pill[data-target='{way.target}'][data-from='{way.origin}']")
    pill.dispatch_event("pointerover")
    expect(page.locator("#odds")).to_contain_text("battle points")
    before = stamp(page)
    pill.dispatch_event("click")
    moved_on(page, before)
    given = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given == [({seat: (order,)},) for order in way.orders]


ROWS = """() => [...document.querySelectorAll('#odds dl')].map((side) => [...side.children].map((row) =>
    [row.lastElementChild.textContent, row.checkVisibility() && row.getBoundingClientRect().height > 0]))"""


def test_t11_on_a_phone_the_sheet_tells_the_totals_and_unfolds_what_they_are_made_of(
    opens: Opens, grognard: Grognard
) -> None:
    page, rule_set = opens(viewport=PHONE, has_touch=True, is_mobile=True), titled("waterloo")
    game, seat = table(page, grognard, "waterloo", "short", 0, has_attack(rule_set, "movement"))
    pieces = pieces_of(rule_set, grognard.games.desk(game), seat)
    piece, found = next(each for each in pieces if each[1].acts)
    page.locator(f"#u-{piece}").dispatch_event("click")
    expect(page.locator(".edge-pill")).to_have_count(len(found.acts))
    page.locator(".edge-pill rect").first.tap(force=True)
    fold = page.locator("#odds summary")
    expect(fold).to_be_visible()
    own, enemy = page.evaluate(ROWS)
    assert not any(is_seen for _, is_seen in (*own, *enemy))
    assert f"{own[0][0]} " in fold.text_content() and fold.text_content().endswith(enemy[0][0])
    box = fold.bounding_box()
    assert box and box["height"] >= 44
    fold.tap()
    assert all(is_seen for side in page.evaluate(ROWS) for _, is_seen in side)
    sheet = page.locator("#odds").bounding_box()
    assert sheet and sheet["y"] > 104, "the board keeps its upper part"


def at_attacks(page: Page, grognard: Grognard) -> tuple[str, Seat]:
    """A table of Waterloo where greedy players have come to a choice of attacks."""
    game, _ = table(page, grognard, "waterloo", "short", 0, lambda desk: True)
    random, fits = Random(1815), asks("attack")
    while not fits(grognard.games.desk(game)):
        played_on(grognard.games, game, 1, random)
    seat = grognard.games.desk(game).waiting[0]
    page.goto(f"/g/{game}?as={seat}")
    return game, seat


def test_t11_where_only_attacks_are_asked_they_stand_with_nothing_in_hand(
    opens: Opens, grognard: Grognard
) -> None:
    page, rule_set = opens(), titled("waterloo")
    game, seat = at_attacks(page, grognard)
    desk = grognard.games.desk(game)
    state, wanted = desk.standing.state, {}
    for order in desk.menu(seat):
        hint = rule_set.hint(state, order)
        if hint.kind == "fight":
            at = rule_set.tokens_of(state, seat)[hint.piece or ""].at
            wanted.setdefault((hint.target, at), figure(rule_set.odds(state, (), order)))
    expect(page.locator(".edge-pill")).to_have_count(len(wanted))
    assert shown_pills(page) == sorted((*key, *told) for key, told in wanted.items())
    (target, start), _ = next(iter(wanted.items()))
    fits = [order for order in desk.menu(seat) if rule_set.hint(state, order).target == target]
    assert len(fits) == 1
    before, pill = stamp(page), page.locator(f".edge-pill[data-target='{target}'][data-from='{start}']")
    pill.dispatch_event("click")  # cards decide: it cannot be taken back
    expect(page.locator(".edge-pill .again").last).to_have_text("again")
    expect(page.locator("#go")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".edge-pill .again")).to_have_count(0)
    expect(page.locator("#go")).to_have_count(0)
    assert stamp(page) == before and grognard.games.desk(game).version == desk.version
    pill.dispatch_event("click")
    pill.dispatch_event("click")
    moved_on(page, before)
    assert grognard.games.recorded(game, desk.version)[0].answers == ({seat: (fits[0],)},)


TABS = """() => Object.fromEntries([...document.querySelectorAll('.edge-tab')].map((tab) => [
    tab.dataset.facing,
    ['.tab', '.hit'].map((part) => tab.querySelector(part).getBoundingClientRect().toJSON())]))"""
PITCH = """() => { const [a, b] = ['A1', 'B1'].map((each) =>
    document.getElementById('sp-' + each).getBoundingClientRect()); return b.x - a.x; }"""
AWAY = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@pytest.mark.parametrize("is_touch", [False, True])
def test_t10_every_turn_has_its_tab_outside_the_edge_that_the_unit_may_face(
    opens: Opens, grognard: Grognard, is_touch: bool
) -> None:
    page = opens(viewport=PHONE, has_touch=True, is_mobile=True) if is_touch else opens()
    rule_set, least = titled("waterloo"), 44 if is_touch else 28
    game, seat = table(page, grognard, "waterloo", "short", 0, asks("movement"))
    desk = grognard.games.desk(game)
    turning = [each for each in pieces_of(rule_set, desk, seat) if each[1].turns]
    assert turning
    for piece, found in turning:
        page.locator(f"#u-{piece}").dispatch_event("click")
        expect(page.locator(".edge-tab")).to_have_count(len(found.turns))
        tabs = page.evaluate(TABS)
        assert tabs.keys() == {way.facing for way in found.turns}
        assert found.facing not in tabs
        cell = page.locator(f"#sp-{found.start}").bounding_box()
        assert cell is not None
        wide = page.evaluate(PITCH)
        for facing, (tab, hit) in tabs.items():
            along, across = AWAY[facing]
            assert min(hit["width"], hit["height"]) >= least - 0.1
            assert sorted((tab["width"], tab["height"])) == pytest.approx([14, 26], abs=2.2)
            off = [tab["x"] + tab["width"] / 2 - cell["x"] - cell["width"] / 2,
                   tab["y"] + tab["height"] / 2 - cell["y"] - cell["height"] / 2]  # fmt: skip
            far = off[0] * along + off[1] * across
            assert far == pytest.approx(wide / 2 + 9, abs=1.5), "outside the edge"
            assert abs(off[0] * across + off[1] * along) < 1.5, "in its middle"
        page.keyboard.press("Escape")
        expect(page.locator(".edge-tab")).to_have_count(0)


def test_t10_a_pressed_tab_turns_and_so_does_an_arrow_with_shift(opens: Opens, grognard: Grognard) -> None:
    page, rule_set = opens(), titled("waterloo")
    game, seat = table(page, grognard, "waterloo", "short", 0, asks("movement"))
    for press in ("tab", "key"):
        desk = grognard.games.desk(game)
        piece, found = next(
            each for each in pieces_of(rule_set, desk, seat) if len(each[1].turns) > 1 and each[1].ways
        )
        way = found.turns[0]
        if press == "tab":
            page.locator(f"#u-{piece}").dispatch_event("click")
        else:
            page.keyboard.press("Escape")
            page.locator(f"#sp-{found.start}").focus()
            page.keyboard.press("Enter")
        expect(page.locator(".edge-tab")).to_have_count(len(found.turns))
        before = stamp(page)
        if press == "tab":
            page.locator(f".edge-tab[data-facing='{way.facing}'] .tab").dispatch_event("click")
        else:
            arrow = {"N": "ArrowUp", "E": "ArrowRight", "S": "ArrowDown", "W": "ArrowLeft"}[way.facing or ""]
            page.keyboard.press(f"Shift+{arrow}")
        moved_on(page, before)
        assert grognard.games.recorded(game, desk.version)[0].answers == ({seat: way.orders},)


def test_t10_a_press_on_the_own_square_puts_the_unit_back(opens: Opens, grognard: Grognard) -> None:
    page, rule_set = opens(), titled("waterloo")
    game, seat = table(page, grognard, "waterloo", "short", 0, asks("movement"))
    piece, found = next(
        each for each in pieces_of(rule_set, grognard.games.desk(game), seat) if each[1].turns
    )
    take_up(page, piece)
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    page.locator(f"#u-{piece}").dispatch_event("click")
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(0)
    page.locator(f"#u-{piece}").dispatch_event("click")
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    page.locator(f"#sp-{found.start}").dispatch_event("click")
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(0)


COUNTED = """() => { window.presses = 0;
    for (const kind of ['pointerdown', 'keydown'])
        addEventListener(kind, (event) => event.isTrusted && window.presses++, true); }"""


def test_t1_a_march_of_three_squares_is_two_presses_and_a_turn_two(opens: Opens, grognard: Grognard) -> None:
    page, rule_set = opens(is_new=True), titled("waterloo")
    game, desk, piece, way = at_way(page, grognard, is_plain)
    page.evaluate(COUNTED)
    before = stamp(page)
    take_up(page, piece)
    page.locator(f"#sp-{way.target}").click()
    moved_on(page, before)
    assert page.evaluate("window.presses") <= 2
    given = [each.answers for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given == [({desk.waiting[0]: (order,)},) for order in way.orders]

    is_asked = asks("movement")

    def turning(desk: Any) -> Any:
        found = pieces_of(rule_set, desk, desk.waiting[0]) if is_asked(desk) else ()
        return next(((piece, each.turns[0]) for piece, each in found if each.turns), None)

    game, seat = table(page, grognard, "waterloo", "short", 0, turning, SEED)
    desk = grognard.games.desk(game)
    piece, turn = turning(desk)
    page.evaluate(COUNTED)
    before = stamp(page)
    take_up(page, piece)
    page.locator(f".edge-tab[data-facing='{turn.facing}'] .head").click()
    moved_on(page, before)
    assert page.evaluate("window.presses") <= 2
    assert grognard.games.recorded(game, desk.version)[0].answers == ({seat: turn.orders},)


def test_t1_a_march_of_two_a_turn_and_the_next_unit_are_four_presses(
    opens: Opens, grognard: Grognard
) -> None:
    page, rule_set = opens(is_new=True), titled("waterloo")

    def known(desk: Any, piece: str, first: Any = ()) -> Reach:
        return reach(rule_set, desk.standing.state, desk.agenda, desk.waiting[0], piece, (), first)

    def fits(desk: Any) -> Any:
        if not asks("movement")(desk):
            return None
        pieces = [piece for piece, _ in pieces_of(rule_set, desk, desk.waiting[0])]
        marches = (
            (piece, way)
            for piece in pieces
            for way in known(desk, piece).ways
            if len(way.orders) == 2 and way.stops is None and not way.is_final and way.comes
            and known(desk, piece, way.orders).turns and len(pieces) > 1
        )  # fmt: skip
        return next(((piece, way, pieces) for piece, way in marches), None)

    game, seat = table(page, grognard, "waterloo", "short", 0, fits, SEED)
    desk = grognard.games.desk(game)
    piece, way, pieces = fits(desk)
    page.evaluate(COUNTED)
    before = stamp(page)
    take_up(page, piece)
    page.locator(f"#sp-{way.target}").click()
    moved_on(page, before)
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)
    tab = page.locator(".edge-tab .head").first
    expect(tab).to_be_visible()
    before = stamp(page)
    tab.click()
    moved_on(page, before)
    other = next(each for each in pieces if each != piece)
    page.locator(f"#u-{other}").click()
    expect(page.locator(f"#u-{other}.selected")).to_have_count(1)
    assert page.evaluate("window.presses") <= 4
    given = [each.answers[0][seat][0] for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert given[:2] == [*way.orders] and type(given[2]).__name__ == "TurnUnit" and len(given) == 3


def test_t1_an_attack_with_two_cards_is_four_presses_for_who_wants_quick_orders(
    opens: Opens, grognard: Grognard
) -> None:
    """Dice and cards cannot be taken back: who did not ask for quick orders presses the attack twice."""
    page = opens(is_new=True)
    game, seat = at_attacks(page, grognard)
    desk = grognard.games.desk(game)
    page.evaluate("localStorage.setItem('quick', 'on')")
    page.evaluate(COUNTED)
    before = stamp(page)
    page.locator(".edge-pill").first.click()
    moved_on(page, before)
    for _ in range(2):
        before = stamp(page)
        page.locator(".hand .card:not(.idle, .set):has([data-part]) > summary").first.click()
        moved_on(page, before)
    before = stamp(page)
    page.locator("#actions button.primary").click()
    moved_on(page, before)
    assert page.evaluate("window.presses") == 4
    assert [type(each).__name__ for each in grognard.games.desk(game).drafts[seat][:2]] == ["SetCard"] * 2
    assert seat not in grognard.games.desk(game).waiting
    given = [each.answers[-1][seat] for each in grognard.games.recorded(game, desk.version) if each.answers]
    assert [type(each).__name__ for orders in given for each in orders] == ["Attack"]


SEED = b"a game with an advance".ljust(32, b".")


def has_ends(rule_set: Any) -> Any:
    """A question for one seat whose answers bring a counter to one place, facing this way or that."""

    def fits(desk: Any) -> bool:
        (first, *others) = desk.waiting
        if others or desk.decision.ask(first).prompt not in ("advance", "loss", "withdraw"):
            return False
        return any(found.ends for _, found in pieces_of(rule_set, desk, first))

    return fits


@pytest.mark.parametrize("press", ["tab", "key"])
def test_t10_where_a_counter_may_face_several_ways_at_its_new_place_each_has_a_tab_there(
    opens: Opens, grognard: Grognard, press: str
) -> None:
    page, rule_set = opens(), titled("waterloo")
    game, seat = table(page, grognard, "waterloo", "short", 0, has_ends(rule_set), SEED)
    desk = grognard.games.desk(game)
    piece, found = next(each for each in pieces_of(rule_set, desk, seat) if each[1].ends)
    target = found.ends[0].target
    ends = {way.facing: way for way in (*found.ways, *found.ends) if way.target == target}
    assert page.locator("#orders[open]").count() == 0, "no list is needed"
    expect(page.locator(f"#u-{piece}.selected")).to_have_count(1)  # the question is about no other
    page.locator(f"#sp-{target}").dispatch_event("click")
    expect(page.locator(".edge-tab")).to_have_count(len(ends))
    assert page.evaluate(TABS).keys() == ends.keys()
    assert page.locator(".edge-tab[data-facing=S] title").text_content() == "facing south"
    assert page.locator("#piece-answers .own button").count() == len(ends)
    way, before = ends["S"], stamp(page)
    if press == "tab":
        page.locator(".edge-tab[data-facing=S] .tab").dispatch_event("click")
    else:
        page.keyboard.press("Shift+ArrowDown")
    moved_on(page, before)
    assert grognard.games.recorded(game, desk.version)[0].answers == ({seat: way.orders},)
