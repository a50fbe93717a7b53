"""The typed client: each operation of the document is a method of it, and answers what its type says."""

import io
import json
from random import Random
from types import NoneType
from typing import get_type_hints
from urllib.parse import urlsplit

import msgspec
import pytest

from domain.store import open_games
from domain.titles import TITLES
from scripts.client import FOLDER, files
from tests.web.conftest import application
from tests.web.serving import eventually
from tests.web.test_clocks import Time, goes_by
from web.analysis.simulate import end_simulations
from web.api.operations import OPERATIONS
from web.base.site import Settings
from web.client import Client, Message, Problem
from web.client.sending import messages, place, problem_of

HOST = "the secret of the host, long enough"
PASSWORD, OTHER = "the small hours of Sunday", "a wet field before noon"


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def games(time):
    opened = open_games("memory:", clock=time)
    opened.uptime.beat()
    yield opened
    opened.close()


def fits(answer, kind):
    """Whether an answer is of its type and holds nothing that the type does not name."""
    if kind is NoneType or kind is bytes:
        return answer is None if kind is NoneType else isinstance(answer, bytes)
    return msgspec.to_builtins(msgspec.convert(answer, kind)) == answer


class Lines(io.BytesIO):
    """The first messages of a stream that goes on."""


def tried(app):
    """(a client whose server is `app`, the names of its methods that were called): answers are held to their
    types."""
    called = set()

    class Tried(Client):
        def _sent(self, asked):
            parts = urlsplit(asked.full_url)
            answer = app.test_client(use_cookies=False).open(
                f"{parts.path}?{parts.query}", method=asked.method, data=asked.data,
                headers=dict(asked.header_items()), buffered=False,
            )  # fmt: skip
            if answer.status_code >= 400:
                raise problem_of(answer.status_code, answer.data, answer.headers.get("Retry-After"))
            if answer.mimetype == "text/event-stream":
                return Lines(b"".join([next(iter(answer.response)) for _ in range(3)]))
            return io.BytesIO(answer.data)

    def checked(name):
        method = getattr(Client, name)
        kind = get_type_hints(method)["return"]

        def call(self, *args, **more):
            found = method(self, *args, **more)
            called.add(name)
            if name != "stream":
                assert fits(found, kind), name
            return found

        return call

    for name in OPERATIONS.values():
        setattr(Tried, name, checked(name))
    return Tried("http://localhost"), called


def two_of(client, **more):
    """A new skirmish of one program: (the game, a client that holds both seats)."""
    seats = {"red": {"kind": "me", "name": "Ada"}, "blue": {"kind": "me", "name": "Bruno"}}
    opened = client.open_game(title="skirmish", scenario="line", seats=seats, **more)
    return opened["game"], client.holding(opened["token"])


def invited(client, **more):
    """A new skirmish of two programs: (the game, Red's client, Blue's)."""
    seats = {"red": {"kind": "me", "name": "Ada"}, "blue": {"kind": "invitation"}}
    opened = client.open_game(title="skirmish", scenario="line", seats=seats, **more)
    taken = client.sit_down(opened["game"], "blue", name="Bruno", token=opened["invitations"]["blue"])
    return opened["game"], client.holding(opened["token"]), client.holding(taken["token"])


def play_a_game(client):
    """A game to its end, and what can be asked about it."""
    game, own = two_of(client, name="A game of programs")
    desk, random = own.desk(game, seat="red"), Random(5)
    own.order(game, seat="red", moment=desk["moment"], order=desk["options"][0]["order"])
    own.retract(game, seat="red", moment=desk["moment"])
    own.stand_by(game, seat="red", level="cards", cards=[], pass_empty=True)
    own.reach(game, seat="red", moment=desk["moment"])
    while not (desk := own.desk(game))["over"]:
        order = random.choice(desk["options"])["order"]
        own.order(game, seat=desk["prompt"]["seat"], moment=desk["moment"], order=order)
    for answered in (own.game(game), *client.games()):
        assert answered["game"] == game
    assert client.events(game, after=0, limit=5)[0]["version"] == 1
    client.scene(game, view="all", at=2)
    client.timeline(game, view="all")
    client.figure(game)
    client.fork(game, version=3, seats={"red": {"kind": "me"}, "blue": {"kind": "open"}}, name="What if")
    client.titles()
    client.archive_schema("skirmish")
    return client.archive(game)


def play_with_others(client, games, time):
    """What two who play do beside their orders."""
    game, red, blue = invited(client, pace="live", hints=True)
    red = red.holding(red.renew_link(game, "red")["token"])
    assert [each.event for each in red.stream(game)][0] == "moved"
    line = red.say(game, seat="red", text="Good luck!")
    assert blue.lines(game)[0]["id"] == line["id"]
    red.write_note(game, seat="red", event=1, text="It begins", audience="everybody")
    assert blue.notes(game)[0]["from"]
    red.erase(game, line["id"])
    for player, seat in ((red, "red"), (blue, "blue")):
        assert json.loads(player.ask_for_hint(game, seat=seat)["order"])["order"]
        player.order(game, seat=seat, order={"order": "Reveal"})
    assert red.take_back(game)["takeback"]["needed"] == ["blue"]
    blue.consent(game, seat="blue", agree=True)
    red.order(game, seat="red", order={"order": "Reveal"})
    goes_by(games, time, 10 * 60_000)
    red.nudge(game, seat="blue")
    red.offer_draw(game, seat="red")
    blue.answer_draw(game, seat="blue", agree=False)
    blue.resign(game, seat="blue")
    assert red.desk(game)["result"]["winners"] == ["red"]


def run_out_of_time(client, games, time):
    """A clock that one claims."""
    game, red, blue = invited(client, clock={"per_move": 60, "on_time": "claim"})
    waiting = red.desk(game)["waiting"]
    if len(waiting) == 2:
        red.order(game, seat="red", order=red.desk(game)["options"][-1]["order"])
        waiting = red.desk(game)["waiting"]
    goes_by(games, time, 70_000)
    player, seat = (red, "red") if "red" not in waiting else (blue, "blue")
    assert player.claim_time(game, seat=seat)["result"]["reason"] == "time"


def play_a_tournament(client):
    """A tournament to its end."""
    made = client.make_tournament(name="Cup", kind="swiss", title="skirmish", scenario="line")
    cup, maker = made["tournament"], client.holding(made["token"])
    people = [
        client.holding(client.enter_tournament(cup, name=each)["token"]) for each in ("Ada", "Bruno", "Carla")
    ]
    maker.enter_computer(cup, level="veteran")
    people[2].withdraw(cup, entrant=3)
    told = maker.open_round(cup, round=1)
    games = [each["game"] for pairing in told["pairings"][0] for each in pairing["games"]]
    seats = []
    for game in games:
        for person in people[:2]:
            try:
                seats.append(person.tournament_seat(cup, game=game))
            except Problem as refused:
                assert refused.status == 403 and refused.message
    assert {each["game"] for each in seats} <= set(games) and len(seats) == 2
    maker.award(cup, game=games[0], to=[], reason="Nobody came")
    assert client.standings(cup).startswith(b"rank,")
    assert client.tournament(cup)["name"] == client.tournaments()[0]["name"] == "Cup"


def keep_a_name(client):
    """An account, from first to last."""
    zelda = client.holding(client.make_account(name="Zelda", password=PASSWORD)["token"])
    seats = {"red": {"kind": "me"}, "blue": {"kind": "open"}}
    zelda.open_game(title="skirmish", scenario="line", seats=seats)
    assert zelda.account()["name"] == "Zelda" and len(zelda.account_data()["games"]) == 1
    zelda = zelda.holding(zelda.change_password(password=PASSWORD, new=OTHER)["token"])
    words = zelda.change_words(password=OTHER)["words"]
    client.recover_account(name="Zelda", words=words, password=PASSWORD)
    zelda = client.holding(client.log_in(name="Zelda", password=PASSWORD)["token"])
    zelda.end_log_in(log_in=None)
    zelda.remove_passkey(passkey="0" * 32)
    zelda.forget_account(password=PASSWORD, sure=True)


def test_what_was_refused_names_the_field_that_is_wrong():
    told = {"error": "unprocessable_entity", "message": "A field is missing or wrong.",
            "fields": {"json": {"kind": ["Must be one of: swiss."]}}}  # fmt: skip
    assert 'kind": ["Must be one of: swiss."]' in str(Problem(422, told))
    assert str(Problem(409, {"error": "stale_order", "message": "Too late."})) == "409 stale_order: Too late."


def look_after_it(client):
    """What the host does."""
    host = client.holding(HOST)
    game, own = two_of(client)
    assert host.admin_state()["games"] and host.admin_games(text=game)["total"] == 1
    assert host.admin_game(game)["people"]
    assert host.put_away(game, did="hidden", why="A test")["away"] == "hidden"
    host.ban(who="192.0.2.0/24", why="Insults")
    assert host.bans()[0]["banned"] and not host.lift_ban(who="192.0.2.0/24", why="Sorry")["banned"]
    line = own.say(game, seat="red", text="Good luck!")
    assert host.texts(game=game)["texts"][0]["id"] == line["id"]
    assert host.put_text_away(game, line["id"], did="removed", why="A test")["trace"]
    assert own.lines(game) == []
    host.set_play(open=False, why="Back at eight.")
    with pytest.raises(Problem) as refused:
        own.resign(game, seat="red")
    assert refused.value.status == 503 and "Back at eight." in refused.value.message


def simulate_and_compare(client):
    """Two simulations and two games beside each other."""
    plan = {"title": "waterloo", "scenario": "short", "seats": ["french", "coalition"], "bots": ["random"]}
    names: list[str] = []
    for seed in (1, 2):
        names.append(client.simulate(**plan, games=12, seed=seed)["name"])
        eventually(lambda: client.simulation(names[-1])["state"] == "done", "it has ended")
    assert client.stop_simulation(names[0])["state"] == "done"
    assert client.holding(HOST).stop_any_simulation(names[0])["state"] == "done"
    assert {*names} <= {each["name"] for each in client.simulations()["simulations"]}
    for rows in (client.simulated_games(names[0]), client.simulated_turns(names[0])):
        assert rows.startswith(b"PAR1")
    groups = {"a_file": f"{names[0]}.parquet", "b_file": f"{names[1]}.parquet"}
    assert client.compared_groups(**groups)["figures"]
    assert client.compared_groups_table(**groups, form="csv")
    first, second = (two_of(client)[0] for _ in range(2))
    assert client.compared_games(a=first, b=second)["moments"]
    assert client.compared_games_table(a=first, b=second).startswith(b"PAR1")
    assert client.turning(first)["turning"] is None, "the game goes on"
    with pytest.raises(Problem) as refused:
        client.play_out(first, "1")
    assert refused.value.status == 403


def bring_elsewhere(archive, redis):
    """An archive, brought to another server: the names of what was asked there."""
    games = open_games("memory:")
    with application(games, redis, Settings(secrets=("x" * 20,), limits_on=False)) as app:
        client, called = tried(app)
        assert client.game(client.take_in(archive)["game"])["over"]
    games.close()
    return called


def test_every_operation_of_the_document_has_its_method_and_answers_what_its_type_says(
    make_app, games, time, redis_server, tmp_path
):
    app = make_app(admin_secret=HOST, simulations=tmp_path / "simulations")
    client, called = tried(app)
    archive = play_a_game(client)
    with pytest.raises(Problem) as refused:
        client.take_in(archive)
    assert refused.value.status == 422 and "already" in refused.value.message
    play_with_others(client, games, time)
    run_out_of_time(client, games, time)
    play_a_tournament(client)
    keep_a_name(client)
    client.statistics(title="skirmish")
    client.statistics_table(title="skirmish", block="balance")
    client.ladder(title="skirmish")
    simulate_and_compare(client)
    end_simulations(app)
    look_after_it(client)
    called |= bring_elsewhere(archive, redis_server.client())
    elsewhere = {"play_out"}  # it needs a win chance: `tests.web.test_turning` has one
    assert set(OPERATIONS.values()) - elsewhere == called


@pytest.mark.parametrize("title", [each.id for each in TITLES])
def test_answers_about_each_title_are_of_their_types(app, games, title):
    client, _called = tried(app)
    rule_set = next(each for each in TITLES if each.id == title)
    scenario = rule_set.scenarios[0]
    seats = {seat: {"kind": "me", "name": f"Program {seat}"} for seat in scenario.seatings[0]}
    opened = client.open_game(title=title, scenario=scenario.id, seats=seats)
    game, own, random = opened["game"], client.holding(opened["token"]), Random(3)
    for number in range(40):
        desk = own.desk(game)
        option = random.choice(desk["options"])
        if option["piece"] and number % 20 == 0:
            own.reach(game, seat=desk["prompt"]["seat"], piece=option["piece"], moment=desk["moment"])
        desk = own.order(game, seat=desk["prompt"]["seat"], moment=desk["moment"], order=option["order"])
    own.scene(game)
    own.events(game)
    own.timeline(game)
    assert [each["game"] for each in client.games()] == [game]


def test_what_is_written_of_the_client_follows_from_the_document(app):
    spec = app.test_client().get("/api/openapi.json").json
    names = [
        operation["operationId"]
        for operations in spec["paths"].values()
        for method, operation in operations.items()
        if method in ("get", "post", "put", "patch", "delete")
    ]
    assert sorted(names) == sorted(OPERATIONS.values()) and len(set(names)) == len(names)
    for name, text in files(spec).items():
        assert (FOLDER / name).read_text("utf-8") == text, f"{name}: run make client"


def test_an_answer_with_more_or_less_than_its_type_is_found():
    kind = get_type_hints(Client.renew_link)["return"]
    answer = {"game": "g", "seat": "red", "token": "t"}
    assert fits(answer, kind) and not fits({**answer, "more": 1}, kind)
    with pytest.raises(msgspec.ValidationError):
        fits({"game": "g", "seat": "red"}, kind)


def test_the_messages_of_a_stream_are_read_line_by_line():
    told = ': here\n\nid: 7\nevent: moved\ndata: {"a":\ndata: 1}\n\nevent: present\ndata: []\n\n'
    assert list(messages(iter(told.split("\n")))) == [
        Message("moved", "7", {"a": 1}), Message("present", "7", []),
    ]  # fmt: skip


def test_names_in_addresses_are_quoted_and_a_proxys_page_is_a_problem_too():
    assert place("/api/games/", "a/../b ?", "/desk") == "/api/games/a%2F..%2Fb%20%3F/desk"
    gone = problem_of(502, b"<h1>Bad gateway</h1>", "30")
    assert (gone.status, gone.message, gone.retry_after) == (502, "<h1>Bad gateway</h1>", 30)
