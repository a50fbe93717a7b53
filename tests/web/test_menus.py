"""Where the answers of a menu stand: a part of an answer never needs the list beside the board."""

import re
from html import unescape
from random import Random

import pytest

from tests.web.tables import as_sent, new_table, play_some, prompt, sat_down
from web.table.menus import MOST_TO_PICK, sorted_menu


def option(label, order="Choose", piece=None, target=None, closes=True, **more):
    """An option as the page lays it out."""
    return {
        "label": label, "order": {"order": order, "label": label, **more}, "piece": piece, "target": target,
        "kind": "", "cost": None, "closes": closes, "most": None, "lost": "",
    }  # fmt: skip


def labels(kinds):
    return [each["label"] for kind in kinds for each in kind.options]


def test_a_few_like_answers_stand_in_the_prompt_in_short():
    menu = sorted_menu([option(f"Tactic: turn the flank {number}") for number in range(5)], ())
    assert menu.is_dense and not menu.opens_list and not menu.listed
    assert menu.bar[0]["short"] == "Turn the flank 0" and menu.bar[0]["label"].startswith("Tactic")


def test_how_many_go_is_picked_in_the_prompt_the_first_ready():
    loads = [
        option(f"Wellington with {sp} SP", "Carry", piece="wellington", target="hill")
        for sp in range(9, 0, -1)
    ]
    menu = sorted_menu(loads, (), has_draft=True)
    assert labels(menu.pick) == [each["label"] for each in loads] == labels(menu.listed)
    assert not menu.opens_list and not menu.is_dense


def test_what_has_a_place_of_its_own_is_pressed_on_the_board_and_not_picked():
    places = [option(f"Land at {place}", "Land", target=place) for place in "ABCDEF"]
    others = [option(f"With general {name}", "Take") for name in "GHIJKL"]
    menu = sorted_menu([*places, *others], ())
    assert labels(menu.pick) == [each["label"] for each in others]
    assert not menu.opens_list
    assert not sorted_menu(places, ()).pick


def test_from_very_many_nobody_picks_in_the_prompt():
    menu = sorted_menu([option(f"Number {number}") for number in range(MOST_TO_PICK + 1)], ())
    assert not menu.pick and menu.opens_list


def carried(desk):
    """Whether how many go along is asked, with many answers."""
    return bool(desk.drafts) and len(desk.menu(desk.waiting[0])) > 4 and prompt(desk) == "spend_point"


@pytest.mark.parametrize(
    ("title", "scenario", "fits"),
    [
        ("brandywine", "howes_flank_attack", lambda desk: prompt(desk) == "tactics"),
        ("wellington", "1812", carried),
    ],
)
def test_the_prompt_has_what_was_answered_in_the_list(app, games, title, scenario, fits):
    game, _seats = new_table(games, title, scenario)
    play_some(games, game, Random(3), 6000, fits)
    desk = games.desk(game)
    seat = desk.waiting[0]
    page = sat_down(app, game, seat)
    page.open(f"/g/{game}?as={seat}")
    forms = re.findall(r'<form[^>]*id="(?:actions|pick)">(.*?)</form>', page.page.text, re.S)
    inside = "".join(forms)
    values = re.findall(r'<(?:option|button)[^>]*value="([^"]*)"', inside)
    assert {unescape(each) for each in values} == {as_sent(each) for each in desk.menu(seat)}
    assert '<details class="all-orders" id="orders">' in page.page.text
