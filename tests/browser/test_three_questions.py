"""What a reader comes for, from the front page on, each in at most four presses, answered from real games:
is 1812 even, and what would make it even; who of two players is better; where did I lose, and was it luck?"""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from domain.kernel import Recorded, Seat
from domain.kernel.events import SeatTaken
from domain.store import open_games
from replays.simulation import Run, kept_game, simulate
from tests.browser.conftest import AT, DESKTOP
from tests.patience import MILLISECONDS
from tests.web.serving import Server, served
from web.server.serve import Installation

MOST = 4
GAMES, MET = 24, 12
BATTLES = Run("washingtons_war", "campaign", ("random", "random"), 3)
PEOPLE = ("Ada", "Bruno")


def between(number: int) -> list[Recorded]:
    """A game of two people, who swap sides each time."""
    names = PEOPLE[:: 1 if number % 2 else -1]
    seated = {Seat(seat): name for seat, name in zip(BATTLES.seats, names, strict=True)}
    return [
        msgspec.structs.replace(each, body=SeatTaken(each.body.seat, "person", seated[each.body.seat]))
        if isinstance(each.body, SeatTaken)
        else each
        for each in kept_game(BATTLES, number, AT + number * 1000)
    ]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a simulation of Wellington's 1812, and with some games of Ada's and Bruno's."""
    data: Path = tmp_path_factory.mktemp("questions") / "data"
    (data / "simulations").mkdir(parents=True)
    rows, turns = simulate(Run("wellington", "1812", ("random", "random"), 7), GAMES)
    rows.write_parquet(data / "simulations" / "year.parquet")
    turns.write_parquet(data / "simulations" / "year.turns.parquet")
    games = open_games(Installation(data).store_url)
    for number in range(MET):
        games.adopt(between(number), None)
    games.close()
    with served(data) as server:
        yield server


class Reader:
    """Somebody on the front page, whose presses are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.presses = page, 0

    def press(self, what: Locator) -> None:
        self.presses += 1
        assert self.presses <= MOST
        what.click()

    def chooses(self, what: Locator, words: re.Pattern[str]) -> None:
        """One entry of a list: a press on it."""
        self.presses += 1
        assert self.presses <= MOST
        (label,) = [each for each in what.locator("option").all_inner_texts() if words.search(each)]
        what.select_option(label=label)

    def way(self, name: str) -> None:
        self.press(self.page.locator("nav.ways").get_by_role("link", name=name, exact=True))


@pytest.fixture
def reader(chromium: Browser, told: Server) -> Iterator[Reader]:
    context = chromium.new_context(viewport=DESKTOP, base_url=told.url, reduced_motion="reduce", locale="en")
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    page.goto("/")
    yield Reader(page)
    context.close()


def test_whether_1812_is_even_and_what_would_make_it_so(reader: Reader) -> None:
    reader.way("Statistics")
    reader.chooses(reader.page.get_by_label("Or a simulation"), re.compile("Wellington.*1812"))
    reader.press(reader.page.get_by_role("button", name="Show"))
    expect(reader.page.locator("#balance .headline")).to_contain_text(f"of {GAMES} games (95 % interval")
    expect(reader.page.locator("#handicap .headline")).to_contain_text(re.compile(r"\d+ points?|even"))


def test_who_of_two_players_is_better(reader: Reader) -> None:
    reader.way("Statistics")
    headline = reader.page.locator("#rivals .headline")
    expect(headline).to_contain_text(re.compile("Ada|Bruno"))
    expect(headline).to_contain_text(f"{MET} games")


def test_where_a_game_was_lost_and_how_unlucky_the_loser_was(reader: Reader) -> None:
    reader.way("Replays")
    reader.press(reader.page.locator(".games").get_by_role("link", name="simulated game 0 of").first)
    page = reader.page
    reader.press(page.locator("summary", has_text="Turning points, luck and decisions"))
    expect(page.locator("#turning .ledger")).to_contain_text("by chance")
    expect(page.locator("#turning .turns > li").first).to_contain_text("points (±")
    expect(page.locator("#turning h2", has_text="Costliest decisions")).to_be_visible()
    expect(page.locator("#turning").get_by_role("button", name="Play it out").first).to_be_visible()
