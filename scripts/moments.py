"""A Grognard with games at telling moments, the same ones every time: for the pictures of every page.

Games are played by the greedy bot from fixed seeds or come from `replays/library`.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from waitress.server import create_server

from domain.bots import BOTS, situation
from domain.kernel import Order, Seat, titled
from domain.store import Author, Holder, tournament_rounds
from domain.tournaments.events import Made
from replays.simulating import Plan
from replays.simulation import Run, kept_game
from scripts.table_moments import tables
from tests.browser.conftest import ADMIN, AT
from web.analysis.simulate import simulations
from web.base.security import seat_token
from web.lookback.archives import adopt_sample
from web.server.serve import Installation, running

FRENCH, COALITION = Seat("french"), Seat("coalition")
ALLIED = Seat("allied")
MOST_ORDERS = 900
ADDRESSES = ("192.0.2.1", "192.0.2.2")
"""Who asks for the two simulations: one address may have one at a time."""


class Moments(NamedTuple):
    """What the pages show: ids of games, the events of finished ones to stop at, links that give seats,
    names of simulations. `attack` is the order that the picture of Wellington's table points at."""

    waterloo: str
    wellington: str
    open_game: str
    invitation: str
    over_waterloo: str
    other_waterloo: str
    over_wellington: str
    waterloo_event: int
    wellington_event: int
    attack: dict[str, Any]
    links: dict[str, tuple[str, ...]]
    """The links that each visitor has opened."""
    simulations: tuple[str, str]
    tables: dict[str, str]
    """Games by the name of their picture, such as `waterloo-battle`: see `table_moments`."""
    tournament: str
    """The address of one under way."""


@contextmanager
def server(data: Path) -> Iterator[tuple[str, Any]]:
    """A Grognard on a free port: its address and its application."""
    os.environ.pop("GROGNARD_REDIS_URL", None)
    said = {"admin_secret": ADMIN, "join_limit": "1000 per minute"}
    with running(Installation(data, port=0, said=said)) as (app, listener):
        served = create_server(app, sockets=[listener], threads=16, ident=None)
        threading.Thread(target=served.run, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", app
        app.extensions["site"].hub.stop()
        served.task_dispatcher.shutdown()
        served.close()


def prepared(app: Any, told: Callable[[str], None]) -> Moments:
    """Plays everything; `told` hears what is being done."""
    games = app.extensions["site"].games
    with app.test_request_context():
        told("asking for two simulations")
        asked = [
            simulations().ask(Plan(Run("waterloo", "long", bots, 1815), count), address)
            for bots, count, address in (
                (("random", "random"), 150, ADDRESSES[0]),
                (("greedy", "random"), 12, ADDRESSES[1]),
            )
        ]
        told("playing Wellington")
        wellington = _wellington(games)
        told("playing Waterloo")
        waterloo = _waterloo(games)
        told("taking games from the library")
        over_waterloo, over_wellington = map(adopt_sample, ("waterloo_short_game", "wellington_four_powers"))
        run = Run("waterloo", "short", ("greedy", "greedy"), 18)
        other_waterloo = games.adopt(kept_game(run, 1, AT), None)
        events = [_note_on_a_battle(games, game) for game in (over_waterloo, over_wellington)]
        open_game, invited = _others(games)
        shown, links = tables(games, told)
        told("waiting for the simulations")
        _wait(asked)
        return Moments(
            waterloo, wellington, open_game, f"/join/{seat_token(invited, COALITION)}",
            over_waterloo, other_waterloo, over_wellington, *events,
            attack=msgspec.to_builtins(_closest(games.desk(wellington))),
            links={
                "nobody": (),
                "Anna": (
                    f"/join/{seat_token(waterloo, FRENCH)}",
                    f"/join/{seat_token(wellington, ALLIED)}",
                    f"/join/{seat_token(open_game, FRENCH)}",
                    *links["Anna"],
                ),
                "two people": (f"/join/{seat_token(waterloo, FRENCH, COALITION)}", *links["two people"]),
            },
            simulations=(asked[0], asked[1]),
            tables=shown,
            tournament=_tournament(games),
        )  # fmt: skip


def _wellington(games: Any) -> str:
    """Anna leads the Allies and may attack with an open end; there was talk, and a note on the board."""
    seats = titled("wellington").scenario("1813").seatings[3]
    game = _played(
        games, "wellington", "1813", seats, "Vitoria or bust",
        {ALLIED: Holder("person", "Anna"), FRENCH: Holder("person", "Bruno")},
        lambda desk: ALLIED in desk.waiting and desk.version > 220 and len(_with_odds(desk)) > 8,
    )  # fmt: skip
    anna, bruno = Author("Anna", ALLIED), Author("Bruno", FRENCH)
    games.talk.say(game, bruno, "You will not cross the Duero this summer.")
    games.talk.say(game, anna, "Then I shall go round it.")
    games.talk.say(game, bruno, "King Joseph sends his compliments, and asks for his carriage back.")
    games.talk.note(
        game, anna, games.desk(game).version,
        "Madrid can wait: first cut the road from Bayonne. The convoys come this way.",
        "me", ("burgos", "vitoria"),
    )  # fmt: skip
    return game


def _waterloo(games: Any) -> str:
    """Anna leads the French and chooses between attacks; Bruno may sit beside her."""
    return _played(
        games, "waterloo", "short", (FRENCH, COALITION), "Anna against Bruno",
        {FRENCH: Holder("person", "Anna"), COALITION: Holder("hotseat", "Bruno")},
        lambda desk: FRENCH in desk.waiting and desk.version > 150 and len(_with_odds(desk)) > 1,
    )  # fmt: skip


def _others(games: Any) -> tuple[str, str]:
    """A game with an open seat, and one of which a seat without a name is reserved for an invited friend."""
    found = []
    for name, other in (("Sunday evening", "open"), ("Letters by candlelight", "person")):
        holders = {FRENCH: Holder("person", "Anna"), COALITION: Holder(other, "")}
        found.append(games.create("waterloo", "short", name=name, holders=holders, seed=_seed(name)))
    return found[0], found[1]


def _tournament(games: Any) -> str:
    """Four who play each against each, under way."""
    made = Made(
        name="Lantern cup", kind="round_robin", title="waterloo", scenario="short", seats=(FRENCH, COALITION)
    )
    tournament = tournament_rounds.make(games, made)
    for name in ("Anna", "Bruno", "Chiara", "Dario"):
        tournament_rounds.enter(games, tournament, name)
    tournament_rounds.start(games, tournament)
    return f"/tournaments/{tournament}"


def _played(
    games: Any,
    title: str,
    scenario: str,
    seats: tuple[Seat, ...],
    name: str,
    holders: dict[Seat, Holder],
    is_telling: Callable[[Any], bool],
) -> str:
    """A game that the greedy bot has played for everybody until the desk is worth a picture."""
    game: str = games.create(title, scenario, seats=seats, name=name, holders=holders, seed=_seed(name))
    random = Random(name)
    for _ in range(MOST_ORDERS):
        desk = games.desk(game)
        if is_telling(desk):
            return game
        seat = desk.waiting[0]
        draft = desk.drafts.get(seat, ())
        ask = desk.decision.ask(seat)
        shown = situation(titled(title), desk.standing.state, desk.agenda, ask, draft, random)
        games.order(game, seat, BOTS["greedy"](shown))
    raise LookupError(f"no moment of {title} from the seed {name!r} is worth a picture: choose another name")


def _seed(name: str) -> bytes:
    return name.encode().ljust(32)[:32]


def _with_odds(desk: Any) -> dict[Order, Any]:
    """The orders of whoever is asked first that have odds to tell, each with its odds."""
    seat, tell = desk.waiting[0], titled(desk.standing.opened.title).odds
    draft = desk.drafts.get(seat, ())
    found = {order: tell(desk.standing.state, draft, order) for order in desk.menu(seat)}
    return {order: odds for order, odds in found.items() if odds is not None}


def _closest(desk: Any) -> Order:
    """The attack whose outcome is most open."""
    found = {order: odds.win for order, odds in _with_odds(desk).items() if odds.win is not None}
    return min(found, key=lambda order: abs(found[order] - 0.55))


def _note_on_a_battle(games: Any, game: str) -> int:
    """The event that ends the game's bloodiest battle; there are notes at it and elsewhere."""
    recorded = games.recorded(game)
    battles = [each for each in recorded if type(each.body).__name__ == "BattleResolved"]
    chosen = max(battles[len(battles) // 3 :], key=lambda each: _weight(each.body))
    writer = Author("Carla", games.standing(game).opened.seats[0])
    marks = [place for name in ("duchy", "space", "square") if (place := getattr(chosen.body, name, None))]
    games.talk.note(
        game, writer, chosen.version,
        "The turning point: from here on nobody could send reserves to this place.", "everybody", marks,
    )  # fmt: skip
    for battle in battles[::7]:
        games.talk.note(game, writer, battle.version, "Look at the dice of this one.", "everybody")
    return int(chosen.version)


def _weight(battle: Any) -> int:
    """How much was at stake: what Wellington's battles cost, what Waterloo's were fought with."""
    if hasattr(battle, "losses"):
        return sum(battle.losses.values())
    return int(battle.attack + battle.defence)


def _wait(names: list[str]) -> None:
    while not all(simulations().progress(name).is_finished for name in names):
        time.sleep(0.5)
