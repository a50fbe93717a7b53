"""Tournaments are made, entered, started and ended here; their rounds are opened and counted as games end.

What was done is written first, with the ids of the games that it leads to; then the games are opened. Whoever
comes next opens those that are missing, so that nothing hangs on a process that was killed in between.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import msgspec

from domain.bots import LEVELS
from domain.kernel import packs
from domain.kernel.errors import InvalidSetup, NotAllowed, SetAside, StoreUnavailable, UnknownGame
from domain.kernel.history import Standing, result_of
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import RuleSet, Scenario
from domain.kernel.seats import Seat
from domain.kernel.time_control import checked_clock
from domain.store.addresses import OPENED
from domain.store.faults import Conflict
from domain.store.house import Terms, checked_terms
from domain.store.openings import clean_cover
from domain.store.people import Holder, clean_name, twin
from domain.tournaments import rounds
from domain.tournaments.events import (
    AnyEvent,
    Entered,
    GameOver,
    How,
    Made,
    Points,
    Replayed,
    RoundPaired,
    Started,
    Withdrawn,
)
from domain.tournaments.record import Entrant, Tournament, after, seated

if TYPE_CHECKING:
    from domain.store.games import Games

log = logging.getLogger(__name__)
ATTEMPTS = 20
WORD = Seat("word")
"""Where the proof of the word is kept that lets people enter."""
HOWS: dict[str, How] = {"resignation": "resignation", "agreement": "agreement", "time": "time"}
"""How players ended a game -> how it came to its points."""
Deed = Callable[[Tournament], Sequence[AnyEvent]]
IsLeft = Callable[[], bool]
"""Whether nobody waits for the games that are still to be opened: who comes next opens them."""


# Making and entering


def seats_for_two(rule_set: RuleSet, scenario: Scenario) -> tuple[Seat, Seat] | None:
    """How two play a scenario against each other; None where that cannot be, or nobody has a side yet."""
    for seats in scenario.seatings:
        is_each_alone = all(rule_set.side_of(seat, seats) == (seat,) for seat in seats)
        if len(seats) == 2 and seats not in rule_set.bidding and is_each_alone:
            return seats[0], seats[1]
    return None


def make(games: "Games", made: Made, word: str = "") -> str:
    """A new tournament for people to enter: those who know the word, if there is one. Raises InvalidSetup."""
    rule_set, _pack = games.packs.chosen(made.title, made.pack)
    scenario = rule_set.scenario(made.scenario)
    seats = seats_for_two(rule_set, scenario)
    if seats is None:
        raise InvalidSetup(plain_refusal("tournament_for_two"))
    name, most = clean_name(made.name), rounds.MOST[made.kind]
    if not name:
        raise InvalidSetup(plain_refusal("tournament_name"))
    if not rounds.FEWEST <= made.most <= most:
        raise InvalidSetup(plain_refusal("tournament_size", least=rounds.FEWEST, most=most, given=made.most))
    if made.opening == "all" and made.kind != "round_robin":
        raise InvalidSetup(plain_refusal("tournament_at_once"))
    if made.games_each not in (1, 2) or not 0 <= made.rounds < most:
        raise InvalidSetup(plain_refusal("tournament_games"))
    checked_terms(_terms(made))
    clean_cover(made.cover * 1000)
    clock = checked_clock(made.clock, seats)
    new = games.tournaments.made(
        msgspec.structs.replace(
            made,
            at=games.now(),
            name=name,
            seats=seats,
            pack=packs.digest_of(rule_set),
            has_word=bool(word.strip()),
            clock=clock,
        )
    )
    if word.strip():
        games.proofs.keep(new, WORD, "phrase", word)
    return new


def _terms(made: Made) -> Terms:
    return Terms(made.watchers, made.delay, made.pace, made.undo)


def enter(games: "Games", tournament: str, name: str, *, is_computer: bool = False) -> int:
    """Somebody enters under a name, or a computer under that of its level; gives the entrant's number.

    Raises NotAllowed, InvalidSetup.
    """
    clean = clean_name(name)
    if not clean:
        raise InvalidSetup(plain_refusal("entrant_name"))
    if is_computer and clean not in LEVELS:
        raise InvalidSetup(plain_refusal("no_bot", bot=clean, known=", ".join(LEVELS)))

    def entered(found: Tournament) -> list[AnyEvent]:
        if not found.is_open:
            raise NotAllowed(plain_refusal("tournament_has_begun"))
        if len(found.present) >= found.made.most:
            raise NotAllowed(plain_refusal("tournament_is_full", most=found.made.most))
        if twin(clean) in {twin(each.name) for each in found.present}:
            raise InvalidSetup(plain_refusal("entrant_name_taken", name=clean))
        number = len(found.entrants) + 1
        return [Entered(at=games.now(), entrant=number, name=clean, is_computer=is_computer)]

    return len(_done(games, tournament, entered).entrants)


def withdraw(games: "Games", tournament: str, entrant: int, *, by_maker: bool = False) -> None:
    """Somebody leaves: running games are forfeited, and resigned where they leave themselves.

    Raises NotAllowed.
    """

    def left(found: Tournament) -> list[AnyEvent]:
        if not 1 <= entrant <= len(found.entrants) or found.has_left(entrant) or rounds.is_over(found):
            raise NotAllowed(plain_refusal("entrant_is_gone"))
        gone = Withdrawn(at=games.now(), entrant=entrant, by_maker=by_maker)
        return [gone, *(_now(games, each) for each in rounds.forfeits(after(found, gone), entrant))]

    catch_up(games, tournament)  # what is over already is forfeited no more
    before = games.tournaments.of(tournament).running()
    found = _done(games, tournament, left)
    try:
        for game in before if not by_maker else ():
            if (over := found.over(game)) is not None and over.how == "forfeit":
                _resign(games, found, game, entrant)
    finally:
        catch_up(games, tournament)


def _resign(games: "Games", found: Tournament, game: str, entrant: int) -> None:
    """Whoever leaves resigns the own game; those of others that were forfeited stay as they are."""
    pairing, place = found.games()[game]
    if entrant not in pairing.people:
        return
    seat = Seat(found.made.seats[seated(pairing, place).index(entrant)])
    try:
        games.resign(game, seat, (seat,))
    except (NotAllowed, SetAside, UnknownGame) as problem:  # it counts as forfeited all the same
        log.info("Game %s of the tournament %s goes on: %s", game, found.id, problem)


def start(games: "Games", tournament: str, order: Sequence[int] = ()) -> None:
    """Nobody enters any more, and the first round begins; `order` are the entrants, the best seed first
    (else in the order of entry). Raises NotAllowed."""

    def started(found: Tournament) -> list[AnyEvent]:
        here = [each.number for each in found.present]
        if not found.is_open:
            raise NotAllowed(plain_refusal("tournament_has_begun"))
        if len(here) < rounds.FEWEST:
            raise NotAllowed(plain_refusal("tournament_needs_two"))
        seeds = [each for each in order if each in here]
        seeds += [each for each in here if each not in seeds]
        begun = Started(at=games.now(), order=tuple(seeds))
        return [begun, *_paired(games, after(found, begun))]

    _done(games, tournament, started)
    catch_up(games, tournament)


def next_round(games: "Games", tournament: str) -> None:
    """The maker opens the next round. Raises NotAllowed while a round is played, or none is left."""
    catch_up(games, tournament)

    def opened(found: Tournament) -> list[AnyEvent]:
        if not rounds.may_go_on(found):
            raise NotAllowed(plain_refusal("round_goes_on"))
        return _paired(games, found)

    _done(games, tournament, opened)
    catch_up(games, tournament)


def award(games: "Games", tournament: str, game: str, points: Points, reason: str) -> None:
    """The maker says what a game comes to that does not end otherwise: (1, 0), (0, 1), (½, ½) or (0, 0) for
    the first and the second of its pairing. Raises NotAllowed."""

    def awarded(found: Tournament) -> list[AnyEvent]:
        if game not in found.running():
            raise NotAllowed(plain_refusal("not_to_award"))
        if points not in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.0, 0.0)):
            raise InvalidSetup(plain_refusal("no_such_award"))
        why = clean_name(reason)
        return [GameOver(at=games.now(), game=game, points=points, how="award", reason=why)]

    catch_up(games, tournament)
    _done(games, tournament, awarded)
    catch_up(games, tournament)


# As games end


def _never() -> bool:
    return False


def go_on(games: "Games", tournament: str, is_left: IsLeft = _never) -> None:
    """As `catch_up`, where nobody waits for it and who looks next tries again: what is wrong is logged."""
    try:
        catch_up(games, tournament, is_left)
    except Exception:
        log.exception("The tournament %s does not go on before somebody looks at it", tournament)


def catch_up(games: "Games", tournament: str, is_left: IsLeft = _never) -> None:
    """Counts the games that are over, opens what follows from them by itself, and whatever is missing."""
    with games.tournaments.one_at_a_time(tournament):
        _catch_up(games, tournament, is_left)


def _catch_up(games: "Games", tournament: str, is_left: IsLeft) -> None:
    def due(found: Tournament) -> list[AnyEvent]:
        ended = _ended(games, found)
        for each in ended:
            found = after(found, each)
        again = [
            Replayed(at=games.now(), round=number, table=table, game=_promised(games, found))
            for number, table in rounds.to_replay(found)
        ]
        goes_on = found.made.opening == "itself" and rounds.may_go_on(found)
        return [*ended, *again, *(_paired(games, found) if goes_on else [])]

    found, before = games.tournaments.of(tournament), -1
    while not found.is_open and found.seen > before:  # a round of byes alone is over at once
        before = found.seen
        found = _done(games, tournament, due)
    if not found.is_open:
        open_missing(games, found, is_left)


def _ended(games: "Games", found: Tournament) -> list[AnyEvent]:
    """The games of a tournament that are over and do not count yet."""
    return [
        ended
        for game in found.running()
        if games.has_ended(game) and (ended := _outcome(games, found, game)) is not None
    ]


def _outcome(games: "Games", found: Tournament, game: str) -> GameOver | None:
    """What a game comes to; None while it is not over, not opened yet, or cannot be read."""
    try:
        standing: Standing = games.standing(game)
        result = result_of(games.rule_set(game), standing)
    except (UnknownGame, SetAside) as problem:
        log.info("Game %s of the tournament %s does not count yet: %s", game, found.id, problem)
        return None
    if result is None:
        return None
    pairing, place = found.games()[game]
    own = [found.made.seats[seated(pairing, place).index(each)] for each in pairing.people]
    if not result.winners or set(own) <= set(result.winners):
        points = (0.5, 0.5)
    else:
        points = (float(own[0] in result.winners), float(own[1] in result.winners))
    has_margin = set(own) <= set(result.scores)
    margin = float(result.scores[Seat(own[0])] - result.scores[Seat(own[1])]) if has_margin else 0.0
    how = HOWS.get(result.reason, "")
    return GameOver(at=games.now(), game=game, points=points, margin=margin, how=how)


def _paired(games: "Games", found: Tournament) -> list[AnyEvent]:
    """The next round, or all rounds where they begin at once."""
    done: list[AnyEvent] = []
    while not done or rounds.is_all_at_once(found):
        pairings = rounds.next_round(found, partial(_promised, games, found))
        done.append(RoundPaired(at=games.now(), pairings=pairings))
        found = after(found, done[-1])
    return done


def _promised(games: "Games", found: Tournament) -> str:
    """The id of a game that is to be opened."""
    new = uuid4().hex
    games.tournaments.promise(found.id, new)
    return new


def _now(games: "Games", event: GameOver) -> GameOver:
    return msgspec.structs.replace(event, at=games.now())


def _done(games: "Games", tournament: str, deed: Deed) -> Tournament:
    """Keeps what `deed` makes of the tournament, once more if somebody else was first; gives what it is just
    then, without what others did next: the last who entered is who asked."""
    for _ in range(ATTEMPTS):
        found = games.tournaments.of(tournament)
        events = deed(found)
        if not events:
            return found
        try:
            games.tournaments.record(tournament, found.seen, *events)
        except Conflict:
            games.look_again()
            continue
        return replace(reduce(after, events, found), seen=found.seen + 1)
    raise StoreUnavailable(plain_refusal("tournament_busy"))


# Games


def open_missing(games: "Games", found: Tournament, is_left: IsLeft = _never) -> None:
    """Opens the games of a tournament that are promised and not there yet, each for its two entrants; none
    any more once they are left.

    All that belongs to a game is noted before it is there: who is killed in between leaves it to be opened.
    """
    there = set(games.ids())
    for game, (pairing, place) in found.games().items():
        if found.over(game) is None and game not in there and not _is_there(games, game):
            if is_left():
                log.info("Games of the tournament %s are left to be opened", found.id)
                return
            if place == 1:
                games.matches.join(pairing.games[0], game)
            try:
                _open(games, found, game, seated(pairing, place))
            except InvalidSetup as problem:  # its data are lost: the maker awards it
                log.warning("Game %s of the tournament %s cannot be opened: %s", game, found.id, problem)


def _is_there(games: "Games", game: str) -> bool:
    try:
        games.holders(game)
    except UnknownGame:
        return False
    except SetAside:
        return True
    return True


def _open(games: "Games", found: Tournament, game: str, people: tuple[int, int]) -> None:
    """Gives the seats of a game to the browsers of its people, nobody else has them, and opens it."""
    made = found.made
    seats = (Seat(made.seats[0]), Seat(made.seats[1]))
    holders = {seat: _holder(found.entrant(each)) for seat, each in zip(seats, people, strict=True)}
    for seat, entrant in zip(seats, people, strict=True):
        _keep_telling(games, found, game, seat, entrant)
        for browser in games.tournaments.browsers(found.id, entrant):
            give(games, browser, game, seat)
    agreed: dict[str, Any] = {
        "options": made.options,
        "terms": _terms(made),
        "cover": made.cover * 1000,
        "clock": made.clock,
    }
    try:
        games.create(
            made.title, made.scenario, seats=seats, holders=holders, pack=made.pack, game=game, **agreed
        )
    except InvalidSetup:
        if not _is_there(games, game):
            raise  # else another process was quicker


def _holder(entrant: Entrant) -> Holder:
    return Holder("bot" if entrant.is_computer else "person", entrant.name)


def _keep_telling(games: "Games", found: Tournament, game: str, seat: Seat, entrant: int) -> None:
    """Who is told by mail or webhook of the own moves in the last pairing is told of those in this game."""
    if any(each == seat for _way, each in games.addresses.of(game)):
        return  # another process was quicker
    own = [(each, pairing) for pairing in found.pairings_of(entrant) for each in pairing.games]
    earlier = own[: [each for each, _ in own].index(game)]
    for before, pairing in reversed(earlier):
        sat = seat_of(found, before, entrant)
        if pairing is earlier[-1][1] and sat is not None:
            games.addresses.carry_over(before, game, sat, seat, OPENED)


def give(games: "Games", browser: str, game: str, seat: Seat) -> None:
    """A browser has a seat from now on, beside what it had of the game, which need not be opened yet."""
    new = {str(seat): games.promised_key(game, seat)}
    games.passes.change(browser, game, lambda had: msgspec.structs.replace(had, keys={**had.keys, **new}))


def seat_of(found: Tournament, game: str, entrant: int) -> Seat | None:
    """The seat that an entrant has in a game of the tournament."""
    pairing, place = found.games().get(game, (None, 0))
    if pairing is None or entrant not in pairing.people:
        return None
    return Seat(found.made.seats[seated(pairing, place).index(entrant)])
