"""Losses are counted out and given at a stroke; what does not fit is refused and changes nothing."""

from random import Random

import pytest

from tests.web.tables import as_sent, new_table, play_some, prompt, sat_down
from web.table.menus import spread


def asks_series(desk):
    ask = desk.decision.ask(desk.waiting[0])
    return len(ask.most) > 1 and ask.about.get("left", 0) > 1


@pytest.fixture
def losses(app, games):
    """(game, desk, ask, browser) where Britain loses 4 strength points in duchies of its choice."""
    game, _ = new_table(games, "wellington", "1812")
    play_some(games, game, Random(1), 3000, asks_series)
    desk = games.desk(game)
    seat = desk.waiting[0]
    return game, desk, desk.decision.ask(seat), sat_down(app, game, seat)


def sent(browser, game, desk, orders, counts, moment=None):
    browser.open(f"/g/{game}")
    _, fields, _ = browser.form("/series")
    fields |= {"moment": moment or desk.moment, "order": list(map(as_sent, orders)), "count": counts}
    return browser.client.post(f"/g/{game}/series", data=fields)


def test_losses_that_are_counted_out_are_taken_as_counted(losses, games):
    game, desk, ask, browser = losses
    orders, due = list(ask.most), ask.about["left"]
    counts = spread(list(ask.most.values()), due)
    page = browser.open(f"/g/{game}").text
    assert all(f'max="{most}"' in page for most in ask.most.values())
    assert sent(browser, game, desk, orders, counts).status_code == 303
    since = [each.body for each in games.recorded(game, desk.version)]
    lost = [(body.duchy, body.sp) for body in since if type(body).__name__ == "LossesTaken"]
    assert lost[:due] == [
        (order.duchy, 1) for order, count in zip(orders, counts, strict=True) for _ in range(count)
    ]
    assert not asks_series(games.desk(game))


@pytest.mark.parametrize("counts", [[1], [9], [0], ["x"], ["-1"], []])
def test_other_numbers_are_refused_and_nothing_is_lost(losses, games, counts):
    game, desk, ask, browser = losses
    answer = sent(browser, game, desk, list(ask.most)[: len(counts)], counts)
    assert answer.status_code == 422
    assert games.desk(game).version == desk.version


def test_a_count_for_an_earlier_position_is_refused(losses, games):
    game, desk, ask, browser = losses
    counts = spread(list(ask.most.values()), ask.about["left"])
    assert sent(browser, game, desk, list(ask.most), counts, moment="1.0").status_code == 409
    assert games.desk(game).version == desk.version


def test_the_suggestion_takes_where_most_is_left_and_is_filled_in_without_scripts(losses):
    game, _, ask, browser = losses
    assert spread([1, 4, 3], 5) == [0, 3, 2]
    wanted = spread(list(ask.most.values()), ask.about["left"])
    browser.open(f"/g/{game}?suggest=1")
    assert browser.series() == list(zip(map(as_sent, ask.most), wanted, strict=True))


def test_the_crumbs_begin_with_the_card_that_is_played(app, games):
    game, _ = new_table(games, "waterloo", "short")
    play_some(games, game, Random(1), 500, lambda desk: prompt(desk) == "movement")
    desk = games.desk(game)
    page = sat_down(app, game, desk.waiting[0]).open(f"/g/{game}").text
    (crumbs,) = page.split('class="crumbs"')[1:]
    played = [each.body.card for each in games.recorded(game) if type(each.body).__name__ == "CardPlayed"]
    number = played[-1].rsplit("_", 1)[-1].lstrip("0")
    assert f"card {number} " in crumbs.split("</li>")[0]
