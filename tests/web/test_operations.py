"""Looking after a server: numbers, log lines, and copies that are taken while it runs."""

import gzip
import json
import logging
import re
import zlib
from pathlib import Path
from random import Random

import pytest

from domain.kernel.errors import StoreUnavailable
from domain.store import open_games
from domain.store.backup import CannotCopy, put_back, take
from replays.archive import write
from replays.verification import verify
from tests.web.conftest import Browser
from tests.web.console import asked, grognard
from tests.web.serving import Player, served
from web.server import logs

TOKEN = "a token of prometheus"
SAMPLE = re.compile(r'[a-z_]+(\{([a-z]+="(\\.|[^"\\\n])*",?)+\})? -?[0-9.e+]+')


# Numbers


def test_numbers_are_told_in_the_format_of_prometheus(make_app):
    app = make_app(metrics_token=TOKEN)
    browser = Browser(app)
    game = browser.new_game(kind_red="me", name_red="Ada", kind_blue="bot", name_blue="")
    browser.press(browser.orders()[0])
    told = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert told.mimetype == "text/plain"
    lines = told.text.splitlines()
    assert all(line.startswith(("# HELP ", "# TYPE ")) or SAMPLE.fullmatch(line) for line in lines), told.text
    said = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line[0] != "#"}
    assert said['grognard_games{state="unfinished"}'] == 1
    assert said['grognard_orders_total{outcome="accepted"}'] >= 1
    assert said["grognard_streams"] == 0 and said["grognard_store_writable"] == 1
    route = 'grognard_requests_total{route="/g/<game>",method="GET",status="200"}'
    assert said[route] >= 1 and game not in told.text
    counted = {name: value for name, value in said.items() if name.startswith("grognard_request_seconds_")}
    for name, value in counted.items():
        if 'le="+Inf"' in name:
            same = name.replace("_bucket", "_count").replace(',le="+Inf"', "")
            assert counted[same] == value, "every request is in the last bucket"


def test_numbers_are_for_the_host_alone(make_app):
    assert make_app().test_client().get("/metrics").status_code == 404
    client = make_app(metrics_token=TOKEN, access="closed").test_client()
    refused = client.get("/metrics")
    assert refused.status_code == 401 and "Bearer" in refused.headers["WWW-Authenticate"]
    assert "Authorization: Bearer" in refused.text
    assert client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}x"}).status_code == 401
    assert client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200


# Lines


@pytest.fixture
def lines(caplog):
    """What is written down of requests, as JSON."""
    caplog.set_level(logging.INFO, "grognard.access")
    caplog.handler.addFilter(logs._numbered)
    yield lambda: [json.loads(logs.Json().format(record)) for record in caplog.records]
    caplog.handler.removeFilter(logs._numbered)


def test_a_request_is_a_line_with_time_and_number_and_without_keys(make_app, lines):
    client = make_app(trusted_proxies=("10.0.0.7",)).test_client()
    said = {"X-Request-Id": "abc-123", "X-Forwarded-For": "192.0.2.9"}
    proxy = {"REMOTE_ADDR": "10.0.0.7"}
    answer = client.get("/rules?q=secret", headers=said, environ_base=proxy)
    assert answer.headers["X-Request-Id"] == "abc-123"
    made = client.get("/join/a-key-of-a-seat", headers=said).headers["X-Request-Id"]
    assert made != "abc-123", "whoever is no trusted proxy gives no numbers"
    first, second = lines()
    assert first.pop("seconds") >= 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", first.pop("time"))
    assert first | {"message": ""} == {
        "level": "info", "logger": "grognard.access", "message": "", "request": "abc-123", "method": "GET",
        "path": "/rules", "status": 200, "address": "192.0.2.9",
    }  # fmt: skip
    assert second["request"] == made and second["path"] == "/join/<token>"
    assert "a-key" not in json.dumps(second) and "secret" not in json.dumps(first)


# Copies


def every_game_is_in_order(url: str) -> dict[str, bytes]:
    """The archives of all games of a store, each checked to the last draw."""
    games = open_games(url)
    try:
        found = {
            game: write(games.rule_set(game), games.recorded(game), seed=games.seed(game, host=True))
            for game in games.ids()
        }
    finally:
        games.close()
    for archive in found.values():
        assert verify(archive).events
    return found


def test_a_copy_of_a_running_server_is_put_back_and_every_game_verified(tmp_path: Path) -> None:
    with served(tmp_path / "d") as server:
        players = [Player(server, seed) for seed in (1, 2)]
        for player in players:
            player.play(6)
        copy = tmp_path / "copy.tar.gz"
        told = asked("backup", copy, "--data", tmp_path / "d")
        assert told["store"] == "sqlite" and copy.stat().st_mode & 0o077 == 0
        players[0].play(3)
    put = grognard("restore", copy, "--data", tmp_path / "new")
    assert f"{told['events']} events are back" in put.stdout
    assert f"grognard serve --data {tmp_path / 'new'}" in put.stdout
    stores = (f"sqlite:///{tmp_path / each / 'grognard.db'}" for each in ("d", "new"))
    before, after = map(every_game_is_in_order, stores)
    first, second = (player.game for player in players)
    assert after[second] == before[second] and set(after) == set(before)
    assert len(after[first]) < len(before[first]), "what was played after the copy is not in it"
    with served(tmp_path / "new") as again:
        players[1].server = again
        players[1].play(2)  # the seat's old token is good
    refused = grognard("restore", copy, "--data", tmp_path / "new", status=1)
    assert "games in" in refused.stderr and "empty folder" in refused.stderr


def test_a_copy_that_is_cut_off_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    data, new = tmp_path / "d", tmp_path / "new"
    for folder in (data, new):
        folder.mkdir()
    open_games(f"sqlite:///{data / 'grognard.db'}").close()
    copy = tmp_path / "copy.tar.gz"
    take(data, "", copy)
    copy.write_bytes(copy.read_bytes()[:-200])
    with pytest.raises(CannotCopy, match="cut off|no copy"):
        put_back(copy, new, "")
    assert list(new.iterdir()) == []


def test_a_restore_that_fails_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    copy, new, kept = tmp_path / "copy.tar.gz", tmp_path / "new", tmp_path / "kept"
    copy.write_bytes(b"no copy at all")
    kept.mkdir()
    (kept / "secret.key").write_text("mine\n")
    for folder in (new, kept):
        assert "is no copy of a server" in grognard("restore", copy, "--data", folder, status=1).stderr
    assert not new.exists(), "nobody asked for a folder with nothing but a lock in it"
    assert [each.name for each in kept.iterdir()] == ["secret.key"]


def is_read_alike(changed: bytes, whole: bytes) -> bool:
    try:
        return gzip.decompress(changed) == gzip.decompress(whole)
    except (OSError, EOFError, zlib.error):
        return False


def test_a_copy_in_which_any_bit_has_changed_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    """A tar has no checksum of what its files hold, and SQLite none of what its rows say."""
    data, new, copy = tmp_path / "d", tmp_path / "new", tmp_path / "copy.tar.gz"
    for folder in (data, new):
        folder.mkdir()
    games = open_games(f"sqlite:///{data / 'grognard.db'}")
    games.create("waterloo", "short")
    games.close()
    take(data, "", copy)
    whole, random = copy.read_bytes(), Random(1)
    for place in random.sample(range(10, len(whole)), 60):  # behind gzip's own name, time and flags
        changed = bytearray(whole)
        changed[place] ^= 1 << random.randrange(8)
        if is_read_alike(bytes(changed), whole):  # the last bits of a block may fill its byte
            continue
        copy.write_bytes(changed)
        with pytest.raises(CannotCopy, match="damaged|no copy"):
            put_back(copy, new, "")
        assert list(new.iterdir()) == []
    copy.write_bytes(gzip.compress(gzip.decompress(whole).replace(b"SQLite format 3", b"SQLite format 4")))
    with pytest.raises(CannotCopy, match="database in the copy is damaged"):
        put_back(copy, new, "")
    assert list(new.iterdir()) == []


def test_a_copy_of_postgresql_is_put_back_into_another_database(postgres, tmp_path: Path) -> None:
    old, new = postgres(), postgres()
    games = open_games(old)
    for seed in range(2):
        game = games.create("waterloo", "short", seats=("french", "coalition"), name=f"Number {seed}")
    key = games.seat_key(game, "french")
    games.close()
    told = take(tmp_path, old, tmp_path / "copy.tar.gz", "k" * 32)
    assert told["store"] == "postgresql"
    put_back(tmp_path / "copy.tar.gz", tmp_path, new)
    assert every_game_is_in_order(new) == every_game_is_in_order(old)
    assert (tmp_path / "secret.key").read_text() == "k" * 32
    again = open_games(new)
    assert again.seat_key(game, "french") == key
    again.create("waterloo", "short", seats=("french", "coalition"))  # numbers go on where they were
    assert len(again.ids()) == 3
    again.close()
    with pytest.raises(CannotCopy, match="already"):
        put_back(tmp_path / "copy.tar.gz", tmp_path, new)
    with pytest.raises(CannotCopy, match="no server has been started on it"):
        take(tmp_path, postgres(), tmp_path / "empty.tar.gz")


def test_a_database_that_lets_nobody_in_says_why(postgres) -> None:
    with pytest.raises(StoreUnavailable, match=r'database "nowhere" does not exist'):
        open_games(re.sub(r"/store_\d+", "/nowhere", postgres()))
