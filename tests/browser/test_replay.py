"""The replay page in a real browser: every way to move, the board in step, the chart in step, forks."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from replays.simulation import Run, kept_game
from tests.browser.conftest import AT, DESKTOP, PHONE, Grognard, Opens
from tests.browser.table import is_handover, open_game, orders, press
from tests.replays.evenings import over_evenings

BOARD = """svg => {
    const tree = node => node.nodeType === 3 ? node.data.trim() : [node.tagName,
        Object.fromEntries([...node.attributes].filter(a => a.name !== 'tabindex')
            .map(a => [a.name, a.value]).sort()), ...[...node.childNodes].map(tree)];
    const keyed = nodes => Object.fromEntries([...nodes].map(n => [n.id, tree(n)]));
    return {tokens: keyed(svg.querySelectorAll('.token')), marks: keyed(svg.querySelectorAll('.marks > g')),
            spoken: Object.fromEntries([...svg.querySelectorAll('.sp')]
                .map(n => [n.id, n.getAttribute('aria-label')]))};
}"""
SHOWN = f"({BOARD})(document.querySelector('#board .board-live'))"
SERVED = f"""async address => {{
    const text = await (await fetch(address)).text();
    const page = new DOMParser().parseFromString(text, 'text/html');
    return ({BOARD})(page.querySelector('#board .board-live'));
}}"""


def open_replay(opens: Opens, game: str, fragment: str = "", **settings: Any) -> Page:
    page = opens(**settings)
    page.goto(f"/g/{game}/replay{fragment}")
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    return page


def at(page: Page, version: int) -> None:
    """The page shows that event: counter, slider, address and heading."""
    expect(page.locator("#count")).to_have_text(re.compile(rf"^{version} / "))
    expect(page.locator("#event-number")).to_have_text(f"Event {version}")
    expect(page.locator("#slider")).to_have_value(str(version))
    expect(page).to_have_url(re.compile(rf"#e{version}$"))


def rows_of(grognard: Grognard, game: str) -> list[Any]:
    found: list[Any] = grognard.games.recorded(game)
    return found


def versions_of(grognard: Grognard, game: str, mark: str) -> list[int]:
    marks = grognard.games.rule_set(game).marks
    return [each.version for each in rows_of(grognard, game) if marks.get(type(each.body).__name__) == mark]


def first_of_turns(grognard: Grognard, game: str) -> list[int]:
    """The first event of each turn after the first."""
    clock = grognard.games.rule_set(game).clock
    turns = [clock(grognard.games.standing(game, each.version).state)[0] for each in rows_of(grognard, game)]
    return [number + 1 for number in range(1, len(turns)) if turns[number] != turns[number - 1]]


def test_buttons_keys_and_slider_go_to_the_same_events(
    opens: Opens, grognard: Grognard, finished: list[str]
) -> None:
    game = finished[0]
    last = len(rows_of(grognard, game))
    page = open_replay(opens, game)
    press_button = {
        name: page.locator(f"[data-go={name}]")
        for name in ("first", "back", "next", "last", "battle", "turn")
    }
    began = int(page.locator("#slider").input_value())
    assert 1 < began < 20, "the set-up is behind it"
    at(page, began)
    press_button["next"].click()
    at(page, began + 1)
    press_button["back"].click()
    at(page, began)
    battles, turns = versions_of(grognard, game, "battle"), first_of_turns(grognard, game)
    press_button["battle"].click()
    at(page, battles[0])
    press_button["turn"].click()
    at(page, next(turn for turn in turns if turn > battles[0]))
    press_button["last"].click()
    at(page, last)
    press_button["first"].click()
    at(page, 1)
    page.locator("body").click(position={"x": 3, "y": 3})
    for key, version in (
        ("ArrowRight", 2), ("Shift+ArrowRight", 12), ("ArrowLeft", 11), ("b", battles[0]), ("Home", 1),
        ("t", turns[0]), ("t", turns[1]), ("Shift+T", turns[0]), ("End", last), ("Shift+B", battles[-1]),
    ):  # fmt: skip
        page.keyboard.press(key)
        at(page, version)
    page.locator("#slider").fill("100")
    at(page, 100)


def test_play_goes_on_by_itself_until_it_is_paused(opens: Opens, finished: list[str]) -> None:
    page = open_replay(opens, finished[0])
    page.select_option("#speed", "16")
    page.locator("[data-go=play]").click()
    expect(page.locator("[data-go=play]")).to_contain_text("Pause")
    page.wait_for_function("() => Number(document.getElementById('slider').value) > 12")
    page.locator("[data-go=play]").click()
    expect(page.locator("[data-go=play]")).to_contain_text("Play")
    stopped = int(page.locator("#slider").input_value())
    at(page, stopped)


def test_each_event_has_an_address(opens: Opens, finished: list[str]) -> None:
    page = open_replay(opens, finished[0], "#e77")
    at(page, 77)
    page.locator("#log a.no", has_text=re.compile("^80$")).click()
    at(page, 80)
    page.evaluate("location.hash = '#e33'")
    at(page, 33)


def test_what_follows_from_a_command_is_indented_and_the_current_line_stays_in_the_middle(
    opens: Opens, grognard: Grognard, finished: list[str]
) -> None:
    page = open_replay(opens, finished[0], "#e77")
    at(page, 77)
    shown = page.eval_on_selector_all("#log li", "all => all.map(each => Number(each.dataset.version))")
    indented = page.eval_on_selector_all(
        "#log .follow-up", "all => all.map(each => Number(each.dataset.version))"
    )
    recorded = rows_of(grognard, finished[0])
    assert indented == [version for version in shown if recorded[version - 2].left > 0] != []
    page.evaluate("document.getElementById('notes').style.minHeight = '180px'")  # as notes that arrive
    page.wait_for_function("""() => {
        const middle = each => { const box = each.getBoundingClientRect(); return box.top + box.height / 2; };
        const log = document.getElementById('log');
        return Math.abs(middle(log) - middle(log.querySelector('.now'))) < 3;
    }""")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_tools_of_a_replay_stand_in_one_row(opens: Opens, grognard: Grognard, language: str) -> None:
    game = grognard.games.create("wellington", "1813")
    page = opens(locale=language)
    for width in (1280, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"/g/{game}/replay")
        expect(page.locator("#replay[data-ready]")).to_be_visible()
        for row, last in (("#transport", "#count"), (".bar", ".menu > summary")):
            first, end = page.locator(f"{row} :is(button, a)").first, page.locator(f"{row} {last}")
            boxes = [each.bounding_box() for each in (first, end)]
            middles = [box["y"] + box["height"] / 2 for box in boxes if box]
            assert abs(middles[0] - middles[1]) < 8, f"{row} at {width}"


def test_u1_the_board_is_the_servers_board_at_every_event_forwards_and_backwards(
    opens: Opens, grognard: Grognard, finished: list[str]
) -> None:
    game = finished[0]
    last = len(rows_of(grognard, game))
    page = open_replay(opens, game, "?as=all")
    sampled = [*range(1, last, 37), last]
    served = {version: page.evaluate(SERVED, f"?as=all&at={version}") for version in {*sampled, last - 20}}
    for version in [*sampled, *reversed(sampled), sampled[9], sampled[2], last]:
        page.evaluate("version => { location.hash = `#e${version}` }", version)
        at(page, version)
        assert page.evaluate(SHOWN) == served[version], f"event {version}"
    for version in range(last - 1, last - 21, -1):
        page.keyboard.press("ArrowLeft")
        at(page, version)
    assert page.evaluate(SHOWN) == served[last - 20]


THUMB = """() => {
    const slider = document.getElementById('slider'), box = slider.getBoundingClientRect();
    const cursor = document.getElementById('cursor').getBoundingClientRect();
    const share = (slider.value - slider.min) / (slider.max - slider.min);
    const thumb = 16;   // Chromium's own; nothing restyles it
    return [box.left + thumb / 2 + share * (box.width - thumb), cursor.left + cursor.width / 2];
}"""


MARKS = """() => {
    const middle = box => box.left + box.width / 2;
    const marks = [...document.querySelectorAll('#figure path.point')].map(point => {
        const trace = point.closest('.trace').__data__[0].trace;
        return [trace.customdata[point.__data__.i], middle(point.getBoundingClientRect())];
    });
    const plot = document.querySelector('#figure .nsewdrag').getBoundingClientRect();
    return [marks, plot.left, plot.right];
}"""
"""Every drawn mark of the chart: its event and where it lies; the edges of the plot."""
PLAYHEAD = "document.getElementById('cursor').getBoundingClientRect().left + 1"


@pytest.fixture(scope="session")
def evenings(grognard: Grognard) -> str:
    """A game that was played over some evenings, with nights between them."""
    recorded = kept_game(Run("waterloo", "short", ("random", "random"), 8), 0, AT)
    game: str = grognard.games.adopt(over_evenings(recorded, AT), None)
    return game


@pytest.fixture(scope="session")
def many_turns(grognard: Grognard) -> str:
    """A game of so many turns that their numbers have no room on a phone."""
    recorded = kept_game(Run("napoleonics", "rolica_first", ("random", "random"), 8), 0, AT)
    game: str = grognard.games.adopt(recorded, None)
    return game


@pytest.mark.parametrize(
    "viewport", [DESKTOP, {"width": 1100, "height": 800}, PHONE], ids=["1600", "1100", "390"]
)
def test_u4_the_playhead_stands_at_its_event_on_every_axis_and_by_event_under_the_sliders_thumb(
    opens: Opens, grognard: Grognard, evenings: str, viewport: Any
) -> None:
    last = len(rows_of(grognard, evenings))
    page = open_replay(opens, evenings, viewport=viewport)
    expect(page.locator("#replay[data-charted=event]")).to_be_attached()
    for version in (1, 2, last // 3, last // 2, last - 1, last):
        page.locator("#slider").fill(str(version))
        at(page, version)
        thumb, cursor = page.evaluate(THUMB)
        assert abs(thumb - cursor) <= 2, f"event {version}: thumb {thumb:.1f}, playhead {cursor:.1f}"
    for axis in ("event", "round", "clock"):
        page.select_option("#x", axis)
        expect(page.locator(f"#replay[data-charted={axis}]")).to_be_attached()
        marks, left, right = page.evaluate(MARKS)
        assert len(marks) > 4
        for version, x in [marks[0], marks[len(marks) // 2], marks[-1], (1, left)]:
            page.locator("#slider").fill(str(version))
            at(page, version)
            playhead = page.evaluate(PLAYHEAD)
            assert abs(x - playhead) <= 2, f"by {axis}, event {version}: {x:.1f}, playhead {playhead:.1f}"
            assert left - 2 <= playhead <= right + 2


def test_the_chart_by_the_clock_has_an_address_and_tells_how_long_the_nights_were(
    opens: Opens, evenings: str
) -> None:
    page = open_replay(opens, evenings, "#e40")
    page.select_option("#x", "clock")
    expect(page.locator("#figure")).to_contain_text("9 hours")
    expect(page).to_have_url(re.compile(r"\?x=clock#e40$"))
    page.keyboard.press("ArrowRight")
    page.reload()
    expect(page.locator("#x")).to_have_value("clock")
    expect(page.locator("#figure")).to_contain_text("9 hours")
    page.locator("#x").select_option("event")
    expect(page.locator("#figure")).not_to_contain_text("9 hours")


NUMBERS = """() => [...document.querySelectorAll('#figure .annotation-text')]
    .filter((each) => /^\\d+$/.test(each.textContent)).map((each) => each.getBoundingClientRect())
    .map(({left, right}) => [left, right])"""
ON_THE_AXIS = """() => {
    const legend = document.querySelector('.legend').getBoundingClientRect();
    return [...document.querySelectorAll('#figure .xtick text')].map((each) => each.getBoundingClientRect())
        .filter((at) => at.right > legend.left && at.bottom > legend.top).length; }"""


def test_on_a_phone_the_numbers_of_the_turns_do_not_touch_and_the_signs_have_a_row_of_their_own(
    opens: Opens, many_turns: str
) -> None:
    page = open_replay(opens, many_turns, viewport=PHONE)
    expect(page.locator("#replay[data-charted=event]")).to_be_attached()
    numbers = page.evaluate(NUMBERS)
    assert len(numbers) > 5
    assert all(before[1] < after[0] for before, after in pairwise(numbers)), numbers
    assert page.evaluate(ON_THE_AXIS) == 0
    years = page.evaluate(YEARS)
    assert [year for year, _left in years["below"]] == ["1775", "1777"]
    assert [year for year, _left in years["above"]] == ["1775", "1777"]
    assert years["above"][0][1] >= 58, "it stands over the numbers of the other axis"


YEARS = """async () => {
    const { dataset } = document.getElementById("replay"), box = document.getElementById("figure");
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const { chart } = await import(loaded.find((name) => /\\/charts[^/]*\\.js/.test(name)));
    const [at, years] = [[0, 2, 50], ["1775", "1776", "1777"]];
    await chart(box, { data: [{ x: [0, 100], y: [0, 1] }], layout: {
        margin: { l: 58, r: 16, t: 22, b: 22 }, height: 120,
        xaxis: { range: [0, 100], tickvals: at, ticktext: years },
        annotations: at.map((x, k) => (
            { x, y: 1, yref: "paper", yanchor: "bottom", text: years[k], showarrow: false })),
    } }, dataset.plotly);
    const told = (each) => [each.textContent,
        each.getBoundingClientRect().left - box.getBoundingClientRect().left];
    return { below: [...box.querySelectorAll(".xtick text")].map(told),
        above: [...box.querySelectorAll(".annotation-text")].map(told) };
}"""
"""Years of which the first two lie close together, below and above a chart: those written, and where."""


def test_a_finished_game_may_be_seen_as_any_seat(
    opens: Opens, grognard: Grognard, finished: list[str]
) -> None:
    page = open_replay(opens, finished[0])
    views = page.eval_on_selector_all("#as option", "found => found.map(each => each.value)")
    assert views == ["public", "french", "coalition", "all"]
    with page.expect_navigation():
        page.select_option("#as", "french")
    expect(page.locator("#replay[data-ready]")).to_have_attribute("data-viewer", "french")


def test_a_running_game_is_replayed_with_nothing_hidden_in_it(opens: Opens, grognard: Grognard) -> None:
    host, watcher = opens(), opens()
    game = open_game(host, ("me", "Anna"), ("me", "Anna"))
    for card in [order for order in orders(host) if order["order"] == "PlayCard"][:2]:
        press(host, card)
        while not any(order["order"] == "PlayCard" for order in orders(host)):
            ends = ("EndMovement", "NoAttack", "LetPass")
            press(host, next(order for order in orders(host) if order["order"] in ends))
    watcher.goto(f"/g/{game}/replay")
    expect(watcher.locator("#replay[data-ready]")).to_be_visible()
    views = watcher.eval_on_selector_all("#as option", "found => found.map(each => each.value)")
    assert views == ["public"]
    answer = watcher.goto(f"/g/{game}/replay?as=french")
    assert answer is not None and answer.status == 403
    rows = watcher.request.get(f"/g/{game}/timeline.json").text()
    hands = grognard.games.standing(game).state.hands
    for card in (card for hand in hands.values() for card in hand):
        assert not re.search(rf"\b{card}(?!\d)", rows)


def test_a_fork_of_a_finished_game_becomes_a_new_game_that_shows_its_parent(
    opens: Opens, grognard: Grognard, finished: list[str]
) -> None:
    game = finished[0]
    rest = next(each.version for each in rows_of(grognard, game)[60:] if each.left == 0)
    page = open_replay(opens, game, f"#e{rest}")
    page.keyboard.press("f")
    dialog = page.locator("#fork-dialog")
    expect(dialog).to_be_visible()
    expect(page.locator("#fork-at")).to_have_text(str(rest))
    for seat, name in (("french", "Anna"), ("coalition", "Bruno")):
        dialog.locator(f"[name=kind_{seat}]").select_option("hotseat")
        dialog.locator(f"[name=name_{seat}]").fill(name)
    dialog.get_by_label("The same dice as the original").check()
    with page.expect_navigation():
        dialog.get_by_role("button", name="Fork from here").click()
    assert is_handover(page)
    fork = re.search(r"/g/([0-9a-f]{32})", page.url)
    assert fork and fork.group(1) != game
    parent = grognard.games.standing(fork.group(1)).opened.parent
    assert (parent.game, parent.version, parent.same_fate) == (game, rest, True)
    at_fork = grognard.games.standing(fork.group(1)).state
    assert at_fork == grognard.games.standing(game, rest).state
    page.goto(f"/g/{fork.group(1)}/replay")
    expect(page.locator(".where")).to_contain_text(re.compile(f"fork of Waterloo, .+ at event {rest}"))


def test_the_replay_works_with_scripts_off(opens: Opens, grognard: Grognard, finished: list[str]) -> None:
    page = opens(java_script_enabled=False)
    page.goto(f"/g/{finished[0]}/replay?at=50")
    expect(page.locator("#event-number")).to_have_text("Event 50")
    page.get_by_role("button", name="Next event").click()
    expect(page.locator("#event-number")).to_have_text("Event 51")
    page.get_by_role("button", name="Last event").click()
    expect(page.locator("#event-number")).to_have_text(f"Event {len(rows_of(grognard, finished[0]))}")


# Comparing


def test_two_games_are_chosen_and_compared(opens: Opens, finished: list[str]) -> None:
    page = opens()
    page.goto("/compare")
    page.select_option("[name=a]", finished[0])
    page.select_option("[name=b]", finished[1])
    with page.expect_navigation():
        page.get_by_role("button", name="Compare two games").click()
    expect(page.get_by_role("heading", name="Where they part")).to_be_visible()
    expect(page.locator(".chart .js-plotly-plot").first).to_be_attached()
    drawn = page.locator(".chart .scatterlayer .trace path.js-line").first
    expect(drawn).to_be_attached()
    page.locator(".parting").get_by_role("link", name=re.compile("^Event ")).first.click()
    expect(page.locator("#replay[data-ready]")).to_be_visible()


def test_two_simulations_are_compared_with_charts(opens: Opens, simulations: list[str]) -> None:
    page = opens(viewport={"width": 1280, "height": 600})  # no chart is cut off where a third of it is little
    page.goto("/compare")
    for side, name in zip("ab", simulations, strict=True):
        page.select_option(f"[name={side}_file]", f"{name}.parquet")
    with page.expect_navigation():
        page.get_by_role("button", name="Compare two groups").click()
    expect(page.locator("#headline")).to_be_visible()
    expect(page.locator("main")).to_contain_text("95 %")
    assert page.locator(".chart").count() >= 1
    expect(page.locator(".chart .js-plotly-plot").first).to_be_attached()
    told, drawn = page.evaluate(TOLD_AND_DRAWN)
    assert len(told) == 4  # two sides in two groups
    assert drawn == pytest.approx(told, abs=0.5)
    assert page.evaluate(CUT_OFF) == []
    page.emulate_media(color_scheme="dark")
    page.reload()
    expect(page.locator(".chart .js-plotly-plot").nth(1)).to_be_attached()
    assert page.evaluate(FILLS) == ["rgb(88, 135, 192)", "rgb(210, 115, 115)"]  # as the lines on a dark page


TOLD_AND_DRAWN = """() => {
    const plot = document.querySelector(".chart .js-plotly-plot");
    const marks = [...plot.querySelectorAll(".scatterlayer .point")];
    const left = (mark) => Number(mark.getAttribute("transform").match(/translate\\(([^,]+),/)[1]);
    const drawn = marks.map((mark) => plot._fullLayout.xaxis.p2d(left(mark)));
    return [plot.data.flatMap((trace) => trace.x), drawn];
}"""
"""The win rates of the first chart, and where along its axis their marks lie."""
CUT_OFF = """() => [...document.querySelectorAll(".chart .js-plotly-plot")].flatMap((plot) => {
    const foot = (node) => node.getBoundingClientRect().bottom, end = foot(plot.closest(".figure")) + 1;
    return [...plot.querySelectorAll("svg text")].filter((text) => foot(text) > end)
        .map((text) => text.textContent);
})"""
"""What is written in charts below the end of their boxes."""
FILLS = """() => [...document.querySelectorAll(".chart .js-plotly-plot")[1].querySelectorAll(".js-fill")]
    .map((fill) => getComputedStyle(fill).fill)"""
"""The colours of the bands of the second chart."""


def test_a_group_without_games_is_called_so(opens: Opens, finished: list[str]) -> None:
    page = opens()
    page.goto("/compare")
    page.select_option("[name=a_kind]", "bots")
    page.fill("[name=b_until]", "1815-06-18")
    with page.expect_navigation():
        page.get_by_role("button", name="Compare two groups").click()
    expect(page.locator("main")).to_contain_text("One of the groups has no finished game")
