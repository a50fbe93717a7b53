"""A machine on which no Redis can be started: the server plays on from the event store, and says so once."""

import logging

from domain.store import Games
from tests.web.conftest import Browser
from web.server.serve import Installation, running

SEATS = {"french": {"kind": "me", "name": "Anna"}, "coalition": {"kind": "me", "name": "Anna"}}


def test_a_game_is_opened_played_and_watched_from_the_store(tmp_path, monkeypatch, caplog):
    monkeypatch.delenv("GROGNARD_REDIS_URL", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("projections.redis_server.BUNDLED", ())
    started = []
    monkeypatch.setattr(Games, "tournaments_go_on", lambda games: started.append(games))
    here = Installation(tmp_path / "data", port=0)
    with caplog.at_level(logging.WARNING), running(here) as (app, _listener):
        asked = {"title": "waterloo", "scenario": "short", "seats": SEATS}
        program, headers = app.test_client(use_cookies=False), {"X-Grognard": "1"}
        opened = program.post("/api/games", json=asked, headers=headers).json
        headers["Authorization"], address = f"Bearer {opened['token']}", f"/api/games/{opened['game']}"
        for _ in range(3):
            desk = program.get(f"{address}/desk", headers=headers).json
            order = {"seat": desk["prompt"]["seat"], "order": desk["options"][0]["order"]}
            assert program.post(f"{address}/orders", json=order, headers=headers).status_code == 200
        watched = Browser(app).open(f"/g/{opened['game']}/watch")
        assert 'id="board"' in watched.text and "You are watching" in watched.text
        assert len(started) == 1, "what tournaments had left to do is asked for"
        assert [each["game"] for each in program.get("/api/games").json] == [opened["game"]]
    said = [each.message for each in caplog.records if "No Redis was found" in each.message]
    assert len(said) == 1 and "computed from the event store" in said[0]
