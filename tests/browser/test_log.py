"""The log in a real browser: what folds under a line, and what never does."""

from random import Random
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Grognard, Opens
from tests.web.tables import new_table, play_some

NEXT_YEAR = 1777


def in_the_next_year(desk: Any) -> bool:
    return bool(desk.standing.state.year == NEXT_YEAR)


def test_the_turn_of_the_year_is_told_line_by_line(opens: Opens, grognard: Grognard) -> None:
    """Years, phases, generals and CU that are lost stand there, whatever press they followed from."""
    games, page = grognard.games, opens(viewport={"width": 1280, "height": 800})
    game, _ = new_table(games, "washingtons_war", "campaign")
    play_some(games, game, Random(5), 900, in_the_next_year)
    page.goto(f"/g/{game}/watch?lines=400")
    expect(page.locator("#log .mark-turn").first).to_be_visible()
    for kind in ("turn", "phase", "loss"):
        told = page.locator(f"#log .line.mark-{kind}:not([data-battle])")
        assert told.count() > 0
        assert told.count() == told.locator("visible=true").count(), f"a {kind} is folded away"
    assert page.locator("#log .steps").count() > 0, "the rest is folded"
