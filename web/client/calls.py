"""Every operation of the API. Written from the API's document by `make client`: do not edit."""

from collections.abc import Iterator
from typing import Any, Literal

from web.client.answers import (
    AccountOut,
    BanOut,
    BriefTournamentOut,
    ClockIn,
    DataOut,
    DeskOut,
    EventOut,
    FigureOut,
    FoundGamesOut,
    FoundTextsOut,
    GameOut,
    GroupsOut,
    HintOut,
    JudgedOut,
    KeptOut,
    LadderOut,
    LineOut,
    NoteOut,
    OneGameOut,
    OpenedOut,
    Order,
    PlaceIn,
    PlaceOut,
    PlayOut,
    ProgressOut,
    ReachOut,
    RowOut,
    SceneOut,
    SeatOut,
    SimulationOut,
    SimulationsOut,
    StateOut,
    StatisticsOut,
    TextOut,
    TimelineOut,
    TitleOut,
    TokenOut,
    TournamentOut,
    TwoGamesOut,
    WordsOut,
)
from web.client.sending import Connection, Message, given, place


class Client(Connection):
    """A client of the API; each method is one operation of its document."""

    def titles(self) -> list[TitleOut]:
        """The titles that can be played."""
        found: list[TitleOut] = self._json("GET", "/api/titles", {})
        return found

    def archive_schema(self, title: str) -> dict[str, Any]:
        """What the archives of a title hold, for programs that read them: every event and order described."""
        found: dict[str, Any] = self._json("GET", place("/api/titles/", title, "/archive-schema"), {})
        return found

    def games(self, *, after: str | None = None, limit: int | None = None) -> list[RowOut]:
        """The lobby: open, running and finished games, the one that changed last first."""
        found: list[RowOut] = self._json("GET", "/api/games", {"after": after, "limit": limit})
        return found

    def open_game(
        self,
        *,
        title: str,
        scenario: str,
        seats: dict[str, PlaceIn],
        name: str | None = None,
        cover: int | None = None,
        watchers: Literal["now", "later", "end"] | None = None,
        delay: int | None = None,
        pace: Literal["live", "fast", "slow"] | None = None,
        undo: Literal["free", "consent", "unrevealed"] | None = None,
        hints: bool | None = None,
        dice: str | None = None,
        pack: str | None = None,
        clock: ClockIn | None = None,
        options: dict[str, str] | None = None,
    ) -> OpenedOut:
        """Open a game."""
        found: OpenedOut = self._json(
            "POST",
            "/api/games",
            {},
            {"title": title, "scenario": scenario, "seats": seats, **given(name=name, cover=cover,
                watchers=watchers, delay=delay, pace=pace, undo=undo, hints=hints, dice=dice, pack=pack,
                clock=clock, options=options)},
        )
        return found

    def game(self, game: str) -> GameOut:
        """A game's head."""
        found: GameOut = self._json("GET", place("/api/games/", game), {})
        return found

    def desk(self, game: str, *, seat: str | None = None) -> DeskOut:
        """The decision that stands, and the orders that a seat may give now."""
        found: DeskOut = self._json("GET", place("/api/games/", game, "/desk"), {"seat": seat})
        return found

    def reach(
        self,
        game: str,
        *,
        seat: str | None = None,
        piece: str | None = None,
        moment: str | None = None,
        first: str | None = None,
    ) -> ReachOut:
        """What a counter can come to and act on now by orders of its own, one after the other: `ways`,
        `turns`, `acts` (fights), `ends` (the same spaces, facing another way), each with its `orders`,
        cost and risks."""
        found: ReachOut = self._json(
            "GET",
            place("/api/games/", game, "/reach"),
            {"seat": seat, "piece": piece, "moment": moment, "first": first},
        )
        return found

    def scene(self, game: str, *, view: str | None = None, at: int | None = None) -> SceneOut:
        """The board."""
        found: SceneOut = self._json("GET", place("/api/games/", game, "/scene"), {"view": view, "at": at})
        return found

    def events(
        self,
        game: str,
        *,
        view: str | None = None,
        after: int | None = None,
        limit: int | None = None,
    ) -> list[EventOut]:
        """The events, as the asker may see them."""
        found: list[EventOut] = self._json(
            "GET",
            place("/api/games/", game, "/events"),
            {"view": view, "after": after, "limit": limit},
        )
        return found

    def timeline(
        self,
        game: str,
        *,
        view: str | None = None,
        start: int | None = None,
        stop: int | None = None,
    ) -> TimelineOut:
        """The timeline, for replays."""
        found: TimelineOut = self._json(
            "GET",
            place("/api/games/", game, "/timeline"),
            {"view": view, "start": start, "stop": stop},
        )
        return found

    def figure(self, game: str, *, view: str | None = None) -> FigureOut:
        """The figure of the title's measures."""
        found: FigureOut = self._json("GET", place("/api/games/", game, "/figure"), {"view": view})
        return found

    def turning(self, game: str, *, view: str | None = None) -> JudgedOut:
        """Who was winning in a game that is over, and what moved it, as the page tells it."""
        found: JudgedOut = self._json("GET", place("/api/games/", game, "/turning"), {"view": view})
        return found

    def play_out(self, game: str, start: str) -> JudgedOut:
        """Have a turning point played out by the usual computer; `played_out` tells how far that is."""
        found: JudgedOut = self._json("POST", place("/api/games/", game, "/turning/", start, "/games"), {})
        return found

    def archive(self, game: str) -> bytes:
        """The game as an archive: all of it when it is over, else what the asker may see."""
        return self._bytes("GET", place("/api/games/", game, "/archive"), {})

    def take_in(self, body: bytes) -> OpenedOut:
        """Bring in an archive (the body is the `.jsonl` file)."""
        found: OpenedOut = self._json("POST", "/api/games/archives", {}, body)
        return found

    def fork(
        self,
        game: str,
        *,
        version: int,
        seats: dict[str, PlaceIn],
        same_fate: bool | None = None,
        clock: ClockIn | None = None,
        name: str | None = None,
    ) -> OpenedOut:
        """Open a new game from an event of this one."""
        found: OpenedOut = self._json(
            "POST",
            place("/api/games/", game, "/forks"),
            {},
            {"version": version, "seats": seats, **given(same_fate=same_fate, clock=clock, name=name)},
        )
        return found

    def sit_down(self, game: str, seat: str, *, name: str, token: str | None = None) -> SeatOut:
        """Take an open seat, or a reserved one with its invitation's token."""
        found: SeatOut = self._json(
            "POST",
            place("/api/games/", game, "/seats/", seat),
            {},
            {"name": name, **given(token=token)},
        )
        return found

    def renew_link(self, game: str, seat: str) -> SeatOut:
        """A new token for a seat; the old one is dead from now on."""
        found: SeatOut = self._json("POST", place("/api/games/", game, "/seats/", seat, "/link"), {})
        return found

    def order(
        self,
        game: str,
        *,
        seat: str,
        order: Order | None = None,
        orders: list[Order] | None = None,
        moment: str | None = None,
    ) -> DeskOut:
        """Give an order: one of the desk's `options`, sent back as it is. Or give `orders`: those of a way
        that `/reach` tells; they are carried out one by one, and the first thing that comes between ends
        it."""
        found: DeskOut = self._json(
            "POST",
            place("/api/games/", game, "/orders"),
            {},
            {"seat": seat, **given(order=order, orders=orders, moment=moment)},
        )
        return found

    def retract(self, game: str, *, seat: str, moment: str | None = None) -> DeskOut:
        """Withdraw a seat's answer that is not yet in effect."""
        found: DeskOut = self._json(
            "POST",
            place("/api/games/", game, "/retractions"),
            {},
            {"seat": seat, **given(moment=moment)},
        )
        return found

    def stand_by(
        self,
        game: str,
        *,
        seat: str,
        level: Literal["ask", "kinds", "battles", "all", "cards"],
        kinds: list[str] | None = None,
        cards: list[str] | None = None,
        pass_empty: bool | None = None,
    ) -> DeskOut:
        """Say when a seat is asked in response windows; from now on, the open one included."""
        found: DeskOut = self._json(
            "POST",
            place("/api/games/", game, "/standing-orders"),
            {},
            {"seat": seat, "level": level, **given(kinds=kinds, cards=cards, pass_empty=pass_empty)},
        )
        return found

    def nudge(self, game: str, *, seat: str) -> DeskOut:
        """Remind a seat that takes longer than the table's pace; not in response windows."""
        found: DeskOut = self._json("POST", place("/api/games/", game, "/nudges"), {}, {"seat": seat})
        return found

    def take_back(self, game: str, *, step: bool | None = None, to: int | None = None) -> DeskOut:
        """Take back: at once where nobody else learnt anything, else by asking the other seats."""
        found: DeskOut = self._json(
            "POST",
            place("/api/games/", game, "/undos"),
            {},
            {**given(step=step, to=to)},
        )
        return found

    def ask_for_hint(self, game: str, *, seat: str, moment: str | None = None) -> HintOut:
        """What the computer would order in the asker's place, where the table allows hints; it is counted."""
        found: HintOut = self._json(
            "POST",
            place("/api/games/", game, "/hints"),
            {},
            {"seat": seat, **given(moment=moment)},
        )
        return found

    def resign(self, game: str, *, seat: str) -> DeskOut:
        """Resign, whoever is asked: the game is over, and the other side has won it. Where other people
        play on the same side it is over when all of them have resigned; `resigning` tells that side who
        has."""
        found: DeskOut = self._json("POST", place("/api/games/", game, "/resignations"), {}, {"seat": seat})
        return found

    def claim_time(self, game: str, *, seat: str) -> DeskOut:
        """Claim the game from a seat of another side that is out of time, where the clock says so."""
        found: DeskOut = self._json("POST", place("/api/games/", game, "/claims"), {}, {"seat": seat})
        return found

    def offer_draw(self, game: str, *, seat: str) -> DeskOut:
        """Offer the others a draw, in games of people; it lapses when one of them plays on."""
        found: DeskOut = self._json("POST", place("/api/games/", game, "/draws"), {}, {"seat": seat})
        return found

    def answer_draw(self, game: str, *, seat: str, agree: bool) -> DeskOut:
        """Agree to the draw that is offered or decline it; who offered it may take it back."""
        found: DeskOut = self._json(
            "POST",
            place("/api/games/", game, "/draws/answers"),
            {},
            {"seat": seat, "agree": agree},
        )
        return found

    def consent(self, game: str, *, seat: str, agree: bool) -> DeskOut:
        """Agree or refuse that another player takes back."""
        found: DeskOut = self._json(
            "POST",
            place("/api/games/", game, "/consents"),
            {},
            {"seat": seat, "agree": agree},
        )
        return found

    def notes(self, game: str, *, event: int | None = None) -> list[NoteOut]:
        """The notes that the asker may read, by event."""
        found: list[NoteOut] = self._json("GET", place("/api/games/", game, "/notes"), {"event": event})
        return found

    def write_note(
        self,
        game: str,
        *,
        event: int,
        text: str,
        seat: str | None = None,
        name: str | None = None,
        audience: Literal["me", "side", "everybody", "after"] | None = None,
        marks: list[str] | None = None,
    ) -> NoteOut:
        """Write a note about an event."""
        found: NoteOut = self._json(
            "POST",
            place("/api/games/", game, "/notes"),
            {},
            {"event": event, "text": text, **given(seat=seat, name=name, audience=audience, marks=marks)},
        )
        return found

    def lines(self, game: str) -> list[LineOut]:
        """The talk at the table that the asker may read, oldest first."""
        found: list[LineOut] = self._json("GET", place("/api/games/", game, "/lines"), {})
        return found

    def say(
        self,
        game: str,
        *,
        text: str,
        seat: str | None = None,
        name: str | None = None,
        audience: Literal["everybody", "side"] | None = None,
    ) -> LineOut:
        """Say something at the table."""
        found: LineOut = self._json(
            "POST",
            place("/api/games/", game, "/lines"),
            {},
            {"text": text, **given(seat=seat, name=name, audience=audience)},
        )
        return found

    def erase(self, game: str, said: str) -> None:
        """Delete a note or line of one's own, by its id."""
        self._json("DELETE", place("/api/games/", game, "/texts/", said), {})

    def stream(
        self,
        game: str,
        *,
        last_event_id: str | None = None,
        since: str | None = None,
        talk: str | None = None,
        as_: str | None = None,
    ) -> Iterator[Message]:
        """Follow a game live (Server-Sent Events)."""
        return self._messages(
            place("/api/games/", game, "/stream"),
            {"since": since, "talk": talk, "as": as_},
            last_event_id,
        )

    def statistics(
        self,
        *,
        title: str | None = None,
        scenario: str | None = None,
        kind: str | None = None,
        players: str | None = None,
        since: str | None = None,
        until: str | None = None,
        least: str | None = None,
        file: str | None = None,
        data: str | None = None,
        block: str | None = None,
        language: str | None = None,
    ) -> StatisticsOut:
        """The blocks of the page of statistics."""
        found: StatisticsOut = self._json(
            "GET",
            "/api/statistics",
            {"title": title, "scenario": scenario, "kind": kind, "players": players, "since": since,
                "until": until, "least": least, "file": file, "data": data, "block": block, "language":
                language},
        )
        return found

    def ladder(
        self,
        *,
        title: str | None = None,
        days: int | None = None,
        data: str | None = None,
    ) -> LadderOut:
        """The ladder of a title by rating, the settled ones first."""
        found: LadderOut = self._json(
            "GET",
            "/api/statistics/ladder",
            {"title": title, "days": days, "data": data},
        )
        return found

    def statistics_table(
        self,
        *,
        title: str | None = None,
        scenario: str | None = None,
        kind: str | None = None,
        players: str | None = None,
        since: str | None = None,
        until: str | None = None,
        least: str | None = None,
        file: str | None = None,
        data: str | None = None,
        block: str | None = None,
        language: str | None = None,
    ) -> bytes:
        """The table of one block (`block`, else balance) as a Parquet file; `/stats.csv` has it as CSV."""
        return self._bytes(
            "GET",
            "/api/statistics/table",
            {"title": title, "scenario": scenario, "kind": kind, "players": players, "since": since,
                "until": until, "least": least, "file": file, "data": data, "block": block, "language":
                language},
        )

    def compared_games(self, *, a: str, b: str, at: int | None = None) -> TwoGamesOut:
        """Two games moment by moment: where they part, how far apart they stand, their measures."""
        found: TwoGamesOut = self._json("GET", "/api/compare/games", {"a": a, "b": b, "at": at})
        return found

    def compared_games_table(
        self,
        *,
        a: str,
        b: str,
        at: int | None = None,
        form: Literal["parquet", "csv"] | None = None,
    ) -> bytes:
        """Every moment of two games with the measures of both as a table."""
        return self._bytes("GET", "/api/compare/games/table", {"a": a, "b": b, "at": at, "form": form})

    def compared_groups(
        self,
        *,
        a_title: str | None = None,
        a_scenario: str | None = None,
        a_kind: str | None = None,
        a_since: str | None = None,
        a_until: str | None = None,
        a_file: str | None = None,
        a_data: str | None = None,
        b_title: str | None = None,
        b_scenario: str | None = None,
        b_kind: str | None = None,
        b_since: str | None = None,
        b_until: str | None = None,
        b_file: str | None = None,
        b_data: str | None = None,
    ) -> GroupsOut:
        """Two groups of finished games, or of simulated ones: wins, measures and luck beside each other."""
        found: GroupsOut = self._json(
            "GET",
            "/api/compare/groups",
            {"a_title": a_title, "a_scenario": a_scenario, "a_kind": a_kind, "a_since": a_since,
                "a_until": a_until, "a_file": a_file, "a_data": a_data, "b_title": b_title, "b_scenario":
                b_scenario, "b_kind": b_kind, "b_since": b_since, "b_until": b_until, "b_file": b_file,
                "b_data": b_data},
        )
        return found

    def compared_groups_table(
        self,
        *,
        a_title: str | None = None,
        a_scenario: str | None = None,
        a_kind: str | None = None,
        a_since: str | None = None,
        a_until: str | None = None,
        a_file: str | None = None,
        a_data: str | None = None,
        b_title: str | None = None,
        b_scenario: str | None = None,
        b_kind: str | None = None,
        b_since: str | None = None,
        b_until: str | None = None,
        b_file: str | None = None,
        b_data: str | None = None,
        form: Literal["parquet", "csv"] | None = None,
    ) -> bytes:
        """Every finding about two groups as a table."""
        return self._bytes(
            "GET",
            "/api/compare/groups/table",
            {"a_title": a_title, "a_scenario": a_scenario, "a_kind": a_kind, "a_since": a_since,
                "a_until": a_until, "a_file": a_file, "a_data": a_data, "b_title": b_title, "b_scenario":
                b_scenario, "b_kind": b_kind, "b_since": b_since, "b_until": b_until, "b_file": b_file,
                "b_data": b_data, "form": form},
        )

    def simulations(self) -> SimulationsOut:
        """The simulations of this server."""
        found: SimulationsOut = self._json("GET", "/api/simulations", {})
        return found

    def simulate(
        self,
        *,
        title: str | None = None,
        scenario: str | None = None,
        seats: list[str] | None = None,
        bots: list[Literal["recruit", "veteran", "marshal", "greedy", "random"]] | None = None,
        games: int | None = None,
        seed: int | None = None,
        narrower: float | None = None,
        variant_of: str | None = None,
        pack: str | None = None,
        game: str | None = None,
        at: int | None = None,
        pins: dict[str, str] | None = None,
    ) -> ProgressOut:
        """Ask for a simulation; an address has one at a time, and one after the other is played."""
        found: ProgressOut = self._json(
            "POST",
            "/api/simulations",
            {},
            {**given(title=title, scenario=scenario, seats=seats, bots=bots, games=games, seed=seed,
                narrower=narrower, variant_of=variant_of, pack=pack, game=game, at=at, pins=pins)},
        )
        return found

    def simulation(self, simulation: str) -> SimulationOut:
        """How far a simulation is, and what it found: rates, charts and tables."""
        found: SimulationOut = self._json("GET", place("/api/simulations/", simulation), {})
        return found

    def stop_simulation(self, simulation: str) -> ProgressOut:
        """Stop a simulation that one asked for oneself; what it has played is kept."""
        found: ProgressOut = self._json("POST", place("/api/simulations/", simulation, "/stops"), {})
        return found

    def simulated_games(self, simulation: str, *, form: Literal["parquet", "csv"] | None = None) -> bytes:
        """Every game of a finished simulation, one row each."""
        return self._bytes("GET", place("/api/simulations/", simulation, "/games"), {"form": form})

    def simulated_turns(self, simulation: str, *, form: Literal["parquet", "csv"] | None = None) -> bytes:
        """The measures of every game at the start of each turn and at its end."""
        return self._bytes("GET", place("/api/simulations/", simulation, "/turns"), {"form": form})

    def tournaments(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> list[BriefTournamentOut]:
        """The tournaments: those that can be entered (`open`), `running` ones, and those that are `over`."""
        found: list[BriefTournamentOut] = self._json(
            "GET",
            "/api/tournaments",
            {"after": after, "limit": limit},
        )
        return found

    def make_tournament(
        self,
        *,
        name: str,
        kind: Literal["round_robin", "swiss", "knockout"],
        title: str,
        scenario: str,
        options: dict[str, str] | None = None,
        pack: str | None = None,
        games_each: int | None = None,
        most: int | None = None,
        rounds: int | None = None,
        opening: Literal["itself", "maker", "all"] | None = None,
        seeding: Literal["entry", "rating"] | None = None,
        word: str | None = None,
        watchers: Literal["now", "later", "end"] | None = None,
        delay: int | None = None,
        pace: Literal["live", "fast", "slow"] | None = None,
        undo: Literal["free", "consent", "unrevealed"] | None = None,
        cover: int | None = None,
        clock: ClockIn | None = None,
    ) -> PlaceOut:
        """Make a tournament; the token is its maker's."""
        found: PlaceOut = self._json(
            "POST",
            "/api/tournaments",
            {},
            {"name": name, "kind": kind, "title": title, "scenario": scenario, **given(options=options,
                pack=pack, games_each=games_each, most=most, rounds=rounds, opening=opening,
                seeding=seeding, word=word, watchers=watchers, delay=delay, pace=pace, undo=undo,
                cover=cover, clock=clock)},
        )
        return found

    def tournament(self, tournament: str) -> TournamentOut:
        """A tournament: `pairings` are lists by round, `points` of a game by seat; `yours` is who the asker
        is."""
        found: TournamentOut = self._json("GET", place("/api/tournaments/", tournament), {})
        return found

    def standings(self, tournament: str) -> bytes:
        """The standings as CSV."""
        return self._bytes("GET", place("/api/tournaments/", tournament, "/standings.csv"), {})

    def enter_tournament(self, tournament: str, *, name: str, word: str | None = None) -> PlaceOut:
        """Enter under a name; the token proves who you are in this tournament."""
        found: PlaceOut = self._json(
            "POST",
            place("/api/tournaments/", tournament, "/entries"),
            {},
            {"name": name, **given(word=word)},
        )
        return found

    def enter_computer(
        self,
        tournament: str,
        *,
        level: Literal["recruit", "veteran", "marshal"],
    ) -> TournamentOut:
        """Let a computer play, one of each level; for the maker."""
        found: TournamentOut = self._json(
            "POST",
            place("/api/tournaments/", tournament, "/computers"),
            {},
            {"level": level},
        )
        return found

    def withdraw(self, tournament: str, *, entrant: int) -> TournamentOut:
        """Leave, or take somebody out: games that go on and games to come count for the others."""
        found: TournamentOut = self._json(
            "POST",
            place("/api/tournaments/", tournament, "/withdrawals"),
            {},
            {"entrant": entrant},
        )
        return found

    def open_round(self, tournament: str, *, round: int) -> TournamentOut:
        """Start the tournament, or open its next round; for its maker."""
        found: TournamentOut = self._json(
            "POST",
            place("/api/tournaments/", tournament, "/rounds"),
            {},
            {"round": round},
        )
        return found

    def award(
        self,
        tournament: str,
        *,
        game: str,
        to: list[int],
        reason: str | None = None,
    ) -> TournamentOut:
        """Say what a game comes to that does not end otherwise; for the maker."""
        found: TournamentOut = self._json(
            "POST",
            place("/api/tournaments/", tournament, "/awards"),
            {},
            {"game": game, "to": to, **given(reason=reason)},
        )
        return found

    def tournament_seat(self, tournament: str, *, game: str) -> SeatOut:
        """The asker's own seat in a game of the tournament, with the token to play it."""
        found: SeatOut = self._json(
            "POST",
            place("/api/tournaments/", tournament, "/seats"),
            {},
            {"game": game},
        )
        return found

    def account(self) -> AccountOut:
        """The account of whoever is logged in."""
        found: AccountOut = self._json("GET", "/api/account", {})
        return found

    def make_account(self, *, name: str, password: str) -> KeptOut:
        """Keep a name. The games of the asker's browser go into the account."""
        found: KeptOut = self._json("POST", "/api/account", {}, {"name": name, "password": password})
        return found

    def log_in(self, *, name: str, password: str) -> TokenOut:
        """Log in: the token is good until it is ended, or was not used for half a year."""
        found: TokenOut = self._json(
            "POST",
            "/api/account/log-ins",
            {},
            {"name": name, "password": password},
        )
        return found

    def end_log_in(self, *, log_in: str | None) -> None:
        """End a log-in, or all others."""
        self._json("POST", "/api/account/log-ins/ends", {}, {"log_in": log_in})

    def change_password(self, *, password: str, new: str) -> TokenOut:
        """Change the password: every log-in ends, and this one has a new token."""
        found: TokenOut = self._json(
            "POST",
            "/api/account/passwords",
            {},
            {"password": password, "new": new},
        )
        return found

    def change_words(self, *, password: str) -> WordsOut:
        """New recovery words: the old ones are worthless."""
        found: WordsOut = self._json("POST", "/api/account/words", {}, {"password": password})
        return found

    def recover_account(self, *, name: str, password: str, words: str) -> KeptOut:
        """A new password by the recovery words, which are replaced: every log-in ends."""
        found: KeptOut = self._json(
            "POST",
            "/api/account/recoveries",
            {},
            {"name": name, "password": password, "words": words},
        )
        return found

    def account_data(self) -> DataOut:
        """What is kept about whoever is logged in."""
        found: DataOut = self._json("GET", "/api/account/data", {})
        return found

    def remove_passkey(self, *, passkey: str) -> None:
        """Take a passkey away (`/data` lists them); one that is not there stays so."""
        self._json("POST", "/api/account/passkeys/removals", {}, {"passkey": passkey})

    def forget_account(self, *, password: str, sure: Literal[True]) -> None:
        """Forget the person: the account is gone, the games stay."""
        self._json("POST", "/api/account/removals", {}, {"password": password, "sure": sure})

    def admin_state(self) -> StateOut:
        """How the server is: play, parts, simulations, who is connected, store, disk, errors."""
        found: StateOut = self._json("GET", "/api/admin/state", {})
        return found

    def admin_games(
        self,
        *,
        text: str | None = None,
        away: Literal["", "away", "hidden", "removed"] | None = None,
        kind: Literal["", "uploaded", "tournament", "ordinary", "cups"] | None = None,
        after: int | None = None,
        limit: int | None = None,
    ) -> FoundGamesOut:
        """Every game, also those that are hidden, removed or set aside."""
        found: FoundGamesOut = self._json(
            "GET",
            "/api/admin/games",
            {"text": text, "away": away, "kind": kind, "after": after, "limit": limit},
        )
        return found

    def admin_game(self, game: str) -> OneGameOut:
        """A game, with what was done about it."""
        found: OneGameOut = self._json("GET", place("/api/admin/games/", game), {})
        return found

    def put_away(
        self,
        game: str,
        *,
        did: Literal["hidden", "removed", "shown", "unnamed", "named"],
        why: str,
    ) -> OneGameOut:
        """Hide a game, remove it, or show it again."""
        found: OneGameOut = self._json(
            "POST",
            place("/api/admin/games/", game, "/deeds"),
            {},
            {"did": did, "why": why},
        )
        return found

    def texts(
        self,
        *,
        text: str | None = None,
        away: bool | None = None,
        game: str | None = None,
        after: int | None = None,
        limit: int | None = None,
    ) -> FoundTextsOut:
        """What people wrote at tables, but for notes to themselves; the newest first."""
        found: FoundTextsOut = self._json(
            "GET",
            "/api/admin/texts",
            {"text": text, "away": away, "game": game, "after": after, "limit": limit},
        )
        return found

    def put_text_away(self, game: str, said: str, *, did: Literal["removed", "shown"], why: str) -> TextOut:
        """Remove a note or line of talk, or show it again."""
        found: TextOut = self._json(
            "POST",
            place("/api/admin/games/", game, "/texts/", said, "/deeds"),
            {},
            {"did": did, "why": why},
        )
        return found

    def set_play(self, *, open: bool, why: str) -> PlayOut:
        """Close play for a while, or open it again."""
        found: PlayOut = self._json("POST", "/api/admin/play", {}, {"open": open, "why": why})
        return found

    def stop_any_simulation(self, simulation: str) -> ProgressOut:
        """Stop a simulation, whoever began it; what it has played is kept."""
        found: ProgressOut = self._json("POST", place("/api/admin/simulations/", simulation, "/stops"), {})
        return found

    def bans(self) -> list[BanOut]:
        """Who is banned, and who was."""
        found: list[BanOut] = self._json("GET", "/api/admin/bans", {})
        return found

    def ban(self, *, who: str, why: str) -> BanOut:
        """Ban somebody from opening and joining games and from talking; what he has is kept."""
        found: BanOut = self._json("POST", "/api/admin/bans", {}, {"who": who, "why": why})
        return found

    def lift_ban(self, *, who: str, why: str) -> BanOut:
        """Lift a ban."""
        found: BanOut = self._json("POST", "/api/admin/bans/lifts", {}, {"who": who, "why": why})
        return found
