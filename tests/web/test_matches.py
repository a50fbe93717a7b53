"""A match: the same battle again with sides changed, and what both have in the two games together."""

import re
from random import Random

import pytest

from domain.kernel import Seat, TimeControl
from domain.store import Holder
from domain.store.addresses import new_address
from tests.web.conftest import Browser
from tests.web.tables import new_table, play_some, sat_down

TITLES = [("napoleonics", "rolica_first"), ("waterloo", "short")]
every_title = pytest.mark.parametrize(("title", "scenario"), TITLES)
MANY = 20_000


def finished(games, game, number=1):
    play_some(games, game, Random(number), MANY)
    assert games.desk(game).is_over


def played(games, title="napoleonics", scenario="rolica_first"):
    """A finished game of two people: (its id, its seats)."""
    game, seats = new_table(games, title, scenario)
    finished(games, game)
    return game, seats


def returned(browser, games, game):
    """The return game that this browser opens by the button at the end."""
    browser.open(f"/g/{game}")
    browser.send(f"/g/{game}/return")
    return games.matches.return_of(game)


def result_of(games, game):
    return games.rule_set(game).result(games.standing(game).state)


def rows(text):
    """The lines of the table of a match: the name, the points in both games, the sum."""
    body = re.search(r"<tbody>(.*?)</tbody>", text, re.S)[1]
    return [
        (re.search(r'<th scope="row">(.*?)</th>', row)[1], *re.findall(r"<b>(.*?)</b>", row))
        for row in body.split("</tr>")
        if "<th" in row
    ]


@every_title
def test_the_return_game_has_the_same_people_in_the_other_seats(app, games, title, scenario):
    game, seats = played(games, title, scenario)
    browser = sat_down(app, game, seats[0])
    second = returned(browser, games, game)
    before, after = games.holders(game), games.holders(second)
    assert [after[seat].name for seat in seats] == [before[seat].name for seat in reversed(seats)]
    first, opened = games.standing(game).opened, games.standing(second).opened
    assert (opened.title, opened.scenario, opened.seats) == (first.title, first.scenario, first.seats)
    assert (opened.options, opened.data) == (first.options, first.data)
    assert opened.commitment != first.commitment and not opened.dice_of, "its dice are its own"


def test_each_of_them_comes_to_the_seat_opposite_the_old_one_by_the_same_button(app, games):
    game, seats = played(games)
    browsers = [sat_down(app, game, seat) for seat in seats]
    second = returned(browsers[0], games, game)
    assert returned(browsers[1], games, game) == second, "there is one return game"
    assert [each.client.get(f"/g/{second}").status_code for each in browsers] == [200, 200], "both sit there"
    desk = games.desk(second)
    (asked,) = desk.waiting
    mover = browsers[1 - seats.index(asked)]
    mover.open(f"/g/{second}")
    mover.press(mover.orders()[0])
    assert games.desk(second).version > desk.version


def test_nobody_loses_a_return_game_on_time_before_they_have_come(app, games):
    people = {Seat(seat): Holder("person", f"Player of {seat}") for seat in ("french", "coalition")}
    games.uptime.beat()
    game = games.create("waterloo", "short", holders=people, clock=TimeControl(per_move=600))
    browsers = [sat_down(app, game, seat) for seat in people]
    games.resign(game, "french", ("french",))
    second = returned(browsers[0], games, game)
    assert games.clocks_at(games.desk(second)).left == {} and games.holders(second)["french"].name == ""
    before = games._clock
    for clock in (games, games.uptime):
        clock._clock = lambda: before() + 3_600_000
    games.uptime.beat()
    assert not games.desk(second).is_over
    assert returned(browsers[1], games, game) == second
    assert [games.holders(second)[seat].name for seat in people] == [
        "Player of coalition", "Player of french",
    ]  # fmt: skip
    assert min(games.clocks_at(games.desk(second)).left.values()) > 590_000


def test_who_was_given_the_seat_of_a_return_game_keeps_it(app, games):
    people = {Seat(seat): Holder("person", f"Player of {seat}") for seat in ("french", "coalition")}
    game = games.create("waterloo", "short", holders=people, clock=TimeControl(per_move=600))
    browsers = [sat_down(app, game, seat) for seat in people]
    games.resign(game, "french", ("french",))
    second = returned(browsers[0], games, game)
    games.take_seat(second, "french", Holder("person", "Carla"))
    browsers[1].open(f"/g/{game}")
    assert browsers[1].send(f"/g/{game}/return").status_code == 403
    assert games.holders(second)["french"].name == "Carla"


def test_who_is_told_by_mail_to_move_is_told_so_in_the_return_game_too(app, games):
    game, seats = played(games)
    bruno = new_address("bruno@example.org", "it", is_confirmed=True)
    games.addresses.keep(game, "mail", seats[1], bruno)
    second = returned(sat_down(app, game, seats[0]), games, game)
    assert games.addresses.of(second) == {("mail", seats[0]): bruno}
    returned(sat_down(app, game, seats[1]), games, game)
    assert games.addresses.of(second) == {("mail", seats[0]): bruno}, "as he sits down there"


def test_nobody_else_opens_or_enters_a_return_game(app, games):
    game, seats = played(games)
    stranger = Browser(app)
    stranger.open(f"/g/{game}/match")
    assert "sides changed</button>" not in stranger.page.text
    browser = sat_down(app, game, seats[0])
    browser.open(f"/g/{game}")
    token = next(fields["token"] for action, fields, _ in browser.forms() if action.endswith("/return"))
    assert stranger.client.post(f"/g/{game}/return", data={"token": token}).status_code == 403
    assert games.matches.return_of(game) is None


def test_a_running_game_has_no_return_game(app, games):
    game, seats = new_table(games, "napoleonics", "rolica_first")
    browser = sat_down(app, game, seats[0])
    browser.open(f"/g/{game}")
    assert "/return" not in browser.page.text
    token = next(fields["token"] for action, fields, _ in browser.forms() if f"/g/{game}/" in action)
    assert browser.client.post(f"/g/{game}/return", data={"token": token}).status_code == 403


def test_a_return_game_has_no_return_game_of_its_own(app, games):
    game, seats = played(games)
    browser = sat_down(app, game, seats[0])
    second = returned(browser, games, game)
    finished(games, second, 2)
    browser.open(f"/g/{second}")
    assert "/return" not in browser.page.text and f'href="/g/{second}/match"' in browser.page.text


@every_title
def test_the_page_of_a_match_adds_up_what_each_person_has(app, games, title, scenario):
    game, seats = played(games, title, scenario)
    browser = sat_down(app, game, seats[0])
    browser.open(f"/g/{game}/match")
    first = result_of(games, game)
    assert [row[2] for row in rows(browser.page.text)] == ["–", "–"], "only one game is over"
    second = returned(browser, games, game)
    browser.open(f"/g/{game}/match")
    assert f'href="/g/{second}"' in browser.page.text
    finished(games, second, 2)
    last = result_of(games, second)
    for address in (game, second):
        browser.open(f"/g/{address}/match")
        told = rows(browser.page.text)
        for row, seat, other in zip(told, seats, reversed(seats), strict=True):
            points = [first.scores[seat], last.scores[other]]
            assert [float(each) for each in row[1:]] == [*points, sum(points)]
        sums = [float(row[-1]) for row in told]
        even = sums[0] == sums[1]
        assert ("The match is even" in browser.text) == even
        winner = told[sums.index(max(sums))][0]
        assert even or f"{winner} wins the match" in browser.text


def test_the_computer_takes_the_other_seat_and_people_at_one_screen_stay_there(app, games):
    seats = (Seat("british"), Seat("french"))
    for other in (Holder("bot", "random"), Holder("hotseat", "Bruno")):
        holders = {seats[0]: Holder("person", "Anna"), seats[1]: other}
        game = games.create("napoleonics", "rolica_first", seats=seats, holders=holders)
        finished(games, game)
        browser = sat_down(app, game, seats[0])
        second = returned(browser, games, game)
        after = games.holders(second)
        assert after[seats[0]] == other and after[seats[1]].name == "Anna"


def test_a_return_game_that_was_promised_only_is_opened_by_the_next_press(app, games):
    """Whoever claimed it may have gone away before it was opened."""
    game, seats = played(games)
    promised = games.matches.claim(game)
    browser = sat_down(app, game, seats[1])
    browser.open(f"/g/{game}/match")
    assert browser.page.status_code == 200
    assert returned(browser, games, game) == promised and games.holders(promised)


def test_whoever_hides_results_is_not_told_them(app, games):
    game, _seats = played(games)
    stranger = Browser(app)
    stranger.open("/games")
    stranger.send("/results", results="hidden")
    answer = stranger.client.get(f"/g/{game}/match")
    assert answer.status_code == 303 and answer.location.endswith(f"/g/{game}/replay")
