"""A sum that belongs to both sides is shown in the panel: every line, its total, and the face of the die."""

import re
from random import Random

from domain.brandywine.events.combat import CombatRolled
from tests.battles.fought import choice
from tests.web.tables import new_table, sat_down


def test_the_die_of_a_close_combat_is_shown_with_its_face_and_its_sum(games, app):
    game, seats = new_table(games, "brandywine", "howes_flank_attack")
    random, rolls = Random(5), []
    while not rolls:
        desk = games.desk(game)
        assert not desk.is_over, "somebody fights before the game is over"
        games.order(game, desk.waiting[0], choice(list(desk.menu(desk.waiting[0])), random))
        rolls = [each for each in games.recorded(game) if isinstance(each.body, CombatRolled)]
    rolled = rolls[-1].body
    text = sat_down(app, game, seats[0]).open(f"/g/{game}/battle?at={rolls[-1].version}").text
    (shared,) = re.findall(r'<table class="shared">(.*?)</table>', text, re.S)
    assert f"in column {rolled.column}" in shared
    assert f"<output>{str(rolled.total).replace('-', '−')}</output>" in shared
    lines = re.findall(r"<b>([^<]*)</b>", shared)
    assert lines[0] == str(rolled.die)
    added = [int(line.replace("−", "-").replace(" ", "")) for line in lines[1:] if line != "–"]
    assert rolled.die + sum(added) == rolled.total
    assert f'data-face="{rolled.die + 1}"' in text and f">{rolled.die}</text>" in text
