"""What is told of a tournament: its rounds, standings and seeds, for pages and programs alike."""

import csv
import io
from typing import Any, NamedTuple

from flask_babel import format_decimal, lazy_gettext
from flask_babel import gettext as _

from domain.kernel import Seat
from domain.kernel.errors import SetAside
from domain.store import tournament_rounds
from domain.tournaments import rounds
from domain.tournaments.events import GameOver, Pairing
from domain.tournaments.record import Entrant, Tournament, seated
from domain.tournaments.standings import TIE_BREAKS, standings
from web.analysis import rated
from web.base import damaged
from web.base.site import site
from web.hosting import clocks
from web.hosting.entrants import Member

Json = dict[str, Any]
KINDS = {
    "round_robin": lazy_gettext("Round robin"),
    "swiss": lazy_gettext("Swiss"),
    "knockout": lazy_gettext("Knock-out"),
}
ABOUT = {
    "round_robin": lazy_gettext("everybody meets everybody; up to 16"),
    "swiss": lazy_gettext("those of equal points meet, a few rounds for many; up to 128"),
    "knockout": lazy_gettext("who loses is out; a draw is played again with sides changed; up to 128"),
}
STATES = {
    "open": lazy_gettext("can be entered"),
    "running": lazy_gettext("under way"),
    "over": lazy_gettext("over"),
}
BREAKS = {
    "buchholz": lazy_gettext("Buchholz"),
    "sonneborn_berger": lazy_gettext("Sonneborn-Berger"),
    "head_to_head": lazy_gettext("Head to head"),
    "margin": lazy_gettext("Margin"),
}
HOWS = {
    "resignation": lazy_gettext("by resignation"),
    "agreement": lazy_gettext("by agreement"),
    "time": lazy_gettext("on time"),
    "award": lazy_gettext("awarded"),
    "forfeit": lazy_gettext("forfeited"),
}


def state_of(found: Tournament) -> str:
    """Whether it can be entered, is under way, or over."""
    return "open" if found.is_open else "over" if rounds.is_over(found) else "running"


def short_document(found: Tournament) -> Json:
    """A tournament in a list."""
    made = found.made
    return {
        "tournament": found.id,
        "name": made.name,
        "kind": made.kind,
        "title": made.title,
        "scenario": made.scenario,
        "state": state_of(found),
        "entrants": len(found.present if found.is_open else found.entrants),
        "most": made.most,
        "has_word": made.has_word,
        "rounds": len(found.rounds),
        "rounds_due": rounds.rounds_due(found),
        "made_at": made.at,
    }


def document(who: Member) -> Json:
    """All of a tournament as anybody may know it, and what the asker is in it."""
    found = who.tournament
    made = found.made
    return {
        **short_document(found),
        "seats": list(made.seats),
        "options": made.options,
        "pack": made.pack,
        "games_each": made.games_each,
        "opening": made.opening,
        "seeding": made.seeding,
        "watchers": made.watchers,
        "delay": made.delay,
        "pace": made.pace,
        "undo": made.undo,
        "cover": made.cover,
        "clock": clocks.chosen_document(made.clock),
        "people": [
            {
                "entrant": each.number,
                "name": each.name,
                "has_left": each.has_left,
                "is_computer": each.is_computer,
            }
            for each in found.entrants
        ],
        "pairings": [[_pairing(found, pairing) for pairing in each] for each in found.rounds],
        "standings": standing_rows(found),
        "yours": who.entrant.number if who.entrant else None,
        "is_maker": who.is_maker,
        "may_open_round": who.is_maker and (rounds.may_go_on(found) or rounds.may_start(found)),
    }


def _pairing(found: Tournament, pairing: Pairing) -> Json:
    return {
        "first": pairing.first or None,
        "second": pairing.second,
        "points": list(found.points(pairing)),
        "is_over": found.is_played(pairing),
        "games": [_game(found, pairing, game, place) for place, game in enumerate(pairing.games)],
    }


def _game(found: Tournament, pairing: Pairing, game: str, place: int) -> Json:
    """A game: who sits where, and what it came to for each."""
    over: GameOver | None = found.over(game)
    seats = dict(zip(found.made.seats, seated(pairing, place), strict=True))
    own = dict(zip(pairing.people, over.points, strict=True)) if over else {}
    return {
        "game": game,
        "seats": seats,
        "points": {seat: own[each] for seat, each in seats.items()} if over else None,
        "how": over.how if over else "",
        "reason": over.reason if over else "",
    }


def standing_rows(found: Tournament) -> list[Json]:
    """The standings, the first one first."""
    return [
        {
            "rank": line.rank,
            "entrant": line.entrant,
            "name": found.entrant(line.entrant).name,
            "is_computer": found.entrant(line.entrant).is_computer,
            "has_left": found.has_left(line.entrant),
            "points": line.points,
            "won": line.won,
            "drawn": line.drawn,
            "lost": line.lost,
            **line.breaks,
        }
        for line in standings(found)
    ]


def breaks_shown(found: Tournament) -> dict[str, Any]:
    """The tie-breaks that the table shows; the margin only where games came to one."""
    has_margin = any(each.margin for each in (found.ended or {}).values())
    return {each: BREAKS[each] for each in TIE_BREAKS[found.made.kind] if each != "margin" or has_margin}


def standings_csv(found: Tournament) -> str:
    """The standings as a table for other programs."""
    columns = ["rank", "entrant", "name", "has_left", "points", "won", "drawn", "lost"]
    columns += TIE_BREAKS[found.made.kind]
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, "name": _harmless(row["name"])} for row in standing_rows(found))
    return text.getvalue()


def _harmless(name: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name


def seeds(found: Tournament) -> list[int]:
    """The entrants in the order of their seeds: as they entered, or the highest rating first, those without
    one last."""
    here = [each.number for each in found.present]
    if found.made.seeding == "entry":
        return here
    from replays.ratings import Kind, Name, known_as

    known = rated.ratings_of(found.made.title, found.made.pack).histories
    middles = {}
    for each in here:
        kind: Kind = "bot" if found.entrant(each).is_computer else "person"
        history = known.get(Name(kind, known_as(found.entrant(each).name)), ())
        middles[each] = history[-1].middle if history else float("-inf")
    return sorted(here, key=lambda each: -middles[each])


def winners(found: Tournament) -> list[str]:
    """Who has won a tournament that is over."""
    if state_of(found) != "over":
        return []
    return [called(found.entrant(each.entrant)) for each in standings(found) if each.rank == 1]


def called(entrant: Entrant) -> str:
    """An entrant as pages write it."""
    return rated.player_called("bot" if entrant.is_computer else "person", entrant.name)


class Own(NamedTuple):
    """A running game of whoever asks, with the opponent's name; whether the own seat is to decide."""

    game: str
    opponent: str
    seat: Seat
    is_asked: bool


def own_games(who: Member) -> list[Own]:
    """The running games of whoever asks that are there already."""
    found, here = who.tournament, set(site().games.ids())
    own = []
    for each in who.entrants:
        for game in found.running() if not each.has_left else ():
            seat = tournament_rounds.seat_of(found, game, each.number)
            if seat is not None and game in here:
                pairing, _at = found.games()[game]
                other = next(one for one in pairing.people if one != each.number)
                own.append(Own(game, called(found.entrant(other)), seat, _is_asked(game, seat)))
    return own


def _is_asked(game: str, seat: Seat) -> bool:
    try:
        return seat in site().games.desk(game).waiting
    except SetAside as problem:
        damaged.told_once(game, problem)
        return False


def told_points(points: float) -> str:
    """Points with halves as people write them."""
    whole, half = divmod(points, 1)
    return f"{whole:.0f}½" if half == 0.5 and whole else "½" if half == 0.5 else str(format_decimal(points))


def round_called(found: Tournament, number: int) -> str:
    """A round by its number; the last ones of a knock-out by their names."""
    left = rounds.rounds_due(found) - number
    if found.made.kind == "knockout" and left < 3:
        return [_("Final"), _("Semi-finals"), _("Quarter-finals")][left]
    return _("Round %(number)s of the tournament", number=number)
