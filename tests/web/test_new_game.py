"""The form for a new game: nothing typed is lost, and what is agreed there holds."""

import re
from random import Random

import pytest

from domain.bots import USUAL_LEVEL
from domain.kernel import Seat
from domain.kernel.events import CHOSEN
from domain.store import Holder
from tests.web.tables import new_table, play_some, sat_down

SEED = "ab" * 32


def changed(browser, **pressed):
    """Presses one of the form's buttons that choose; gives the fields as they are then."""
    _action, fields, _buttons = browser.form("/new")
    browser.page = browser.client.post("/new/change", data={**fields, **pressed})
    assert browser.page.status_code == 200, browser.page.text
    return browser.form("/new")[1]


def typed(browser, **fields):
    """The form with something typed into it, as a button that changes nothing gives it back."""
    return changed(browser, **fields)


def opened(browser, **fields):
    """Sends the form; the id of the game."""
    page = browser.send("/new", follow=False, **fields)
    assert page.status_code == 303, page.text
    return re.search(r"/g/([0-9a-f]{32})", page.headers["Location"]).group(1)


def test_another_title_keeps_what_was_typed(browser):
    browser.open("/new?title=waterloo")
    typed(browser, name="Sunday", name_french="Ada", kind_coalition="invitation", pace="slow", undo="consent",
          watchers="end", pin_french="1234")  # fmt: skip
    fields = changed(browser, scenario_of="wellington/1813")
    assert (fields["title"], fields["scenario"], fields["seating"]) == ("wellington", "1813", "0")
    kept = {"name": "Sunday", "pace": "slow", "undo": "consent", "watchers": "end"}
    assert {name: fields[name] for name in kept} == kept
    first, second = [name.removeprefix("kind_") for name in fields if name.startswith("kind_")
                     and name not in ("kind_french", "kind_coalition")][:2]  # fmt: skip
    assert (fields[f"name_{first}"], fields[f"pin_{first}"]) == ("Ada", "1234")
    assert fields[f"kind_{second}"] == "invitation"


def test_there_and_back_again_nothing_is_lost(browser):
    browser.open("/new?title=waterloo&scenario=long&seating=1")
    before = typed(browser, name_french="Ada", name_british="Bruno", name_prussian="Carla", name="Sunday")
    changed(browser, seats="0")
    changed(browser, scenario_of="wellington/1812")
    changed(browser, scenario_of="waterloo/long")
    after = changed(browser, seats="1")
    for name in ("name_french", "name_british", "name_prussian", "name"):
        assert after[name] == before[name]


def test_a_quick_choice_fills_the_other_seats_and_keeps_their_names(browser):
    browser.open("/new?title=waterloo")
    typed(browser, name_french="Ada", name_coalition="Bruno")
    fields = changed(browser, play="bot")
    assert (fields["kind_french"], fields["kind_coalition"]) == ("me", "bot")
    assert (fields["name_french"], fields["name_coalition"]) == ("Ada", "Bruno")


@pytest.mark.parametrize("play", ["bot", "hotseat", "invitation"])
@pytest.mark.parametrize("title, seats", [("napoleonics/vimiero", "0"), ("wellington/1813", "3")])
def test_who_plays_the_first_seat_of_a_title_has_not_both_sides_of_the_next(browser, play, title, seats):
    """Seats of several titles have one id: the French of Waterloo are the first, elsewhere the second."""
    browser.open("/new?title=waterloo")
    changed(browser, play=play)
    changed(browser, scenario_of=title)
    changed(browser, seats=seats)
    shown, (first, second) = browser.form("/new")[1], rows(browser)
    assert (shown[f"kind_{first}"], shown[f"kind_{second}"]) == ("me", play)
    assert shown[f"name_{first}"] != shown[f"name_{second}"]
    assert chosen_at_once(browser.text) == play


def test_a_quick_choice_is_that_of_seats_that_come_with_more_players(browser):
    browser.open("/new?title=waterloo")
    changed(browser, play="bot")
    fields = changed(browser, scenario_of="wellington/1813")
    assert chosen_at_once(browser.text) == "bot"
    first, *others = rows(browser)
    assert len(others) > 1 and fields[f"kind_{first}"] == "me"
    assert {fields[f"kind_{seat}"] for seat in others} == {"bot"}
    assert len({fields[f"name_{seat}"] for seat in (first, *others)}) == len(others) + 1


def rows(browser):
    """The seats of the form, from its first to its last."""
    return re.findall(r'<select id="kind_(\w+)"', browser.page.text)


def chosen_at_once(text):
    """The quick choice that is marked; None if there is none."""
    found = re.search(r'name="play" value="(\w+)" aria-current', text)
    return found and found[1]


def test_a_quick_choice_that_somebody_changed_is_no_longer_marked(browser):
    browser.open("/new?title=waterloo&scenario=long&seating=1")
    changed(browser, play="bot")
    assert chosen_at_once(browser.text) == "bot"
    changed(browser, kind_prussian="open")
    assert chosen_at_once(browser.text) is None


def test_a_refusal_keeps_what_was_typed(browser):
    browser.open("/new?title=waterloo")
    page = browser.send("/new", name="Sunday", name_french="A" * 99, dice="no such thing", undo="unrevealed")
    assert page.status_code == 422
    fields = browser.form("/new")[1]
    assert (fields["name"], fields["dice"], fields["undo"]) == ("Sunday", "no such thing", "unrevealed")


def test_who_may_bid_for_the_powers_is_told_so_with_the_rule(browser):
    browser.open("/new?title=wellington")
    assert "Or bid for what you play:" in browser.text and "#2.1" in browser.text
    buttons = browser.form("/new")[2]
    bidding = next(value for name, value, words in buttons if name == "seats" and words == "4 players")
    fields = changed(browser, seats=bidding)
    assert {"kind_player_1", "kind_player_2", "kind_player_3", "kind_player_4"} <= set(fields)
    browser.open("/new?title=waterloo")
    assert "Or bid for what you play:" not in browser.text


@pytest.mark.parametrize("undo, told, again", [
    ("free", "Taking back is free until something is revealed, then by consent.", "press again to order it."),
    ("consent", "Taking back always needs the consent of the others.", "press again to order it."),
    ("unrevealed", "after that nothing is taken back.", "this cannot be taken back."),
])  # fmt: skip
def test_the_table_says_how_it_takes_back(browser, games, undo, told, again):
    """Nobody is asked beside a computer; a friend is, unless nothing is taken back at all."""
    browser.open("/new?title=waterloo")
    shared = opened(browser, undo=undo, kind_french="me", kind_coalition="invitation")
    browser.open(f"/g/{shared}")
    browser.take_device()
    words = browser.page.text.split('data-twice="')[1].split('"')[0]
    assert ("needs consent" in words) == (undo != "unrevealed") and (again in words) == (undo == "unrevealed")
    browser.open("/new?title=waterloo")
    game = opened(browser, undo=undo, kind_french="me", kind_coalition="bot")
    assert games.house.terms(game).undo == undo
    assert told in browser.open(f"/g/{game}/links").text
    browser.open(f"/g/{game}")
    browser.take_device()
    assert again in browser.page.text.split('data-twice="')[1].split('"')[0]


def test_an_experiment_has_the_dice_of_a_finished_game_and_every_page_says_so(browser, games):
    over, _seats = new_table(games, "waterloo", "short")
    play_some(games, over, Random(2), 5000)
    assert games.desk(over).is_over
    browser.open("/new?title=waterloo")
    assert f'<option value="{over}">' in browser.page.text
    game = opened(browser, dice=f"http://localhost/g/{over}/replay#e9")
    assert games.seed(game, host=True) == games.seed(over)
    assert games.standing(game).opened.dice_of == over
    assert "An experiment with the dice of game" in browser.open(f"/g/{game}/links").text
    assert "experiment" in browser.open("/").text
    assert browser.open(f"/api/games/{game}").json["dice_of"] == over
    browser.open("/new?title=waterloo")
    chosen = opened(browser, dice=SEED.upper())
    assert games.standing(chosen).opened.dice_of == CHOSEN
    assert games.seed(chosen, host=True) == bytes.fromhex(SEED)


def test_the_dice_of_a_running_game_stay_secret(browser, games):
    running, _seats = new_table(games, "waterloo", "short")
    browser.open("/new?title=waterloo")
    refusals = {running: "The seed stays secret", "f" * 32: "There is no game", "x": "Known dice:"}
    for dice, told in refusals.items():
        assert browser.send("/new", dice=dice).status_code == 422
        assert told in browser.text
    assert games.ids() == [running]


def test_an_open_seat_says_that_anybody_may_take_it(browser, games):
    browser.open("/new?title=waterloo")
    game = opened(browser, kind_coalition="open", name_french="Ada")
    assert "Anybody may take this seat in the lobby" in browser.open(f"/g/{game}/links").text
    guest = sat_down(browser.client.application, game, Seat("french"))
    assert "free: anybody may take it, in the <a" in guest.open(f"/g/{game}/links").text
    assert "only its player has the link" not in guest.text


def test_two_clicks_start_a_game_for_two_people_at_this_screen(browser, games):
    browser.open("/new")
    game = opened(browser)
    assert [holder.kind for holder in games.holders(game).values()] == ["person", "hotseat"]


def test_me_against_the_computer_is_against_the_best_there_is(browser, games):
    browser.open("/new?title=skirmish&play=bot")
    browser.send("/new")
    (game,) = games.ids()
    assert games.holders(game)[Seat("blue")] == Holder("bot", USUAL_LEVEL)


def test_who_has_learnt_nothing_of_a_title_is_said_to_be_untrained(browser):
    untrained = "Computers are not trained for this scenario"
    assert untrained in browser.open("/new?title=napoleonics").text
    assert "like a veteran" not in browser.text
    assert untrained not in browser.open("/new?title=waterloo&scenario=long").text


def test_a_computer_player_that_there_is_not_is_refused_on_the_page_and_by_the_api(browser, games):
    browser.open("/new?title=skirmish&play=bot")
    assert browser.send("/new", policy_blue="stockfish").status_code == 422
    assert "There is no computer player 'stockfish'" in browser.text
    seats = {"red": {"kind": "me"}, "blue": {"kind": "bot"}}
    asked = {"title": "skirmish", "scenario": "line", "seats": seats}
    answer = browser.client.post("/api/games", json=asked, headers={"X-Grognard": "1"})
    assert answer.status_code == 201, answer.text
    assert games.holders(answer.json["game"])[Seat("blue")] == Holder("bot", USUAL_LEVEL)
    seats["blue"]["name"] = "stockfish"
    answer = browser.client.post("/api/games", json=asked, headers={"X-Grognard": "1"})
    assert answer.status_code == 422 and "greedy, marshal, random" in answer.text
    assert len(games.ids()) == 1
