"""Talk and notes in real browsers: said at one table, read at the other; hostile texts stay in their box."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Grognard, Opens
from tests.browser.table import open_game

NOT_RUN = "() => window.ran === undefined"
HOSTILE = [
    "<script>window.ran = 1</script><img src=x onerror='window.ran = 1'>",
    "W" * 1900,
    "Zalgo" + "\u0300\u0301\u0302\u0303\u0335" * 300,
    "[link](javascript:window.ran=1)\n# **loud**\n" + "line\n" * 200,
]


def post(page: Page, game: str, what: str, **body: Any) -> None:
    """Writes by the API with the browser's own cookies."""
    answer = page.request.post(f"/api/games/{game}/{what}", data=body, headers={"X-Grognard": "1"})
    assert answer.status == 201, answer.text()


def opened_talk(page: Page) -> None:
    page.locator("#talk > summary").click()
    expect(page.locator("#say")).to_be_visible()


def test_a_line_and_a_note_with_marks_reach_the_other_table_at_once(opens: Opens) -> None:
    page, other = opens(), opens()
    game = open_game(page, ("me", "Ada"), ("invitation", ""))
    page.goto(f"/g/{game}/links")
    link = page.locator("input[value*='/join/']").first.input_value()
    other.goto(link)
    other.locator("input[name=name]").fill("Bruno")
    other.get_by_role("main").get_by_role("button").first.click()
    other.wait_for_url(f"**/g/{game}")
    page.goto(f"/g/{game}")
    opened_talk(page)
    page.get_by_label("Say something").fill("Good luck!")
    page.get_by_role("button", name="Send").click()
    expect(other.locator("#talk .unread b")).to_have_text("1")
    opened_talk(other)
    expect(other.locator("#talk-lines")).to_contain_text("Good luck!")
    expect(other.locator("#talk .unread")).to_be_hidden()
    page.locator("#note-here > summary").click()
    page.locator("#note-here textarea").fill("Look here")
    page.locator("#note-here select[name=audience]").select_option("everybody")
    page.get_by_text("Mark spaces of the board").click()
    page.get_by_role("button", name="Choose on the board").click()
    for space in ("J5", "G7"):
        page.locator(f"#sp-{space}").dispatch_event("click")
    expect(page.locator(".note-ring")).to_have_count(2)
    page.get_by_role("button", name="Keep the note").click()
    expect(other.locator("#talk-notes")).to_contain_text("Look here")
    expect(other.locator(".note-ring text")).to_have_text(["1", "2"])
    page.locator("#talk-lines").get_by_role("button", name="Delete this text").click()
    expect(other.locator("#talk-lines .said")).to_have_count(0)


def test_notes_of_a_replay_are_marked_on_the_timeline_and_found_by_key(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    game = open_game(page, ("me", "Ada"), ("me", "Ada"))
    for event, marks in ((2, ["J5"]), (4, [])):
        post(page, game, "notes", seat="french", event=event, text=f"About {event}", marks=marks)
    page.goto(f"/g/{game}/replay#e1")
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    expect(page.locator("#ticks path")).to_have_attribute("d", "M1 0V1M3 0V1")
    expect(page.locator("#log .noted")).to_have_count(2)
    page.keyboard.press("n")
    expect(page.locator("#talk-notes")).to_contain_text("About 2")
    expect(page.locator(".note-ring")).to_have_count(1)
    page.get_by_role("button", name="Next note").click()
    expect(page.locator("#talk-notes")).to_contain_text("About 4")
    expect(page.locator(".note-ring")).to_have_count(0)
    page.keyboard.press("Shift+N")
    expect(page).to_have_url(re.compile("#e2$"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#talk-notes .said")).to_have_count(0)
    page.locator("#note-here > summary").click()
    page.locator("#note-here textarea").fill("At this very moment")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator("#talk-notes")).to_contain_text("At this very moment")
    expect(page.locator("#ticks path")).to_have_attribute("d", "M1 0V1M2 0V1M3 0V1")
    talk = grognard.games.talk
    assert [note.version for note in talk.notes(game, talk.reader(game, ["french"]))] == [2, 3, 4]


def test_hostile_notes_neither_run_nor_break_out_of_their_box(opens: Opens) -> None:
    page = opens(viewport=PHONE)
    game = open_game(page, ("me", "Ada"), ("me", "Ada"))
    last = int(str(page.locator("#table").get_attribute("data-stamp")).split("/")[1])
    for text in HOSTILE:
        post(page, game, "notes", seat="french", event=last, text=text, audience="everybody")
    post(page, game, "lines", seat="french", text=HOSTILE[0] + "W" * 400)
    for address, box in ((f"/g/{game}?talk=open", "#talk"), (f"/g/{game}/replay?at={last}", "#notes")):
        page.goto(address)
        expect(page.locator("#talk-notes .words")).to_have_count(len(HOSTILE))
        assert page.evaluate(NOT_RUN)
        assert page.locator(f"{box} .words :not(:scope)").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        right = "each => each.getBoundingClientRect().right"
        texts = page.locator(f"{box} .said, {box} .words").evaluate_all(f"found => found.map({right})")
        assert max(texts) <= page.locator(box).evaluate(right)
