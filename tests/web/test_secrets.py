"""In a hundred random games no page of the table or hand-over names a card that its reader may not know."""

import json
from html import unescape
from random import Random

import pytest

import domain.titles  # noqa: F401  (registers every title)
from domain.kernel import ALL, PUBLIC, titled
from domain.kernel.prose import prose
from projections.documents import event_document, scene_document
from tests.thorough import times
from tests.web.conftest import Browser

GAMES = times(20, 100)
"""Of each title."""


def a_table(open_browser, games, title, random):
    """(game, a screen with some seats or all, a guest with the others): some orders into a random game."""
    rule_set, host, guest = titled(title), open_browser(), open_browser()
    scenario = random.choice(rule_set.scenarios)
    seating = random.randrange(len(scenario.seatings))
    seats = scenario.seatings[seating]
    shared = seats[: random.randint(1, len(seats))]
    fields = {f"name_{seat}": f"Player {place}" for place, seat in enumerate(seats)}
    fields |= {f"kind_{seat}": "hotseat" if seat in shared[1:] else "open" for seat in seats}
    host.open(f"/new?title={title}&scenario={scenario.id}&seating={seating}")
    host.send("/new", **{**fields, f"kind_{seats[0]}": "me"})
    game = games.ids()[-1]
    for seat in seats[len(shared) :]:
        guest.open(f"/g/{game}/seats/{seat}")
        guest.send(f"/seats/{seat}", name="Bruno")
    for _ in range(random.randrange(40)):
        desk = games.desk(game)
        seat = random.choice(desk.waiting)
        games.order(game, seat, random.choice(desk.menu(seat)))
    return game, (host, shared), (guest, seats[len(shared) :])


def secrets_from(games, game, viewers):
    """Ids and names of the cards in hands that none of `viewers` may see or was told of."""
    rule_set, state = games.rule_set(game), games.standing(game).state
    every = scene_document(rule_set, state, ALL)["hands"]
    known = [scene_document(rule_set, state, each)["hands"] for each in viewers]
    recorded = games.recorded(game)
    fields = [event_document(rule_set, each, viewer)["fields"] for each in recorded for viewer in viewers]
    told = json.dumps(fields)
    hidden = {
        card
        for owner, hand in every.items()
        if all(hands[owner].get("cards") is None for hands in known)
        for card in hand.get("cards") or ()
        if f'"{card}"' not in told
    }
    return {*hidden, *(prose(rule_set.id).name(card) for card in hidden)}


def named(secrets, text):
    return [each for each in secrets if f'"{each}"' in text or (" " in each and each in text)]


@pytest.mark.parametrize("title", ["waterloo", "wellington"])
def test_u11_hand_over_other_seats_and_watchers_name_no_hidden_card(open_browser, games, app, title):
    random, looked, handed = Random(11), 0, 0
    for _ in range(GAMES):
        game, *tables = a_table(open_browser, games, title, random)
        for browser, seats in (*tables, (Browser(app), (PUBLIC,))):
            closed, open_ = (secrets_from(games, game, each) for each in ((PUBLIC,), (PUBLIC, *seats)))
            looked += len(open_)
            for page in ("", "/watch", "/handover"):
                text = unescape(browser.open(f"/g/{game}{page}").text)
                is_handover = "Pass the device" in text
                handed += is_handover
                assert not named(closed if is_handover else open_, text), (game, page, seats)
            for page in ("scene", "desk"):
                assert not named(open_, browser.open(f"/api/games/{game}/{page}").text), (game, page, seats)
    assert looked and handed
