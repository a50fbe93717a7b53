"""What the host puts away: out of the lists, out of sight, and play itself for a while."""

from pathlib import Path

import pytest

from projections import statistics
from tests.web.console import asked, grognard
from tests.web.serving import Player, Refused, served
from tests.web.test_resigning import resigned


def test_a_host_looks_after_games_while_the_server_runs(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        player, other = Player(server), Player(server, 2)
        game = player.game

        def games(*words: str) -> str:
            return grognard("games", *words, "--data", tmp_path).stdout

        assert {each["game"] for each in asked("games", "list", "--data", tmp_path)} == {game, other.game}
        games("hide", game, "--why", "a test")
        assert game not in server.page("/games") and other.game in server.page("/games")
        player.play(1)  # it is played on
        games("remove", game, "--why", "an insult")
        for path in (f"/g/{game}/watch", f"/api/games/{game}", f"/compare?a={game}&b={other.game}"):
            with pytest.raises(Refused) as refused:
                server.page(path)
            assert refused.value.status == 404
        (away,) = asked("games", "list", "--away", "--data", tmp_path)
        assert [each["did"] for each in away["trace"]] == ["hidden", "removed"]
        assert away["trace"][1]["why"] == "an insult"
        games("show", game)
        assert game in server.page("/games")
        player.play(1)
        unknown = grognard("games", "hide", "none", "--data", tmp_path, status=1)
        assert "grognard games list" in unknown.stderr


def test_while_play_is_closed_everything_can_be_looked_at_and_nothing_is_changed(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        player = Player(server)
        assert "closed" in grognard("play", "close", "--why", "Back at eight.", "--data", tmp_path).stdout
        version = player.desk()["version"]
        with pytest.raises(Refused) as refused:
            player.play(1)
        assert refused.value.status == 503 and "Back at eight." in str(refused.value)
        assert player.desk()["version"] == version
        grognard("play", "open", "--data", tmp_path)
        player.play(1)
        assert player.desk()["version"] > version


def test_what_is_put_away_counts_in_no_statistics_until_it_is_shown_again(app, games) -> None:
    game, _browser = resigned(app, games)
    redis = app.extensions["site"].redis
    assert [row["game"] for row in statistics.rows(redis, games)] == [game]
    for did, count in (("hidden", 0), ("shown", 1), ("removed", 0)):
        games.shelf.put(game, did)
        assert len(statistics.rows(redis, games)) == count
    assert [each.did for each in games.shelf.trace(game)] == ["hidden", "shown", "removed"]
    assert app.test_client().get(f"/g/{game}/replay").status_code == 404
