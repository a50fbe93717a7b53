"""The skeleton of a table: fixed places, answers by their role, what is pointed at, hands and covers."""

import json
import re
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from domain.bots import greedy_bot, situation
from domain.kernel import titled
from domain.kernel.prose import prose
from tests.browser.conftest import PHONE, Grognard, Opens
from tests.browser.table import (
    look_away,
    moved_on,
    moved_or_raised,
    open_game,
    orders,
    press,
    show_my_hand,
    stamp,
)
from tests.browser.test_playing import hidden_cards
from tests.browser.test_table import table

TITLES = [("waterloo", "short", 0), ("wellington", "1812", 0)]
SIZES = {
    "1440": ({"width": 1440, "height": 900}, (48, 64, 372)),
    "1280": ({"width": 1280, "height": 800}, (48, 64, 340)),
    "768": ({"width": 768, "height": 1024}, (48, 64, 768)),
    "390": ({"width": 390, "height": 844}, (44, 60, None)),
}
HANDS = {
    ("waterloo", True): 112,
    ("wellington", True): 128,
    ("waterloo", False): 92,
    ("wellington", False): 92,
}
BOXES = """() => {
    const found = {};
    for (const part of ['header', '#prompt', '#board', '#hand', '#side', '#explained', '.records'])
        found[part] = document.querySelector(part)?.getBoundingClientRect().toJSON() ?? null;
    for (const button of document.querySelectorAll('button:not([hidden]), .button, summary'))
        if (button.checkVisibility() &&
            !button.closest('.menu > div, .uses, #piece-answers, .cards, .panel, #log'))
            found[button.outerHTML.slice(0, 120)] = button.getBoundingClientRect().toJSON();
    return found; }"""
WHOLE_NAMES = """() => [['.where', 'b'], ['.strip > summary', '.active .called']].map(([box, name]) => {
    const around = document.querySelector(box), edge = around.getBoundingClientRect(),
        inner = around.querySelector(name).getBoundingClientRect();
    return inner.left >= edge.left && inner.right <= edge.right && inner.width > 20; })"""
"""Whether the header tells the title and whose turn it is in whole words."""
SHIFTS = """() => {
    window.shifted = [];
    new PerformanceObserver((list) => window.shifted.push(...list.getEntries().map((each) =>
        [each.value, each.sources.map(({node}) => node?.outerHTML?.slice(0, 90) ?? node?.data)])))
        .observe({type: 'layout-shift', buffered: false}); }"""


def asks(prompt: str) -> Any:
    """A question of that kind with a choice, and no parts of an answer chosen."""

    def fits(desk: Any) -> bool:
        ask = desk.decision.ask(desk.waiting[0])
        return bool(ask.prompt == prompt and len(desk.menu(desk.waiting[0])) > 1 and not desk.drafts)

    return fits


def boxes(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(BOXES)
    return {name: box for name, box in found.items() if box}


def moved(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What stands in both and does not stand where it stood."""
    return [
        f"{name[:60]}: {[(before[name][edge], after[name][edge]) for edge in ('x', 'y', 'width')]}"
        for name in before.keys() & after.keys()
        if any(abs(before[name][edge] - after[name][edge]) > 0.5 for edge in ("x", "y", "width", "height"))
    ]


@pytest.mark.parametrize(("title", "scenario", "seating"), TITLES)
def test_every_part_of_a_table_has_its_place_and_its_size(
    opens: Opens, grognard: Grognard, title: str, scenario: str, seating: int
) -> None:
    page = opens()
    table(page, grognard, title, scenario, seating)
    for name, (size, (header, prompt, side)) in SIZES.items():
        page.set_viewport_size(size)
        page.reload()
        found = boxes(page)
        assert found["header"]["height"] == header, name
        assert found["#prompt"]["height"] == prompt, name
        hand = 64 if name == "390" else HANDS[title, size["width"] > 1100]
        assert found["#hand"]["height"] == hand, name
        if side:
            assert found["#side"]["width"] == side, name
        below = {"768": 300}.get(name, 0)
        rest = size["height"] - header - prompt - hand - below
        assert found["#board"]["height"] == pytest.approx(rest, abs=0.5), name
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), name
        if name != "390":  # there the turn and a glyph are all that there is room for
            assert page.evaluate(WHOLE_NAMES) == [True, True], name


CUT_TEXTS = """(names) => [...document.querySelectorAll(names)]
    .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth)
    .map((each) => `${each.innerText}: ${each.scrollWidth} in ${each.clientWidth}`)"""
"""Which of these elements do not show all of their text."""


def test_names_of_three_armies_are_shown_whole(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport=SIZES["1280"][0])
    table(page, grognard, "waterloo", "long", 1)
    expect(page.locator(".power .who b").nth(1)).to_have_text("The Anglo-Allies")
    assert page.evaluate(CUT_TEXTS, ".power .who b") == []
    page.set_viewport_size(SIZES["390"][0])
    assert page.evaluate(CUT_TEXTS, "#track > summary, #track .leads, #prompt .ask") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    ("title", "scenario", "seating", "prompt"),
    [
        (*title, prompt)
        for title, prompts in zip(
            TITLES, [("movement", "play_card"), ("spend_point", "play_impulse")], strict=True
        )
        for prompt in prompts
    ],
)  # fmt: skip
def test_t2_nothing_moves_while_one_points_chooses_and_raises_cards(
    opens: Opens, grognard: Grognard, title: str, scenario: str, seating: int, prompt: str
) -> None:
    page = opens(viewport=SIZES["1280"][0])
    table(page, grognard, title, scenario, seating, asks(prompt))
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    expect(page.locator(".board.mounted")).to_be_attached()
    page.evaluate(SHIFTS)
    before = boxes(page)
    pieces = page.eval_on_selector_all(
        ".board-live .token[data-space]", "found => found.map(each => each.id)"
    )
    for piece in Random(2).sample(pieces, 12):
        page.locator(f"#{piece}").dispatch_event("pointerover")
        page.locator(f"#{piece}").dispatch_event("click")
        assert not moved(before, boxes(page)), piece
        for target in page.locator(".sp").all()[:3]:
            target.dispatch_event("pointerover")
        page.keyboard.press("Escape")
    cards = page.locator(".hand .card > summary")
    for number in range(cards.count()):
        cards.nth(number).dispatch_event("pointerover")
        if cards.nth(number).locator("xpath=..").locator("[name=order]").count() != 1:
            cards.nth(number).click()
        assert not moved(before, boxes(page)), f"card {number}"
    page.keyboard.press("Escape")
    assert not moved(before, boxes(page))
    shifts = [each for each in page.evaluate("window.shifted") if each[0] > 0.0005]
    in_log = '<li id="e'  # its lines move in its own box as they come
    assert not [each for each in shifts if not all(node.startswith(in_log) for node in each[1])], shifts


def test_t2_a_board_does_not_jump_when_its_script_comes(opens: Opens, grognard: Grognard) -> None:
    """It is shown where it opens; late scripts do not find it painted elsewhere."""
    page = opens(is_new=True, viewport=SIZES["1280"][0])
    table(page, grognard, *TITLES[0])
    page.add_init_script(f"({SHIFTS})()")
    page.route("**/js/board*.js", lambda route: (page.wait_for_timeout(400), route.continue_()))
    for _ in range(2):  # as it opens at first, and as its reader left it
        page.reload()
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        expect(page.locator(".board.mounted .board-sheet")).to_be_visible()
        page.evaluate("new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))")
        shifted = [node for _, nodes in page.evaluate("window.shifted") for node in nodes]
        assert not [node for node in shifted if node and "board" in node]
        page.locator(".board-tools button").first.click()
        page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('view:'))")


def test_a_board_whose_script_never_comes_is_shown(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    table(page, grognard, *TITLES[0])
    page.route("**/js/board*.js", lambda route: route.abort())
    page.reload()
    expect(page.locator(".board-sheet")).to_be_visible()
    expect(page.locator(".board.mounted")).to_have_count(0)
    expect(page.locator(".board")).to_have_css("touch-action", "auto")  # and a finger moves it


def played_on(games: Any, game: str, times: int, random: Random) -> None:
    rule_set = games.rule_set(game)
    for _ in range(times):
        desk = games.desk(game)
        if not desk.waiting:
            return
        seat = desk.waiting[0]
        ask, draft = desk.decision.ask(seat), desk.drafts.get(seat, ())
        shown = situation(rule_set, desk.standing.state, desk.agenda, ask, draft, random)
        games.order(game, seat, greedy_bot(shown))


CLIPPED = """() => {
    const bar = document.getElementById('prompt'),
        [ask, answers] = ['.asking', '.answers'].map((each) => bar.querySelector(each));
    const edges = [...answers.querySelectorAll('button, .button')].map((each) => each.getBoundingClientRect())
        .filter((each) => each.width);
    return [bar.getBoundingClientRect().height, ask.scrollHeight > ask.clientHeight + 1 ? ask.innerText : '',
        edges.some((each) => each.left < ask.getBoundingClientRect().right - 1 || each.right > innerWidth
            || each.height > 61) ? answers.innerText : '']; }"""


@pytest.mark.parametrize(("title", "scenario", "seating"), TITLES)
@pytest.mark.parametrize("locale", ["en", "it"])
def test_t3_the_prompt_has_one_height_and_cuts_nothing(
    opens: Opens, grognard: Grognard, title: str, scenario: str, seating: int, locale: str
) -> None:
    page = opens(viewport=SIZES["1280"][0], locale=locale)
    game, _ = table(page, grognard, title, scenario, seating)
    random, seen = Random(7), set()
    for _ in range(14):
        desk = grognard.games.desk(game)
        page.goto(f"/g/{game}?as={desk.waiting[0]}")
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        height, line, answers = page.evaluate(CLIPPED)
        assert (height, line, answers) == (64, "", "")
        seen.add(desk.decision.ask(desk.waiting[0]).prompt)
        look_away(page)
        played_on(grognard.games, game, 9, random)
    assert len(seen) > 1


@pytest.mark.parametrize(("title", "scenario", "seating"), TITLES)
def test_t4_what_gives_something_up_is_never_green_and_says_what_is_lost(
    opens: Opens, grognard: Grognard, title: str, scenario: str, seating: int
) -> None:
    page = opens()
    game, _ = table(page, grognard, title, scenario, seating, asks(TITLES_FIRST[title]))
    random, rule_set, quiet = Random(9), titled(title), 0
    for _ in range(12):
        desk = grognard.games.desk(game)
        page.goto(f"/g/{game}?as={desk.waiting[0]}")
        menu = {json.dumps(_plain(order)): order for order in desk.menu(desk.waiting[0])}
        for found in page.locator("#prompt .answers button[name=order]:visible").all():
            order = menu[json.dumps(json.loads(str(found.get_attribute("value"))))]
            is_lost = rule_set.forfeit(desk.standing.state, order) is not None
            looks = str(found.get_attribute("class"))
            assert not (is_lost and "primary" in looks and len(menu) > 1)
            assert is_lost == bool(found.locator(".lost").count())
            quiet += "quiet" in looks
        assert page.locator("#prompt .primary:visible").count() <= 1
        look_away(page)
        played_on(grognard.games, game, 7, random)
    assert quiet


def _plain(order: Any) -> Any:
    return msgspec.to_builtins(order)


@pytest.mark.parametrize(("title", "scenario", "seating"), TITLES)
def test_t5_green_alone_gives_nothing_up(
    opens: Opens, grognard: Grognard, title: str, scenario: str, seating: int
) -> None:
    """Who presses a card or a counter that can act, and then nothing but green, forfeits nothing."""
    page = opens()
    game, _ = table(page, grognard, title, scenario, seating, asks(TITLES_FIRST[title]))
    rule_set, pressed = titled(title), 0
    for _ in range(50):
        desk = grognard.games.desk(game)
        green = page.locator(
            ".prompt .primary:visible, .uses .actions > button:first-of-type:not(.quiet):visible"
        ).first
        if not green.count():
            card = page.locator(".hand .card:not(.idle):not(.set):not([open]) > summary").first
            if not card.count():
                break
            before = stamp(page)
            card.click()
            pressed += moved_or_raised(page, before)
            continue
        seat = desk.waiting[0]
        menu = {json.dumps(_plain(order)): order for order in desk.menu(seat)}
        order = menu[json.dumps(json.loads(str(green.get_attribute("value"))))]
        assert len(menu) == 1 or rule_set.forfeit(desk.standing.state, order) is None
        before = stamp(page)
        green.click()
        moved_on(page, before)
        pressed += 1
    assert pressed


TITLES_FIRST = {"waterloo": "play_card", "wellington": "play_impulse"}


def test_a_window_stands_beside_no_buttons_of_the_question_before(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    game, _ = table(page, grognard, *TITLES[0], asks("play_card"))
    card = next(
        order for order in orders(page) if order["order"] == "PlayCard" and order["use"] == "movement"
    )
    press(page, card)
    for _ in range(12):
        desk = grognard.games.desk(game)
        shown = orders(page)
        seat = page.locator("#table").get_attribute("data-viewer")
        menu = (
            []
            if desk.decision is None or seat not in desk.waiting
            else [_plain(each) for each in desk.menu(seat)]
        )
        if page.get_by_text("Does anyone respond?").count():
            assert not shown
            before = stamp(page)
            page.locator("#nobody button").first.click()
        else:
            assert all(order in menu for order in shown)
            going_on = [order for order in shown if order["order"] in ("MoveUnit", "LetPass", "TurnUnit")]
            if not going_on:
                return
            before = stamp(page)
            page.request.post(
                f"/api/games/{game}/orders",
                data={"seat": seat, "order": going_on[0]},
                headers={"X-Grognard": "1"},
            )
        moved_on(page, before)


@pytest.mark.parametrize(("title", "scenario", "seating"), TITLES)
def test_t12_a_counter_that_is_pointed_at_is_explained(
    opens: Opens, grognard: Grognard, title: str, scenario: str, seating: int
) -> None:
    page = opens(viewport=SIZES["1440"][0])
    game, _ = table(page, grognard, title, scenario, seating)
    state, rule_set = grognard.games.desk(game).standing.state, titled(title)
    words = prose(rule_set, "en")
    pieces = page.eval_on_selector_all(
        ".board-live .token[data-space]", "found => found.map(each => each.id)"
    )
    for piece in Random(4).sample(pieces, 10):
        page.locator(f"#{piece}").dispatch_event("pointerover")
        card = rule_set.piece_card(state, piece[2:])
        assert card is not None
        for told in (*card.chips, *card.lines):
            expect(page.locator("#explained")).to_contain_text(words.told(told))
        expect(page.locator("#explained h2")).not_to_be_empty()
        expect(page.locator("#explained svg")).to_be_visible()
    box = page.locator("#explained").bounding_box()
    assert box is not None and box["height"] == (158 if title == "wellington" else 196)


def most_cards(desk: Any) -> bool:
    hands = desk.standing.state.hands
    return len(hands.get("french", ())) >= 15 and desk.waiting[0] == "french"


CUT = """() => [...document.querySelectorAll('.hand .card > summary')].filter((each) => {
        const box = each.getBoundingClientRect(), face = each.querySelector('.face');
        return box.left < 0 || box.right > innerWidth || box.bottom > innerHeight
            || face.scrollWidth > face.clientWidth + 1 || face.scrollHeight > face.clientHeight + 2
            || each.innerText.includes('…');
    }).map((each) => each.innerText)"""


@pytest.mark.parametrize("width", ["1280", "1440"])
def test_t16_fifteen_cards_are_wholly_seen_and_sorted_by_use(
    opens: Opens, grognard: Grognard, width: str
) -> None:
    page = opens(viewport=SIZES[width][0])
    table(page, grognard, *TITLES[0], most_cards)
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    cards = page.locator(".hand .card")
    assert cards.count() >= 15
    assert page.evaluate(CUT) == []
    idle = page.eval_on_selector_all(".hand .card", "all => all.map(each => each.classList.contains('idle'))")
    assert idle == sorted(idle), "playable ones come first"
    tags = page.eval_on_selector_all(
        ".hand .card", "all => all.map(each => Boolean(each.querySelector('.tags')))"
    )
    assert any(tags)
    last = cards.nth(next(n for n, has_tag in enumerate(tags) if has_tag))
    last.locator("> summary").focus()
    expect(page.locator("#explained .whole")).to_have_text(re.compile(r"\w+ \w+ \w+"))


@pytest.mark.parametrize("width", ["1280", "1440"])
def test_t16_wellingtons_cards_tell_their_effect(opens: Opens, grognard: Grognard, width: str) -> None:
    page = opens(viewport=SIZES[width][0])
    game, seat = table(page, grognard, *TITLES[1], asks("play_impulse"))
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    assert page.locator(".hand .card").count() >= 6
    assert page.evaluate(CUT) == []
    texts = page.locator(".hand .card .effect").all_inner_texts()
    assert len(texts) == page.locator(".hand .card").count() and all(texts)
    card = page.locator(".hand .card").first
    card.locator("> summary").focus()
    whole = grognard.games.rule_set(game).texts("en")[str(card.get_attribute("data-card"))]
    expect(page.locator("#explained .whole")).to_contain_text(whole)


BROKEN = """() => [...document.querySelectorAll('.hand .called')].filter((called) => {
    const text = called.firstChild, words = [...text.data.matchAll(/[^ ]+/g)];
    return words.some(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    }); }).map((called) => called.textContent)"""
"""Names of cards that are broken within a word."""


def test_two_hands_in_one_tray_break_no_word_of_a_name_and_tell_effects(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(viewport=SIZES["1280"][0])
    table(page, grognard, "wellington", "1812", 6, asks("play_impulse"))
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    cards = page.locator(".hand .card")
    assert page.locator(".hand .cards").count() == 2 and cards.count() >= 12
    assert page.evaluate(BROKEN) == []
    effects = page.locator(".hand .card .effect")
    assert effects.count() == cards.count()
    assert all(each.is_visible() for each in effects.all())


def test_two_hands_of_seventeen_cards_at_the_start_of_1813_are_wholly_seen_beside_each_other(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(viewport=SIZES["1440"][0])
    table(page, grognard, "wellington", "1813", 3, asks("mulligan"), bytes([1]) * 32)
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    assert page.locator(".hand .card").count() == 17
    expect(page.locator(".hand")).to_contain_text("Reinforcements")  # the longest word of a name
    assert page.locator(".hand .cards").evaluate_all(WIDER) == 0
    assert page.evaluate(BROKEN) == []


SIGNS = """() => [...document.querySelectorAll('.hand .effect')].map((effect) => {
    const sign = effect.querySelector('i')?.getBoundingClientRect(), box = effect.getBoundingClientRect();
    return sign ? sign.bottom <= box.bottom + 1 : effect.scrollHeight <= effect.clientHeight + 1; })"""
"""Whether each card that tells not all of its text says so where it can be seen."""
WIDER = "found => found.filter((each) => each.scrollWidth > each.clientWidth).length"


def holds_many(desk: Any) -> bool:
    return desk.decision.ask(desk.waiting[0]).prompt == "first_impulse"


def test_a_card_says_that_its_text_goes_on_and_other_figures_stay_in_their_panel(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(viewport=SIZES["1280"][0])
    table(page, grognard, "washingtons_war", "campaign", 0, holds_many)
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    signs = page.evaluate(SIGNS)
    assert len(signs) == 7 and all(signs)
    page.locator("#other-figures > summary").click()
    expect(page.locator("#other-figures .numbers").first).to_be_visible()
    assert page.locator("#other-figures, #other-figures > div").evaluate_all(WIDER) == 0


def at_one_screen(page: Page, grognard: Grognard) -> str:
    """A game of Waterloo between two people at this screen, Anna's hand shown."""
    game = open_game(page, ("me", "Anna"), ("hotseat", "Bruno"))
    show_my_hand(page)
    return game


def test_t18_a_question_to_all_covers_every_hand(opens: Opens, grognard: Grognard) -> None:
    page = opens(is_new=True)
    told: list[str] = []
    game = at_one_screen(page, grognard)
    page.on("response", lambda answer: told.append(answer.text()) if _is_news(answer) else None)
    for _ in range(40):
        if page.get_by_text("Does anyone respond?").count():
            break
        shown = [
            order for order in orders(page) if order["order"] in ("PlayCard", "MoveUnit", "Bid", "NoBid")
        ]
        told.clear()
        before = stamp(page)
        found = page.locator(f".orders button[value='{json.dumps(shown[0], separators=(',', ':'))}']").first
        found.dispatch_event("click")
        page.wait_for_function(
            "before => document.getElementById('table')?.dataset.stamp !== before", arg=before
        )
        if page.locator(".handcard").count():
            with page.expect_navigation():
                page.locator(".handcard button.primary").click()
    expect(page.get_by_text("Does anyone respond?")).to_be_visible()
    hidden, seen = hidden_cards(grognard, game), page.content() + page.title() + "".join(told)
    assert [card for card in hidden if re.search(rf"\b{re.escape(card)}(?!\d)", seen)] == []
    assert page.locator(".prompt .primary").count() == 0, "all answers are equal"
    assert page.locator(".prompt.side-nobody").count() == 1


def _is_news(answer: Any) -> bool:
    return "json" in answer.headers.get("content-type", "") and "/g/" in answer.url


def test_t19_who_thinks_for_two_minutes_finds_the_table_and_the_hand_covered(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens(is_new=True)
    page.clock.install()
    at_one_screen(page, grognard)
    expect(page.locator(".hand .card").first).to_be_visible()
    page.clock.fast_forward(120_000)
    expect(page.locator(".hand .cover")).to_be_visible()
    expect(page.locator(".hand .card").first).to_be_hidden()
    expect(page.locator("#board")).to_be_visible()
    page.locator(".hand .cover").click()
    expect(page.locator(".hand .card").first).to_be_visible()


def test_who_leads_and_how_one_wins_stands_in_the_header(opens: Opens, grognard: Grognard) -> None:
    page = opens()
    for title in TITLES:
        game, _ = table(page, grognard, *title)
        rule_set, state = titled(title[0]), grognard.games.desk(game).standing.state
        found = rule_set.lead(state)
        assert found is not None
        strip, words = page.locator("#track"), prose(rule_set.id, "en")
        expect(strip).to_contain_text(words.turn_of(rule_set.clock(state)[0], found.turn, found.turns))
        expect(strip).to_contain_text("ahead")
        expect(strip.locator(".strip-more")).to_be_hidden()
        strip.locator("summary").click()
        expect(strip.locator(".strip-more")).to_contain_text("win")


def test_t17_a_phone_keeps_the_board_while_orders_are_chosen(opens: Opens, grognard: Grognard) -> None:
    page = opens(viewport=PHONE, has_touch=True, is_mobile=True)
    table(page, grognard, *TITLES[0], asks("movement"))
    piece = page.locator("details.piece").first.get_attribute("data-piece")
    before = page.locator("#board").bounding_box()
    page.locator(f"#u-{piece}").dispatch_event("click")
    expect(page.locator("#explained")).to_be_visible()
    expect(page.locator("#put-back")).to_be_visible()
    assert page.locator("#board").bounding_box() == before
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    page.locator("#put-back").click()
    expect(page.locator("#explained")).to_be_hidden()
    page.locator(".to-side").click()
    expect(page.locator("#log")).to_be_visible()
    page.locator(".side .close").click()
    expect(page.locator("#log")).to_be_hidden()
    assert page.evaluate("scrollY") == 0


def test_every_order_is_in_prompt_hand_or_list_with_scripts_off(opens: Opens, grognard: Grognard) -> None:
    page = opens(java_script_enabled=False)
    for title in TITLES:
        game, seat = table(page, grognard, *title)
        menu = [_plain(order) for order in grognard.games.desk(game).menu(seat)]
        shown = [json.loads(str(each.get_attribute("value"))) for each in page.locator("[name=order]").all()]
        assert sorted(map(json.dumps, menu)) == sorted(map(json.dumps, shown))
