"""The battles of a game, followed order by order, are those that all its events tell."""

from random import Random

import pytest

from domain.kernel import Undone
from domain.kernel.fought import fought, spans
from tests.web.tables import new_table
from web.table.fought import LOOKED_BACK, spans_until


@pytest.mark.parametrize(
    ("title", "scenario"),
    [("waterloo", "short"), ("wellington", "1812"), ("brandywine", "howes_flank_attack")],
)
def test_battles_followed_through_orders_and_undos_are_those_of_the_whole_game(app, games, title, scenario):
    game, seats = new_table(games, title, scenario)
    rules, random = games.rule_set(game), Random(8)
    with app.test_request_context():
        for number in range(500):
            desk = games.desk(game)
            if desk.is_over or desk.version > LOOKED_BACK - 100:
                break  # what is over is not looked for further back
            if number % 40 == 39:
                take_back(games, game, seats)
            else:
                seat = random.choice(desk.waiting)
                games.order(game, seat, random.choice(list(desk.menu(seat))))
            version = games.desk(game).version
            assert spans_until(game, version, version) == spans(rules.battles, games.recorded(game))
    recorded = games.recorded(game)
    assert spans(rules.battles, recorded) and any(isinstance(each.body, Undone) for each in recorded)


def take_back(games, game, seats):
    """The last command is taken back, whoever gave it."""
    to = games.undo_target(game, seats)
    if to is not None:
        games.take_back(game, seats, to)


def test_battles_can_be_found_in_two_parts_of_a_game(games):
    game, _ = new_table(games, "waterloo", "short")
    rules, random = games.rule_set(game), Random(8)
    while not games.desk(game).is_over:
        desk = games.desk(game)
        seat = random.choice(desk.waiting)
        games.order(game, seat, random.choice(list(desk.menu(seat))))
    recorded = games.recorded(game)
    whole = fought(rules.battles, recorded)
    assert any(span.is_over for span in whole.spans)
    for cut in range(1, len(recorded), 7):
        first = fought(rules.battles, recorded[:cut])
        assert fought(rules.battles, recorded[cut:], first) == whole
