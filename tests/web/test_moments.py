"""A replay shows beside the board what the table showed to that viewer at that event (T23)."""

import re
from random import Random

import pytest

from domain.kernel import ALL, PUBLIC, Seat
from domain.kernel.battles import Course
from domain.kernel.fought import spans
from tests.battles.fought import choice
from tests.web.tables import new_table, play_some, sat_down
from web.base.recent import Recent
from web.table import battles

TITLES = [("waterloo", "short"), ("wellington", "1812"), ("washingtons_war", "campaign")]


@pytest.fixture
def played(games, request):
    """(game, its seats) after some hundred orders."""
    title, scenario = request.param
    game, seats = new_table(games, title, scenario)
    random = Random(5)
    for _ in range(700):
        desk = games.desk(game)
        if desk.is_over:
            break
        games.order(game, desk.waiting[0], choice(list(desk.menu(desk.waiting[0])), random))
    return game, seats


def numbers(text):
    """The figures of each side that is shown, by side."""
    found = {}
    for owner, inner in re.findall(r'data-owner="(\w+)">(.*?)</section>', text, re.S):
        found[owner] = re.findall(r"<dd>(.*?)</dd>", inner)
    return found


def hands(text):
    """The cards of each hand that is shown, or how many backs."""
    found = {}
    for owner, inner in re.findall(r'data-owner="(\w+)">(.*?)</section>', text, re.S):
        cards = re.findall(r'data-card="([^"]+)"', inner)
        backs = inner.count('class="laid back"')
        if cards or backs:
            found[owner] = cards or backs
    return found


@pytest.mark.parametrize("played", TITLES, indirect=True)
def test_t23_hands_and_figures_are_those_of_the_event_for_that_viewer(played, games, app):
    game, seats = played
    rules, last = games.rule_set(game), games.desk(game).version
    for seat in (seats[0], PUBLIC):
        page = sat_down(app, game, seats[0])
        for at in Random(1).sample(range(2, last), 15):
            shown = page.open(f"/g/{game}/moment?at={at}&as={seat}").text
            state = games.standing(game, at).state
            scene, public = rules.view(state, seat), rules.view(state, PUBLIC)
            wanted = {
                owner: list(hand.cards) if hand.cards else min(hand.count, 20)
                for owner, hand in scene.hands.items()
                if hand.count and public.hands[owner].cards is None
            }
            assert hands(shown) == wanted
            told = numbers(shown)
            for owner, figures in scene.numbers.items():
                plain = {str(int(each)) for each in figures.values() if not isinstance(each, str)}
                assert {each for each in told.get(owner, []) if each.isdigit()} <= plain


@pytest.mark.parametrize("played", TITLES, indirect=True)
def test_t23_the_battle_is_as_it_stood_at_the_event(played, games, app):
    game, seats = played
    rules = games.rule_set(game)
    recorded = games.recorded(game)
    found = spans(rules.battles, recorded)
    page = sat_down(app, game, seats[0])
    looked_at = 0
    for span in found[:8]:
        for at in {span.first, span.versions[len(span.versions) // 2], span.last}:
            shown = page.open(f"/g/{game}/moment?at={at}&as=public").text
            so_far = [
                rules.redact(each.body, PUBLIC)
                for each in recorded
                if each.version in span.versions and each.version <= at
            ]
            battle = rules.battles.tell(Course(so_far, games.standing(game, at).state, PUBLIC))
            totals = [int(each) for each in re.findall(r"<output>(\d+)", shown)]
            assert totals == [camp.total for camp in battle.camps]
            faces = [int(each) for each in re.findall(r'data-face="(\d)"', shown)]
            assert faces == [face for camp in battle.camps for throw in camp.throws for face in throw.faces]
            looked_at += 1
    assert looked_at >= 1


def test_nobody_sees_another_hand_before_the_game_is_over(games, app, browser):
    game, (mine, other) = new_table(games, "waterloo", "short")
    play_some(games, game, Random(5), 20)
    page = sat_down(app, game, mine)
    assert page.client.get(f"/g/{game}/moment?at=9&as={other}").status_code == 403
    assert page.client.get(f"/g/{game}/moment?at=9&as={ALL}").status_code == 403
    assert browser.client.get(f"/g/{game}/battle?at=9&as={mine}").status_code == 403
    shown = hands(page.open(f"/g/{game}/moment?at=9&as={mine}").text)
    assert isinstance(shown[Seat("french")], list) != isinstance(shown["anglo_allied"], list)


@pytest.mark.parametrize("played", TITLES[:1], indirect=True)
def test_an_event_that_is_not_there_has_no_moment(played, games, app):
    game, (mine, _) = played
    page = sat_down(app, game, mine)
    for at in (0, games.desk(game).version + 1):
        assert page.client.get(f"/g/{game}/moment?at={at}&as=public").status_code == 204
        assert page.client.get(f"/g/{game}/battle?at={at}&as=public").status_code == 204


def chances_in(text):
    """What is likely how much, by its words."""
    return dict(re.findall(r"<dt>(.*?)</dt><dd>.*?</meter> (.*?)</dd>", text, re.S))


@pytest.mark.parametrize("played", TITLES[:2], indirect=True)
def test_t23_a_battle_tells_how_likely_things_were_before(played, games, app):
    game, seats = played
    rules, recorded = games.rule_set(game), games.recorded(game)
    page = sat_down(app, game, seats[0])
    told = 0
    for span in [each for each in spans(rules.battles, recorded) if each.is_over][:8]:
        known = []
        for at in span.versions:
            shown, _, before = page.open(f"/g/{game}/moment?at={at}&as={seats[0]}").text.partition(
                '<div class="before">'
            )
            rows = chances_in(shown)
            now = {text: percent.rpartition("→ ")[2] for text, percent in rows.items()}
            assert list(chances_in(before)) == (list(known[-1]) if known and not now else [])
            for text, percent in rows.items():
                if "→" in percent:
                    was = percent.partition(" →")[0]
                    assert was != now[text] and was in [each.get(text) for each in known]
            told += bool(before) or "→" in "".join(rows.values())
            if now:
                known.append(now)
    assert told >= 1


@pytest.mark.parametrize("played", TITLES, indirect=True)
def test_a_battle_is_told_the_same_when_one_looks_first_long_after_it(played, games, app, monkeypatch):
    """Whoever fought has marched on since, whether the battle was fought or broken off."""
    game, seats = played
    last, looked = games.desk(game).version, 0
    now = {"is_standing": False, "is_over": True}
    with app.test_request_context():
        for later in range(40, last, 9):
            span = battles.present(battles.spans_until(game, later, later))
            if span is None or not span.is_over or span.last == later:
                continue
            told = []
            for version in (span.last, later):
                monkeypatch.setattr(battles, "_known", Recent(8))
                state = games.standing(game, version).state
                told.append({**battles._at(game, version, state, seats[0], ()), **now})
            assert told[0] == told[1], (span, later)
            looked += 1
    assert looked > 3
