"""Bad luck behind the pages: what the store cannot keep is refused, and nothing is half done."""

import json
import sqlite3

from domain.kernel.codec import write_order
from domain.store import open_games
from tests.web.conftest import SECRET
from web.app import create_app
from web.security import seat_token
from web.site import Settings


def test_a_full_disk_is_a_clear_503_and_the_game_goes_on_when_there_is_room(tmp_path):
    path = tmp_path / "games.db"
    begun = open_games(f"sqlite:///{path}")
    several = [begun.create("skirmish", "line") for _ in range(12)]
    begun.close()
    with sqlite3.connect(path) as database:
        (pages,) = database.execute("PRAGMA page_count").fetchone()
    full = open_games(f"sqlite:///{path}?max_pages={pages}")
    app = create_app(full, None, Settings(secrets=(SECRET,), limits_on=False))
    client = app.test_client()
    refused = None
    for game in several:
        while refused is None and not (desk := full.desk(game)).is_over:
            before, seat = full.max_notification_id(), desk.waiting[0]
            with app.test_request_context():
                token = seat_token(game, seat)
            answer = client.post(
                f"/api/games/{game}/orders",
                json={
                    "seat": seat,
                    "moment": desk.moment,
                    "order": json.loads(write_order(desk.menu(seat)[-1])),
                },
                headers={"X-Grognard": "1", "Authorization": f"Bearer {token}"},
            )
            refused = answer if answer.status_code != 200 else None
        if refused is not None:
            break
    assert refused is not None
    assert refused.status_code == 503
    assert "Nothing was changed" in refused.json["message"]
    assert full.max_notification_id() == before
    assert full.desk(game).moment == desk.moment
    app.extensions["site"].hub.stop()
    full.close()
    again = open_games(f"sqlite:///{path}")
    assert again.order(game, seat, again.desk(game).menu(seat)[-1])
    again.close()
