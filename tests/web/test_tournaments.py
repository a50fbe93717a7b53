"""Tournaments on the pages: made by a form, entered by name, played by resignations, awarded; nobody enters
or plays for another."""

import re

import pytest

from domain.kernel import Seat
from tests.web.conftest import Browser


def cup_made(browser, **fields):
    """A tournament of the skirmish, made by the form; gives its address."""
    browser.open("/tournaments/new?title=skirmish")
    page = browser.send("/tournaments/new", follow=False, name="Spring Cup", **fields)
    assert page.status_code == 303, page.text
    browser.open(page.location)
    return page.location


def entered(app, address, name, **more):
    browser = Browser(app)
    browser.open(address)
    browser.send("/enter", name=name, **more)
    return browser


def running(browser):
    """The running games that the page offers to this entrant."""
    return [
        action.rsplit("/", 1)[1]
        for action, _fields, _buttons in browser.forms()
        if re.search(r"/play/[0-9a-f]{32}$", action)
    ]


def test_a_tournament_is_made_entered_played_and_won_on_the_pages(app, games):
    maker = Browser(app)
    address = cup_made(maker, kind="round_robin", most="3")
    assert "Two at least must have entered." in maker.text
    people = {name: entered(app, address, name) for name in ("Anna", "Bruno", "Carla")}
    assert "You have entered as Anna" in people["Anna"].open(address).get_data(as_text=True)
    maker.open(address)
    maker.send("/round")
    for _round in range(3):
        for name in ("Bruno", "Carla"):
            people[name].open(address)
            for game in running(people[name]):
                people[name].send(f"/play/{game}", follow=False)
                assert people[name].page.location == f"/g/{game}"
                people[name].open(f"/g/{game}/resign")
                people[name].send(f"/g/{game}/resign", follow=False)
                assert games.desk(game).is_over
    maker.open(address)
    assert "Anna has won the tournament." in maker.text
    rows = re.findall(r'<tr><td>(\d)</td><th scope="row">.*?>(\w+)</a></th><td><b>(.*?)</b>', maker.page.text)
    assert [row[1] for row in rows][0] == "Anna" and len(rows) == 3
    table = maker.client.get(f"{address}/standings.csv").text.splitlines()
    assert table[0].startswith("rank,entrant,name") and table[1].startswith("1,1,Anna,False,3.0")
    assert "won by Anna" in maker.open("/tournaments").get_data(as_text=True)


@pytest.fixture
def duel(app):
    """(its address, the maker's browser, those of Anna and Bruno), started."""
    maker = Browser(app)
    address = cup_made(maker, kind="knockout", word="hill 60")
    anna = entered(app, address, "Anna", word="Hill 60")
    bruno = entered(app, address, "Bruno", word="hill 60")
    maker.open(address)
    maker.send("/round")
    return address, maker, anna, bruno


def test_only_who_knows_the_word_enters_and_nobody_twice(app, games):
    maker = Browser(app)
    address = cup_made(maker, word="hill 60")
    stranger = entered(app, address, "Stranger", word="hill 61")
    assert "This is not the word of the tournament" in stranger.text
    anna = entered(app, address, "Anna", word="hill 60")
    other = entered(app, address, "anna", word="hill 60")
    assert "entered as anna already" in other.text
    _, fields, _ = maker.form("/round") if maker.open(address) else None
    assert anna.client.post(f"{address}/enter", data={"token": fields["token"]}).status_code == 403
    assert "hill 60" not in anna.open(address).get_data(as_text=True)
    assert len(games.tournaments.every()[0].entrants) == 1


def test_nobody_has_anothers_seat_and_only_the_maker_opens_rounds_and_awards(app, games, duel):
    address, maker, anna, bruno = duel
    tournament = address.rsplit("/", 1)[1]
    (game,) = games.tournaments.of(tournament).running()
    for browser, seat in ((anna, "red"), (bruno, "blue")):
        assert games.passes.of(next(iter(games.tournaments.browsers(tournament, 1 if seat == "red" else 2))))
        browser.open("/")
        assert f"/g/{game}" in browser.page.text, "it stands among the own games at once"
    stranger = Browser(app)
    stranger.open(address)
    assert [action for action, *_ in stranger.forms()] == ["/settings"]
    for action in ("round", "award", "leave", f"play/{game}"):
        maker.open(address)
        token = maker.form("/award")[1]["token"]
        for browser in (stranger, anna):
            given = {"token": token, "game": game, "to": "1", "reason": "", "round": "2", "entrant": "2"}
            assert browser.client.post(f"{address}/{action}", data=given).status_code == 403
    anna.open(address)
    own = anna.form("/leave")[1] | {"entrant": "2", "game": game, "to": "1", "round": "2"}
    for action in ("round", "award", "leave"):
        assert anna.client.post(f"{address}/{action}", data=own).status_code == 403
    assert games.tournaments.of(tournament).running() == [game]
    maker.open(address)
    maker.send("/award", to="2", reason="did not come")
    assert "Bruno has won the tournament." in maker.text and "awarded: did not come" in maker.text
    bruno.open(f"/g/{game}")
    assert "The tournament counts this game already (did not come)" in bruno.page.text


def test_a_game_goes_to_nobody_only_where_the_maker_says_so(games, duel):
    address, maker, _anna, _bruno = duel
    tournament = address.rsplit("/", 1)[1]
    (game,) = games.tournaments.of(tournament).running()
    maker.open(address)
    fields = {key: value for key, value in maker.form("/award")[1].items() if key != "to"}
    for given in ({}, {"to": "²"}, {"to": "9" * 5000}, {"to": "1 x"}, {"to": "-1"}):
        refused = maker.client.post(f"{address}/award", data={**fields, **given, "reason": "late"})
        assert refused.status_code == 422 and "Say to whom the game goes" in refused.text
    assert games.tournaments.of(tournament).running() == [game]
    maker.send("/award", to="", reason="neither came")
    assert games.tournaments.of(tournament).over(game).points == (0, 0)


def test_a_drawn_final_is_played_again_and_who_leaves_has_lost_it(app, games, duel):
    address, maker, anna, bruno = duel
    tournament = address.rsplit("/", 1)[1]
    (game,) = games.tournaments.of(tournament).running()
    games.offer_draw(game, Seat("red"))
    games.answer_draw(game, Seat("blue"), True)
    assert len(running(bruno)) == 0
    bruno.open(address)
    assert len(running(bruno)) == 1 and "½–½" in bruno.text
    anna.open(address)
    anna.send("/leave")
    assert "Bruno has won the tournament." in anna.text and "forfeited" in anna.text
    assert games.unfinished() == []


def test_the_own_link_brings_the_seat_into_another_browser(app, games, duel):
    address, _maker, anna, _bruno = duel
    anna.open(address)
    link = re.search(r'id="link"[^>]*value="http://localhost([^"]+)"', anna.page.text)[1]
    phone = Browser(app)
    phone.open(link)
    assert "Go on as Anna" in phone.text and "Your games" not in phone.open(address).text
    assert phone.client.post(link, data={"token": "x"}).status_code == 403
    phone.open(link)
    phone.send(link)
    assert "Your games" in phone.text
    phone.open("/")
    assert phone.page.text.count("own-game") == 1
    assert Browser(app).open(link[:-2] + "xx").status_code == 403


def test_a_link_makes_nobody_another_entrant(app, games, duel):
    address, maker, anna, bruno = duel
    anna.open(address)
    link = re.search(r'id="link"[^>]*value="http://localhost([^"]+)"', anna.page.text)[1]
    bruno.open(address)
    token = bruno.form("/leave")[1]["token"]
    assert bruno.open(link).status_code == 403 and "This browser is Bruno in this tournament" in bruno.text
    assert bruno.client.post(link, data={"token": token}).status_code == 403
    maker.open(address)
    of_maker = re.search(r'id="maker-link"[^>]*value="http://localhost([^"]+)"', maker.page.text)[1]
    assert "Go on as the maker" in bruno.open(of_maker).text
    bruno.send(of_maker)
    assert bruno.forms() and "Your games" in bruno.text and "Award" in bruno.text


def test_a_closed_server_shows_a_tournament_to_its_people_and_a_host_may_keep_making_to_himself(
    app, make_app, duel
):
    address, _maker, anna, _bruno = duel
    anna.open(address)
    link = re.search(r'id="link"[^>]*value="http://localhost([^"]+)"', anna.page.text)[1]
    closed = make_app(access="closed", may_open="nobody")
    assert Browser(closed).open(address).status_code == 401
    phone = Browser(closed)
    phone.open(link)
    assert "Your games" in phone.send(link).text and phone.open(address).status_code == 200
    assert phone.open("/tournaments").status_code == 401
    mine = make_app(may_open="nobody").test_client()
    assert mine.get("/tournaments/new").status_code == 403 and mine.get("/tournaments").status_code == 200
    assert mine.get("/tournaments/%00").status_code == 404


def test_whoever_hides_results_sees_neither_points_nor_winner(app, duel):
    address, maker, *_others = duel
    maker.open(address)
    maker.send("/award", to="1", reason="late")
    stranger = Browser(app)
    stranger.open("/games")
    stranger.client.set_cookie("results", "hidden")
    hidden = stranger.open(address).get_data(as_text=True)
    assert "has won" not in hidden and "Standings" not in hidden and "1–0" not in hidden
    assert "has won" in stranger.open(f"{address}?result=shown").get_data(as_text=True)
    assert "Standings" not in stranger.client.get(f"{address}/standings.csv").text
    (table,) = re.findall(r'href="([^"]+standings.csv[^"]*)"', stranger.page.text)
    assert stranger.client.get(table).text.startswith("rank,")


def test_whoever_hides_results_is_not_told_who_came_into_the_next_round(app, games):
    maker = Browser(app)
    address = cup_made(maker, kind="knockout")
    for name in ("Anna", "Bruno", "Carla", "Dora"):
        entered(app, address, name)
    maker.open(address)
    maker.send("/round")
    for _game in range(2):
        (to,) = re.findall(r'name="to"><option value="(\d+)"', maker.page.text)[:1]
        maker.send("/award", to=to, reason="late")
    assert len(games.tournaments.of(address.rsplit("/", 1)[1]).rounds) == 2
    stranger = Browser(app)
    stranger.client.set_cookie("results", "hidden")
    assert 'id="round-1"' in stranger.open(address).text and 'id="round-2"' not in stranger.page.text
    assert 'id="round-2"' in stranger.open(f"{address}?result=shown").text


def test_a_game_leads_to_its_tournament_and_what_the_host_puts_away_is_in_no_list(app, games, duel):
    address, _maker, anna, _bruno = duel
    tournament = address.rsplit("/", 1)[1]
    (game,) = games.tournaments.of(tournament).running()
    anna.open(f"/g/{game}")
    assert f'href="{address}"' in anna.page.text and "Tournament: Spring Cup" in anna.text
    games.shelf.put(tournament, "removed", "an insult")
    assert anna.open(address).status_code == 404
    assert "Spring Cup" not in anna.open("/tournaments").text
    assert "Spring Cup" not in anna.open(f"/g/{game}").text


def test_the_form_keeps_what_was_typed_and_says_what_cannot_be(app):
    browser = Browser(app)
    browser.open("/tournaments/new")
    browser.send("/tournaments/new", name="Cup", most="300")
    assert browser.page.status_code == 422 and 'value="Cup"' in browser.page.text
    browser.open("/tournaments/new")
    _, fields, _ = browser.form("/tournaments/new")
    typed = {**fields, "name": "Cup", "scenario_of": "napoleonics/rolica_first"}
    changed = browser.client.post("/tournaments/new/change", data=typed)
    assert 'value="Cup"' in changed.text and '<option value="2" selected>' in changed.text


HEADERS = {"X-Grognard": "1"}


def test_programs_make_enter_play_and_award_by_the_examples_of_the_document(app, games):
    program = app.test_client(use_cookies=False)
    paths = program.get("/api/openapi.json").json["paths"]

    def sent(address, token="", **body):
        path = re.sub(r"[0-9a-f]{32}", "{tournament}", address)
        example = paths[path]["post"]["requestBody"]["content"]["application/json"]["example"]
        head = {**HEADERS, **({"Authorization": f"Bearer {token}"} if token else {})}
        return program.post(address, json={**example, **body}, headers=head)

    made = sent("/api/tournaments", kind="swiss", opening="itself", title="skirmish", scenario="line").json
    cup, maker = f"/api/tournaments/{made['tournament']}", made["token"]
    tokens = [sent(f"{cup}/entries", name=name).json["token"] for name in ("Ada", "Bruno", "Carla")]
    assert sent(f"{cup}/rounds", tokens[0]).status_code == 403
    assert sent(f"{cup}/rounds", maker, round=2).status_code == 403, "the first round comes first"
    assert [each["state"] for each in program.get("/api/tournaments").json] == ["open"]
    told = sent(f"{cup}/rounds", maker).json
    assert sent(f"{cup}/rounds", maker, round=3).json["message"].startswith("Round 2 comes next")
    assert [each["state"] for each in program.get("/api/tournaments").json] == ["running"]
    ((game,),) = [each["games"] for each in told["pairings"][0] if each["games"]]
    entrant = game["seats"]["red"]
    seat = sent(f"{cup}/seats", tokens[entrant - 1], game=game["game"])
    assert seat.json["seat"] == "red"
    assert sent(f"{cup}/seats", tokens[2], game=game["game"]).status_code == 403
    head = {**HEADERS, "Authorization": f"Bearer {seat.json['token']}"}
    body = {"seat": "red"}
    assert program.post(f"/api/games/{game['game']}/resignations", json=body, headers=head).status_code == 200
    second = program.get(cup).json
    assert len(second["pairings"]) == 2, "the next round has come by itself"
    ((game,),) = [each["games"] for each in second["pairings"][1] if each["games"]]
    for token, status in ((tokens[0], 403), (maker, 200), (maker, 403)):
        told = sent(f"{cup}/awards", token, game=game["game"], to=list(game["seats"].values()))
        assert told.status_code == status
    assert program.get(cup).json["state"] == "over"
    assert sum(each["points"] for each in program.get(cup).json["standings"]) == 4
    assert sent(f"{cup}/withdrawals", tokens[0]).status_code == 403, "it is over"
    assert program.get(f"{cup}/standings.csv").text.count("\n") == 4
    assert program.get("/api/tournaments/" + "0" * 32).json["error"] == "unknown_tournament"


def test_computers_play_where_the_maker_lets_them_each_level_once(app, games):
    maker = Browser(app)
    address = cup_made(maker)
    maker.send("/computer", level="veteran")
    assert "Computer (veteran)" in maker.text and ">Veteran:" not in app.test_client().get(address).text
    anna = entered(app, address, "Anna")
    assert not any(action.endswith("/computer") for action, _, _ in anna.forms())
    maker.open(address)
    maker.send("/round")
    cup = address.rsplit("/", 1)[1]
    (game,) = games.tournaments.of(cup).games()
    assert sorted((each.kind, each.name) for each in games.holders(game).values()) == [
        ("bot", "veteran"), ("person", "Anna"),
    ]  # fmt: skip
    seat = next(seat for seat, each in games.holders(game).items() if each.kind == "person")
    games.resign(game, seat, (seat,))
    maker.open(address)
    assert "Computer (veteran) has won the tournament." in maker.text
    people = app.test_client().get(f"/api{address}").json["people"]
    assert [(each["name"], each["is_computer"]) for each in people] == [("veteran", True), ("Anna", False)]


@pytest.mark.parametrize("level", ["grandmaster", "random", "veteran"])
def test_a_computer_that_is_none_or_plays_already_does_not_enter(app, games, level):
    made = {"name": "Cup", "kind": "swiss", "title": "skirmish", "scenario": "line"}
    program = app.test_client(use_cookies=False)
    cup = program.post("/api/tournaments", json=made, headers=HEADERS).json
    address = f"/api/tournaments/{cup['tournament']}/computers"
    head = {**HEADERS, "Authorization": f"Bearer {cup['token']}"}
    assert program.post(address, json={"level": "veteran"}, headers=HEADERS).status_code == 403
    assert program.post(address, json={"level": "veteran"}, headers=head).status_code == 200
    assert program.post(address, json={"level": level}, headers=head).status_code == 422


def program_cup(app, people=("Ada", "Bruno"), **asked):
    """A tournament of programs: (its address for programs, the maker's headers, the program)."""
    program = app.test_client(use_cookies=False)
    asked = {"name": "Cup", "kind": "knockout", "title": "skirmish", "scenario": "line", **asked}
    made = program.post("/api/tournaments", json=asked, headers=HEADERS).json
    cup = f"/api/tournaments/{made['tournament']}"
    for name in people:
        assert program.post(f"{cup}/entries", json={"name": name}, headers=HEADERS).status_code < 300
    return cup, {**HEADERS, "Authorization": f"Bearer {made['token']}"}, program


def test_what_a_killed_start_has_left_is_opened_as_a_program_looks(app, games, monkeypatch):
    cup, own, program = program_cup(app)
    with monkeypatch.context() as killed, pytest.raises(KeyboardInterrupt):
        killed.setattr(games, "create", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        program.post(f"{cup}/rounds", json={"round": 1}, headers=own)
    assert games.ids() == []
    (promised,) = [each["game"] for each in program.get(cup).json["pairings"][0][0]["games"]]
    assert games.ids() == [promised]
    assert program.get(f"/api/games/{promised}").json["seats"]["red"]["name"] in ("Ada", "Bruno")


def test_a_game_that_an_award_opens_counts_for_the_day_of_the_maker(make_app, games):
    app = make_app(limits_on=True, games_a_day_each=3, join_limit="99 per minute")
    cup, own, program = program_cup(app)
    assert program.post(f"{cup}/rounds", json={"round": 1}, headers=own).status_code == 200
    statuses = []
    for _ in range(2):  # a drawn final is played again
        (pairing,) = program.get(cup).json["pairings"][0]
        game = next(each for each in pairing["games"] if not each["points"])
        drawn = {"game": game["game"], "to": list(game["seats"].values()), "reason": "both agree"}
        answer = program.post(f"{cup}/awards", json=drawn, headers=own)
        statuses.append((answer.status_code, answer.json.get("error"), len(games.ids())))
    assert statuses == [(200, None, 2), (429, "quota_spent", 2)]
