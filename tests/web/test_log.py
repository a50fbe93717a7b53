"""The log on every page: what follows from one command stands indented under the command's first event."""

import re
from random import Random

import pytest

from domain.kernel.events import is_quiet
from domain.kernel.fought import spans
from domain.kernel.ruleset import titled
from tests.web.tables import new_table, play_some, sat_down


@pytest.fixture
def table(app, games):
    """(game, its events, a browser at the seat that is asked)."""
    game, _ = new_table(games, "wellington", "1812")
    play_some(games, game, Random(3), 60)
    return game, games.recorded(game), sat_down(app, game, games.desk(game).waiting[0])


def lines(page):
    """(version, whether it is indented) of every line of the log, from the top."""
    found = re.findall(r'<li id="e(\d+)" class="line([^"]*)"', page.text)
    return [(int(version), "follow-up" in classes.split()) for version, classes in found]


def told(recorded):
    """(version, whether it follows from the same command, turn or phase as the line before it) of what a log
    tells."""
    marks = titled("wellington").marks
    found, head = {}, False
    for before, each in zip([None, *recorded], recorded, strict=False):
        head = head or before is None or before.left <= 0 or marks.get(type(each.body).__name__) == "turn"
        if not is_quiet(each.body):
            found[each.version], head = not head, False
    return found


@pytest.mark.parametrize("address", ["/g/{}", "/g/{}/watch", "/g/{}/text", "/g/{}/text?at=40"])
def test_the_newest_command_is_on_top_and_what_followed_from_it_is_indented_below(table, browser, address):
    game, recorded, seated = table
    shown = lines((browser if "watch" in address else seated).open(address.format(game)))
    known = told(recorded)
    assert any(known[version] for version, _ in shown)
    assert [is_indented for _, is_indented in shown] == [known[version] for version, _ in shown]
    last = 40 if "at=" in address else len(recorded)
    until = [version for version in known if version <= last]
    assert sorted(version for version, _ in shown) == until[-len(shown) :]
    heads = [version for version, is_indented in shown if not is_indented]
    assert heads == sorted(heads, reverse=True)
    for (above, _), (version, is_indented) in zip(shown, shown[1:], strict=False):
        if is_indented and above != max(each for each in known if each < version):
            assert version == min(each for each, _ in shown), "only the oldest command may be cut off"


def test_a_log_of_one_kind_of_lines_indents_none_of_them(table):
    game, _, seated = table
    shown = lines(seated.open(f"/g/{game}?log=cards"))
    assert shown
    assert not any(is_indented for _, is_indented in shown)
    assert [version for version, _ in shown] == sorted((version for version, _ in shown), reverse=True)


def test_the_replay_is_told_the_same(table, browser):
    game, recorded, _ = table
    rows = browser.open(f"/g/{game}/timeline.json").json["rows"]
    pairs = zip(recorded, recorded[1:], strict=False)
    following = {each.version for before, each in pairs if before.left > 0}
    assert {row["version"] for row in rows if row.get("follow_up")} == following
    assert len(rows) == len(recorded)


@pytest.mark.parametrize(("title", "scenario"), [("waterloo", "short"), ("washingtons_war", "campaign")])
def test_a_line_names_the_battle_that_it_is_a_part_of(app, games, title, scenario):
    game, seats = new_table(games, title, scenario)
    rules = games.rule_set(game)
    play_some(games, game, Random(3), 4000, lambda desk: fights(games, game, rules) > 0)
    page = sat_down(app, game, seats[0])
    page.open(f"/g/{game}?lines=2000")
    named = dict(re.findall(r'<li id="e(\d+)"[^>]* data-battle="(\d+)"', page.text))
    found = spans(rules.battles, games.recorded(game))
    quiet = {each.version for each in games.recorded(game) if is_quiet(each.body)}
    told = {version: span.first for span in found for version in span.versions if version not in quiet}
    assert {int(version): int(battle) for version, battle in named.items()} == told and told


def fights(games, game, rules):
    return sum(span.is_over for span in spans(rules.battles, games.recorded(game)))


def test_drawing_and_stopping_are_no_lines_of_a_log(table, app, games):
    game, recorded, seated = table
    shown = seated.open(f"/g/{game}?lines=2000")
    drawn = {each.version for each in recorded if type(each.body).__name__ == "Drawn"}
    assert drawn and not drawn & {version for version, _ in lines(shown)}
