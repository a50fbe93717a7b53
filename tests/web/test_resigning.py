"""Resigning: a quiet entry in the menu, one page that says what it does, and the end, told and counted."""

import re

from projections import lobby, statistics
from tests.web.tables import new_table, sat_down


def resigned(app, games):
    """A game that the French have resigned by the page: (its id, their browser)."""
    game, seats = new_table(games, "waterloo", "short")
    browser = sat_down(app, game, "french")
    browser.open(f"/g/{game}")
    assert f'href="/g/{game}/resign"' in browser.text
    browser.open(f"/g/{game}/resign")
    assert "The game is over at once" in browser.text and "the game is won by" in browser.text
    assert not games.desk(game).is_over, "the page itself does nothing"
    browser.send(f"/g/{game}/resign")
    return game, browser


def test_a_player_resigns_by_the_menu_and_one_confirming_page(app, games):
    game, browser = resigned(app, games)
    assert games.desk(game).is_over
    assert "by resignation" in browser.text and "resignation. The game is won by" in browser.text
    assert f"/g/{game}/resign" not in browser.text
    assert browser.client.get(f"/g/{game}/match").status_code == 200


def test_watchers_and_whoever_asks_without_the_form_cannot_resign(app, games):
    game, seats = new_table(games, "waterloo", "short")
    watcher = app.test_client()
    assert watcher.get(f"/g/{game}/resign").status_code == 303
    assert watcher.post(f"/g/{game}/resign", data={"seat": seats[0]}).status_code in (400, 403)
    player = sat_down(app, game, seats[0]).client
    assert player.post(f"/g/{game}/resign", data={"seat": seats[0]}).status_code in (400, 403)
    assert not games.desk(game).is_over


def test_a_program_resigns_its_own_seat_only(app, games):
    example = {
        "title": "waterloo",
        "scenario": "short",
        "seats": {"french": {"kind": "me", "name": "Ada"}, "coalition": {"kind": "open"}},
    }
    program, headers = app.test_client(use_cookies=False), {"X-Grognard": "1"}
    opened = program.post("/api/games", json=example, headers=headers).json
    address = f"/api/games/{opened['game']}/resignations"
    headers |= {"Authorization": f"Bearer {opened['token']}"}
    assert program.post(address, json={"seat": "coalition"}, headers=headers).status_code == 403
    answer = program.post(address, json={"seat": "french"}, headers=headers)
    assert answer.status_code == 200 and answer.json["over"]
    assert (answer.json["result"]["winners"], answer.json["result"]["reason"]) == (
        ["coalition"],
        "resignation",
    )


def test_a_resigned_game_is_counted_with_its_winner_and_its_reason(app, games):
    from web.base.site import Site

    game, _browser = resigned(app, games)
    site: Site = app.extensions["site"]
    (row,) = statistics.rows(site.redis, games)
    assert (row["winners"], row["reason"], row["rule"]) == ("coalition", "resignation", "")
    (listed,) = lobby.read(site.redis, games)
    assert (listed["status"], listed["winners"], listed["reason"]) == (
        "finished",
        ["coalition"],
        "resignation",
    )
    (french,) = [each for each in statistics.results(site.redis, games) if each["seat"] == "french"]
    assert (french["games"], french["wins"], french["resigned"]) == (1, 0, 1)


def test_a_draw_is_offered_by_the_menu_and_agreed_in_the_prompt(app, games):
    game, (first, second) = new_table(games, "waterloo", "short")
    one, two = sat_down(app, game, first), sat_down(app, game, second)
    one.open(f"/g/{game}")
    assert f'href="/g/{game}/draw"' in one.text
    one.open(f"/g/{game}/draw")
    one.send(f"/g/{game}/draw")
    assert "Take the offer back" in one.text
    assert "a draw is offered" in app.test_client().get(f"/g/{game}/watch").text
    two.open(f"/g/{game}")
    two.send(f"/g/{game}/draw/answer", agree="no")
    assert games.standing(game).offer is None and not games.desk(game).is_over
    two.open(f"/g/{game}/draw")
    two.send(f"/g/{game}/draw")
    one.open(f"/g/{game}")
    one.send(f"/g/{game}/draw/answer", agree="yes")
    assert games.desk(game).is_over and "by agreement" in one.text
    (row,) = statistics.rows(app.extensions["site"].redis, games)
    assert (row["winners"], row["reason"]) == ("draw", "agreement")


def stamp(page):
    """What an open page is known by: it is told when that changes."""
    return re.search(r'data-stamp="([^"]*)"', page)[1]


def test_two_people_of_a_side_resign_each_at_his_own_table(app, games):
    game, seats = new_table(games, "wellington", "1812")
    side = games.rule_set(game).side_of(seats[0], seats)
    assert len(side) == 2
    one, two = (sat_down(app, game, seat) for seat in side)
    enemy = sat_down(app, game, next(seat for seat in seats if seat not in side))
    before = [stamp(each.open(f"/g/{game}").text) for each in (two, enemy)]
    assert "resigns only together with" in one.open(f"/g/{game}/resign").text
    one.send(f"/g/{game}/resign")
    assert not games.desk(game).is_over and "You would resign" in one.text
    assert "resign" not in enemy.open(f"/g/{game}").text.replace(f"/g/{game}/resign", "")
    assert "would resign for your side" in two.open(f"/g/{game}").text
    assert [stamp(two.text) != before[0], stamp(enemy.text) != before[1]] == [True, False]
    two.send(f"/g/{game}/resign/answer", agree="no")
    assert "You would resign" not in one.open(f"/g/{game}").text
    two.open(f"/g/{game}/resign")
    two.send(f"/g/{game}/resign")
    one.open(f"/g/{game}")
    one.send(f"/g/{game}/resign/answer", agree="yes")
    assert games.desk(game).is_over and "by resignation" in one.text
