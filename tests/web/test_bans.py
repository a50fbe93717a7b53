"""Bans: who is banned opens no game, joins none and does not talk; what he has stays his."""

from pathlib import Path

import pytest

from domain.kernel.errors import InvalidSetup
from domain.store import Holder, open_games
from domain.store.bans import about, people
from tests.web.conftest import Browser
from tests.web.console import asked, grognard
from tests.web.tables import sat_down
from web.base.security import seat_token

CHANGE = {"X-Grognard": "1"}
HOME, AWAY = {"REMOTE_ADDR": "192.0.2.77"}, {"REMOTE_ADDR": "198.51.100.1"}
GAME = {"title": "skirmish", "scenario": "line", "seats": {
    "red": {"kind": "me", "name": "Ada"}, "blue": {"kind": "open", "name": ""}}}  # fmt: skip


def opening(app, **person):
    return app.test_client().post("/api/games", json=GAME, headers=CHANGE, environ_base=person)


def told(answer):
    """Whether an answer says that the asker is banned, why, and what is left to him."""
    return answer.status_code == 403 and all(
        words in answer.text for words in ("banned you", "The reason: Insults", "What you have is kept")
    )


def test_a_banned_person_opens_and_joins_nothing_and_does_not_talk(app, games, two_browsers):
    game, host, guest = two_browsers
    (other,) = [opening(app).json["game"]]
    (who,) = [each.mark for each in people(games, game) if each.seats == ("blue",)]
    guest.open("/new?title=skirmish")
    form = guest.form("/new")
    guest.open(f"/g/{game}")
    line = {**guest.form("/lines")[1], "text": "You again!", "seat": "blue"}
    games.bans.ban(who, "Insults")
    assert told(guest.open("/new?title=skirmish"))
    assert told(guest.client.post("/new", data=form[1]))
    assert told(guest.open(f"/g/{other}/seats/blue"))
    assert told(guest.client.post(f"/g/{game}/lines", data=line))
    assert told(guest.client.post("/api/games", json=GAME, headers=CHANGE))
    assert len(games.ids()) == 2 and host.open("/new?title=skirmish").status_code == 200
    games.bans.lift(who, "Said sorry")
    assert guest.client.post(f"/g/{game}/lines", data=line).status_code in (200, 303)


def test_what_a_banned_person_has_is_kept_on_every_device(app, games, two_browsers):
    game, host, guest = two_browsers
    for each in people(games, game):
        games.bans.ban(each.mark, "Insults")
    games.bans.ban("127.0.0.1", "Insults")
    assert guest.open(f"/g/{game}").status_code == 200
    before = games.desk(game)
    host.open(f"/g/{game}")
    assert host.press(host.orders()[0]).status_code == 200 and games.desk(game) != before
    assert sat_down(app, game, "blue").open(f"/g/{game}").status_code == 200, "by his own seat's link"
    free = games.create("skirmish", "line", holders={"red": Holder("person", ""), "blue": Holder("open", "")})
    stranger = Browser(app)
    with app.test_request_context():
        invitation = f"/join/{seat_token(free, 'red')}"
    stranger.open(invitation)
    assert told(stranger.send(invitation, name="Ada again"))
    assert games.holders(free)["red"].name == ""


def test_a_ban_goes_with_the_token_of_a_seat(app, games, two_browsers):
    game, _host, guest = two_browsers
    with app.test_request_context():
        bearer = {**CHANGE, "Authorization": f"Bearer {seat_token(game, 'blue')}"}
    program, line = app.test_client(use_cookies=False), {"seat": "blue", "text": "You again!"}
    assert program.post(f"/api/games/{game}/lines", json=line, headers=bearer).status_code == 201
    (who,) = [each.mark for each in people(games, game) if each.seats == ("blue",)]
    games.bans.ban(who, "Insults")
    refused = program.post(f"/api/games/{game}/lines", json=line, headers=bearer)
    assert told(refused) and refused.json["error"] == "banned"


def test_a_range_of_addresses_is_banned_and_nobody_beside_it(app, games):
    games.bans.ban("192.0.2.0/24", "Insults")
    assert told(opening(app, **HOME)) and told(opening(app, REMOTE_ADDR="::ffff:192.0.2.9"))
    assert opening(app, **AWAY).status_code == 201
    assert opening(app, REMOTE_ADDR="").status_code == 201
    assert app.test_client().get("/games", environ_base=HOME).status_code == 200


@pytest.mark.parametrize(
    "typed, noted",
    [
        (" 192.0.2.7 ", "192.0.2.7/32"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("person:0123456789ABCDEF", "person:0123456789abcdef"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("0.0.0.0/0", None),
        ("::/1", None),
        ("Ada", None),
        ("person:12", None),
        ("\0", None),
    ],
)
def test_whom_a_ban_may_be_about(typed, noted):
    if noted is None:
        with pytest.raises(InvalidSetup):
            about(typed)
    else:
        assert about(typed) == noted


def test_bans_on_the_command_line(tmp_path: Path) -> None:
    open_games(f"sqlite:///{tmp_path / 'grognard.db'}").close()
    untold = grognard("bans", "add", "192.0.2.9/24", "--why", " ", "--data", tmp_path, status=2)
    assert "Say why" in untold.stderr, "as on the page"
    added = grognard("bans", "add", "192.0.2.9/24", "--why", "Flood", "--data", tmp_path)
    assert "192.0.2.0/24 is banned" in added.stdout
    grognard("bans", "lift", "192.0.2.0/24", "--why", "It is over", "--data", tmp_path)
    (one,) = asked("bans", "list", "--data", tmp_path)
    assert not one["banned"] and [each["did"] for each in one["trace"]] == ["banned", "lifted"]


def test_who_is_banned_enters_no_tournament_and_the_makers_of_others_go_on(app, games):
    program, head = app.test_client(use_cookies=False), {"X-Grognard": "1"}
    asked = {"name": "Cup", "kind": "knockout", "title": "skirmish", "scenario": "line"}
    made = program.post("/api/tournaments", json=asked, headers=head).json
    cup, maker = f"/api/tournaments/{made['tournament']}", {"Authorization": f"Bearer {made['token']}"}
    for name in ("Anna", "Bruno"):
        assert program.post(f"{cup}/entries", json={"name": name}, headers=head).status_code == 201
    games.bans.ban("192.0.2.0/24", "elsewhere")
    assert program.post(f"{cup}/rounds", json={"round": 1}, headers={**head, **maker}).status_code == 200
    games.bans.ban("127.0.0.1", "here")
    answer = program.post(f"{cup}/entries", json={"name": "Carla"}, headers=head)
    assert (answer.status_code, answer.json["error"]) == (403, "banned")
