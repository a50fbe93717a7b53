"""Who asks for a tournament: its maker, one of its entrants, or anybody; and what each of them may do.

A browser keeps its place in a tournament like a seat of a game: by a key, which a link carries to another
one. A program has a token.
"""

import hmac
from typing import NamedTuple

from flask import request
from flask_babel import gettext as _

from domain.kernel import Seat
from domain.kernel.errors import NotAllowed
from domain.kernel.prose_files import plain_refusal
from domain.store import tournament_rounds
from domain.store.accounts import NameKept
from domain.store.people import twin
from domain.tournaments.events import GameOver, Points
from domain.tournaments.record import Entrant, Tournament
from web.base import limits, security
from web.base.site import site
from web.hosting import kept_names

MAKER = "maker"
SALT = "tournament"
"""What the links and tokens of places in tournaments are signed for."""


class Member(NamedTuple):
    """Who asks: the tournament as it stands, the entrants that the asker is, and whether it is the maker."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    is_maker: bool

    @property
    def entrant(self) -> Entrant | None:
        """Who the asker plays as: an entrant who has not left."""
        return next((each for each in self.entrants if not each.has_left), None)


def member(tournament: str) -> Member:
    """Who asks for a tournament, with keys checked. Raises UnknownTournament, BadLink."""
    found = site().games.tournaments.of(tournament)
    shown = _shown(tournament)
    own = tuple(each for each in found.entrants if _is_good(tournament, shown, str(each.number)))
    return Member(found, own, _is_good(tournament, shown, MAKER))


def _shown(tournament: str) -> dict[str, str]:
    """The keys that the asker shows, unchecked."""
    if not security.is_program():
        return security.passed(tournament).keys
    token = request.headers["Authorization"].removeprefix("Bearer ").strip()
    of, keys = read(token)
    return keys if of == tournament else {}


def read(token: str) -> tuple[str, dict[str, str]]:
    """(the tournament, the keys) of a link or token. Raises BadLink."""
    of, keys = security.read_signed(SALT, token)
    return str(of), dict(keys)


def _is_good(tournament: str, shown: dict[str, str], place: str) -> bool:
    key = site().games.tournaments.key(tournament, place) if place in shown else ""
    return bool(key) and hmac.compare_digest(key, shown[place])


def token_of(tournament: str, place: str) -> str:
    """What gives a place in a tournament to whoever shows it."""
    return security.signed_by(
        site().settings.secrets,
        SALT,
        [tournament, {place: site().games.tournaments.key(tournament, place)}],
    )


def give(tournament: str, place: str) -> str:
    """The asker has this place from now on, with the seats of its games; gives the token for it."""
    games = site().games
    if not security.is_program():
        security.give_keys(tournament, {place: games.tournaments.key(tournament, place)})
        if place != MAKER:
            games.tournaments.let_browser(tournament, int(place), security.holder_name())
            _seat(tournament, int(place))
    return token_of(tournament, place)


def _seat(tournament: str, entrant: int) -> None:
    """This browser has the seats of all games of an entrant."""
    found = site().games.tournaments.of(tournament)
    for game in found.running():
        if (seat := tournament_rounds.seat_of(found, game, entrant)) is not None:
            tournament_rounds.give(site().games, security.holder_name(), game, seat)


def places_in(tournament: str, token: str) -> list[str]:
    """The places in a tournament that a link carries for this browser. Raises UnknownTournament, BadLink, and
    NotAllowed where this browser is another entrant already: nobody plays for two."""
    of, keys = read(token)
    who = member(tournament)
    good = [place for place in keys if of == tournament and _is_good(tournament, keys, place)]
    if not good:
        raise security.BadLink(_("This link is damaged or too old. Ask for a new one."))
    if who.entrant is not None and not {*good} <= {MAKER, str(who.entrant.number)}:
        name = who.entrant.name
        raise NotAllowed(
            _("This browser is %(name)s in this tournament, and the link is another's.", name=name)
        )
    return good


def played_in(game: str) -> Tournament | None:
    """The tournament that a game belongs to, if nobody has put it away."""
    games = site().games
    tournament = games.tournaments.played_in(game)
    if tournament is None or tournament in games.shelf.away():
        return None
    found: Tournament = games.tournaments.of(tournament)
    return found


def counted_before_its_end(game: str) -> GameOver | None:
    """How the tournament counts a game that was given to somebody before its end; None for any other game."""
    found = played_in(game)
    over = found.over(game) if found else None
    return over if over is not None and over.how in ("award", "forfeit") else None


def every() -> list[Tournament]:
    """All tournaments that are not put away, the one that was made last first."""
    games, away = site().games, site().games.shelf.away()
    return [each for each in games.tournaments.every() if each.id not in away]


def count(tournament: str) -> None:
    """What is over is counted as somebody looks, and what is missing is opened; not while play is closed."""
    games = site().games
    if games.shelf.closed() is None and games.write_problem() is None:
        tournament_rounds.catch_up(games, tournament)


# What they may do


def enter(tournament: str, name: str, word: str) -> int:
    """Somebody enters under a name, with the word where there is one; gives the entrant's number.

    Raises NotAllowed, InvalidSetup, TooManyRequests.
    """
    games, who = site().games, member(tournament)
    if who.entrant is not None and not security.is_program():
        raise NotAllowed(_("You have entered this tournament as %(name)s already.", name=who.entrant.name))
    if who.tournament.made.has_word and not who.is_maker:
        proven = limits.is_proven(
            f"tournament {tournament}",
            lambda: games.proofs.fits(tournament, tournament_rounds.WORD, "phrase", word),
        )
        if not proven:
            raise NotAllowed(_("This is not the word of the tournament. Ask whoever made it."))
    return tournament_rounds.enter(games, tournament, kept_names.check(name))


def check_not_entered(name: str) -> None:
    """Nobody keeps the name under which somebody else plays in a tournament. Raises NameKept."""
    for each in every():
        same = {one.number for one in each.present if not one.is_computer and twin(one.name) == twin(name)}
        if not same <= {one.number for one in member(each.id).entrants}:
            raise NameKept(plain_refusal("name_played", name=name))


def enter_computer(tournament: str, level: str) -> int:
    """The maker lets a computer play, one of each level; gives its number.

    Raises NotAllowed, InvalidSetup.
    """
    require_maker(tournament)
    return tournament_rounds.enter(site().games, tournament, level, is_computer=True)


def withdraw(tournament: str, entrant: int) -> None:
    """An entrant leaves, or the maker takes somebody out. Raises NotAllowed."""
    who = member(tournament)
    is_own = entrant in [each.number for each in who.entrants]
    if not is_own and not who.is_maker:
        raise NotAllowed(_("Only an entrant leaves, and only the maker of a tournament takes somebody out."))
    tournament_rounds.withdraw(site().games, tournament, entrant, by_maker=not is_own)


def require_maker(tournament: str) -> Tournament:
    """The tournament, if the asker made it. Raises NotAllowed."""
    who = member(tournament)
    if not who.is_maker:
        raise NotAllowed(_("Only the maker of the tournament does this."))
    return who.tournament


def award(tournament: str, game: str, to: tuple[int, ...], reason: str) -> None:
    """The maker says to whom a game goes: one entrant, both (a draw), or nobody. Raises NotAllowed."""
    found = require_maker(tournament)
    pairing, _place = found.games().get(game, (None, 0))
    if pairing is None or not set(to) <= set(pairing.people):
        raise NotAllowed(_("A game is awarded to those who play it."))
    share = 0.5 if len(set(to)) > 1 else 1.0
    points: Points = (share * (pairing.first in to), share * (pairing.second in to))
    tournament_rounds.award(site().games, tournament, game, points, reason)


def sit_down(tournament: str, game: str) -> Seat:
    """The asker's own seat in a game of the tournament; a browser holds it from now on. Raises NotAllowed."""
    who = member(tournament)
    for each in who.entrants:
        seat = tournament_rounds.seat_of(who.tournament, game, each.number)
        if seat is not None:
            security.give_seats(game, seat)
            return seat
    raise NotAllowed(_("You do not play this game of the tournament."))
