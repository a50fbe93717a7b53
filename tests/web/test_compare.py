"""Comparing two games on the page: without scripts, and only what the viewer may see."""

import json
import re

import polars as pl
import pytest

from domain.kernel import ALL, PUBLIC
from replays.simulation import Run, kept_game
from tests.web.conftest import Browser
from tests.web.test_turning import KNOWN
from web.lookback import win_chance

RUN = Run("waterloo", "short", ("random", "random"), 5)


def test_two_finished_games_stand_side_by_side_with_what_differs_in_words(browser, games):
    a, b = (games.adopt(kept_game(RUN, number, 0), None) for number in (0, 1))
    assert browser.open(f"/compare?a={a}&b={b}&at=150").status_code == 200
    assert browser.text.count('class="board-live"') == 2
    assert browser.text.count('class="halves"') == 2
    assert "Where they part" in browser.text
    assert "in the first game" in browser.text
    assert "The boards are" in browser.text
    assert re.search(r'name="at" value="149" data-go="back"', browser.text)
    assert re.search(r'name="at" value="151" data-go="next"', browser.text)


def test_each_moment_has_a_page_without_scripts(browser, games):
    a, b = (games.adopt(kept_game(RUN, number, 0), None) for number in (0, 1))
    captions = set()
    for at in (0, 40, 150, 10_000):
        browser.open(f"/compare?a={a}&b={b}&at={at}")
        captions.add(re.search(r'<output id="two-caption"><b>(.*?)</output>', browser.text).group(1))
    assert len(captions) == 4


def test_a_running_game_shows_its_public_scene_only(two_browsers, games):
    game, host, guest = two_browsers
    rule_set = games.rule_set(game)
    fork = games.fork(game, games.standing(game).rest, same_fate=False)
    page = guest.open(f"/compare?a={game}&b={fork}")
    assert page.status_code == 200
    assert "as=public" in guest.text
    state = games.standing(game).state
    own = rule_set.view(state, ALL).hands
    public = rule_set.view(state, PUBLIC).hands
    hidden = {
        card for owner, hand in own.items() if hand.cards and not public[owner].cards for card in hand.cards
    }
    assert hidden
    document = re.search(r'id="two-document">(.*?)</script>', guest.text, re.S).group(1)
    assert not [card for card in hidden if f'"{card}"' in document]


def test_what_a_running_game_does_not_tell_is_said_to_be_untold(browser, games):
    """Brandywine Creek 7.1.3: nobody but the British counts what stands in their closed stacks."""
    game = games.adopt(kept_game(Run("brandywine", "entire_battle", ("random", "random"), 5), 0, 0), None)
    a, b = (games.fork(game, version, same_fate=False) for version in (20, 60))
    browser.open(f"/compare?a={a}&b={b}")
    ends = re.findall(r"At the end of .*?</p>", browser.text, re.S)
    untold = [end for end in ends if "Britain: strength points (not told while a game is running)" in end]
    assert len(untold) == 1
    assert re.search(r"Americans: strength points: [\d.]+ and [\d.]+", untold[0])
    assert not re.search(r":\s+and|and\s*[;.]", browser.text), "no empty numbers"


def test_beside_a_game_only_those_of_its_title_are_offered(browser, games):
    a, b = (games.adopt(kept_game(RUN, number, 0), None) for number in (0, 1))
    skirmish = browser.new_game()
    browser.open(f"/compare?a={a}")
    first, second = (
        re.search(rf'<select id="{side}".*?</select>', browser.text, re.S).group(0) for side in "ab"
    )
    assert all(f'value="{game}"' in first for game in (a, b, skirmish))
    assert re.findall(r'value="([0-9a-f]{32})"', second) == [b]
    assert '<optgroup label="Waterloo">' in second


def test_games_of_two_titles_cannot_be_laid_side_by_side(browser, games):
    waterloo = games.adopt(kept_game(RUN, 0, 0), None)
    skirmish = browser.new_game()
    browser.open(f"/compare?a={waterloo}&b={skirmish}")
    assert "cannot be laid beside" in browser.text


def keep_simulation(folder, file, bots, count, scenario="short"):
    """A simulation's file, as far as its name and a comparison need it."""
    folder.mkdir(exist_ok=True)
    seats = ("french", "coalition")
    rows = [
        {"game": f"{file}{number}", "number": number, "title": "waterloo", "scenario": scenario,
         "seats": ",".join(seats), "seats_kind": "bots", "players": bots, "winner": seats[number % 2],
         "rule": "13.1", "margin": float(number % 5), "turns": 4, "orders": 90, "events": 300, "luck_z": 0.1}
        for number in range(count)
    ]  # fmt: skip
    pl.DataFrame(rows).write_parquet(folder / f"{file}.parquet")
    turns = [{"game": row["game"], "number": row["number"], "turn": 1} for row in rows]
    pl.DataFrame(turns).write_parquet(folder / f"{file}.turns.parquet")


@pytest.mark.parametrize("language, label, count", [
    ("en", "Short game: greedy against random", "20 games"),
    ("it", "Partita Breve: avido contro casuale", "20 partite"),
])  # fmt: skip
def test_simulations_are_called_by_what_was_played(make_app, tmp_path, language, label, count):
    folder = tmp_path / "simulations"
    keep_simulation(folder, "waterloo-short-greedy-random-6decdc", "greedy,random", 20)
    keep_simulation(folder, "waterloo-short-random-random-aaaaaa", "random,random", 16)
    keep_simulation(folder, "waterloo-short-random-random-bbbbbb", "random,random", 16)
    browser = Browser(make_app(simulations=folder))
    spoken = {"Accept-Language": language}
    for page in ("/compare", "/stats"):
        text = browser.open(page, headers=spoken).text
        assert f">Waterloo, {label}, {count}</option>" in text
        assert "(aaaaaa)</option>" in text and "(bbbbbb)</option>" in text
        assert "greedy-random" not in re.sub(r'="[^"]*"', "", text)
    address = "/compare?do=groups&a_file=waterloo-short-greedy-random-6decdc.parquet"
    text = browser.open(f"{address}&b_file=waterloo-short-random-random-aaaaaa.parquet", headers=spoken).text
    assert f"{label}, {count}" in text and "6decdc" not in re.sub(r'="[^"]*"', "", text)


@pytest.mark.parametrize("path", ["/", "/compare", "/new?title=waterloo", "/stats", "/api/games"])
def test_every_list_of_games_is_shown_to_whoever_hides_results(browser, games, path):
    games.adopt(kept_game(RUN, 0, 0), None)
    browser.open("/")
    shown = browser.open(path).status_code
    browser.client.set_cookie("results", "hidden")
    assert browser.open(path).status_code == shown < 500


def test_t24_a_fork_and_its_parent_go_in_step_through_their_shared_past(browser, games):
    """A38: event by event the same until the fork, then apart; headings name games, never ids."""
    parent = games.adopt(kept_game(RUN, 0, 0), None)
    forked_at = 202
    fork = games.fork(parent, forked_at, same_fate=False)
    for number in range(40):
        seat = games.desk(fork).waiting[0]
        menu = games.desk(fork).menu(seat)
        games.order(fork, seat, menu[number % len(menu)])
    page = browser.open(f"/compare?a={parent}&b={fork}")
    moments = json.loads(re.search(r'id="two-document">(.*?)</script>', page.text, re.S)[1])["moments"]
    shared = [moment for moment in moments if moment[0] <= forked_at]
    assert len(shared) > 20
    for one, other, apart, _caption in shared:
        assert (one, apart) == (other, 0)
    assert max(apart for *_, apart, _caption in moments) > 0
    for heading in re.findall(r"<h[1-3][^>]*>(.*?)</h[1-3]>", page.text, re.S):
        assert not re.search(r"\b[0-9a-f]{8}", re.sub(r"<[^>]+>", "", heading))


def test_where_it_can_be_told_who_was_winning_both_chances_stand_over_the_moments(
    browser, games, monkeypatch
):
    monkeypatch.setattr(win_chance, "chances_of", lambda rules, scenario: KNOWN)
    a, b = (games.adopt(kept_game(RUN, number, 0), None) for number in (0, 1))
    browser.open(f"/compare?a={a}&b={b}&at=150")
    assert browser.text.count('class="chart moments strip"') == 2
    assert "Win chance: the French" in browser.text
    strips = re.findall(r'strip">.*?<script type="application/json">(.*?)</script>', browser.text, re.S)
    moments = int(re.search(r'id="two-slider" min="0" max="(\d+)"', browser.text)[1]) + 1
    assert [len(line["y"]) for line in json.loads(strips[1])["data"]] == [moments] * 2


def test_turns_are_called_by_their_years_in_charts_and_tables_where_the_title_does_so(browser, games):
    run = Run("washingtons_war", "campaign", ("random", "random"), 5)
    a, b = (games.adopt(kept_game(run, number, 0), None) for number in (0, 1))
    browser.open(f"/compare?a={a}&b={b}&at=150")
    drawn = re.findall(r'<script type="application/json">(.*?)</script>', browser.text, re.S)
    ticks = [json.loads(each)["layout"]["xaxis"]["ticktext"] for each in drawn if '"layout"' in each]
    assert ticks and all(years[:3] == ["1775", "1776", "1777"] for years in ticks)
    assert re.search(r'<th scope="row">1776</th>', browser.text)
    assert not re.search(r'<th scope="row">2</th>', browser.text)
