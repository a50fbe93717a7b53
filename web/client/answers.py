"""What the API takes and answers. Written from the API's document by `make client`: do not edit."""

from typing import Any, Literal, NotRequired, TypedDict

Order = dict[str, Any]
"""An order as a desk's options have it; its title's own."""


class OptionalRuleOut(TypedDict):
    id: str
    name: str
    choices: list[str]
    default: str
    rule: str


class ScenarioOut(TypedDict):
    id: str
    name: str
    summary: str
    turns: int
    first_turn: int
    seatings: list[list[str]]
    options: list[OptionalRuleOut]


class MeasureOut(TypedDict):
    id: str
    name: str
    side: str
    group: str


class PackOut(TypedDict):
    name: str
    digest: str


class TitleOut(TypedDict):
    id: str
    name: str
    edition: int
    scenarios: list[ScenarioOut]
    measures: list[MeasureOut]
    orders: list[str]
    packs: list[PackOut]


class RowSeatOut(TypedDict):
    seat: str
    name: str
    kind: str
    holder: str


class RowOut(TypedDict):
    game: str
    name: str
    title: str
    title_name: str
    scenario: str
    scenario_name: str
    status: str
    only_shown: str
    seats: list[RowSeatOut]
    asked: list[str]
    waiting: list[str]
    text: str
    turn: int | None
    round: int
    turns: int
    winners: list[str]
    reason: str
    parent: str | None
    dice_of: str
    pack: str
    data: str
    version: int | None
    rest: int
    opened_at: int
    updated_at: int
    is_hidden: bool
    source: str
    cursor: str


class OpenedOut(TypedDict):
    game: str
    token: str | None
    invitations: dict[str, str]


class ClockIn(TypedDict):
    per_move: NotRequired[int]
    per_game: NotRequired[int]
    increment: NotRequired[int]
    on_time: NotRequired[Literal["lost", "claim"]]


class PlaceIn(TypedDict):
    kind: Literal["me", "hotseat", "invitation", "bot", "open"]
    name: NotRequired[str]


class HolderOut(TypedDict):
    kind: str
    name: str


class ClockOut(TypedDict):
    per_move: int
    per_game: int
    increment: int
    on_time: str


class SeatClockOut(TypedDict):
    left: int
    until: int | None


class GameOut(TypedDict):
    game: str
    title: str
    scenario: str
    name: str
    options: dict[str, Any]
    cover: int
    watchers: str
    delay: int
    pace: str
    undo: str
    hints: bool
    hinted: dict[str, int]
    dice_of: str
    pack: str
    data: str
    only_shown: str
    seats: dict[str, HolderOut]
    version: int
    over: bool
    result: NotRequired[dict[str, Any] | None]
    waiting: list[str]
    commitment: str
    parent: NotRequired[dict[str, Any] | None]
    clock: ClockOut | None
    clocks: dict[str, SeatClockOut] | None
    yours: list[str]


class ResultOut(TypedDict):
    winners: list[str]
    rule: str
    scores: dict[str, float]
    counts: str
    reason: str


class PromptOut(TypedDict):
    seat: str
    text: str
    rule: str
    left: int | None
    still: str
    known: str


class OptionOut(TypedDict):
    label: str
    order: Order
    piece: str | None
    target: str | None
    kind: str
    cost: int | None
    closes: bool
    most: int | None


class TakebackOut(TypedDict):
    to: int
    by: list[str]
    needed: list[str]
    granted: list[str]
    asks_you: bool


class OfferOut(TypedDict):
    by: str
    agreed: list[str]


class StandingOrderOut(TypedDict):
    level: str
    kinds: list[str]
    cards: list[str]
    pass_empty: bool


class RestOut(TypedDict):
    seat: str
    orders: list[Order]
    awaited: str


class MarchOut(TypedDict):
    done: int
    of: int
    stopped: str | None
    rule: str | None
    why: str | None
    rest: RestOut | None


class DeskOut(TypedDict):
    game: str
    moment: str
    version: int
    over: bool
    result: ResultOut | None
    asked: list[str]
    waiting: list[str]
    window: str | None
    prompt: PromptOut | None
    trail: list[str]
    draft: list[str]
    options: list[OptionOut]
    takeback: TakebackOut | None
    offer: OfferOut | None
    resigning: list[str]
    undo_to: int | None
    undo_step: NotRequired[int | None]
    standing: StandingOrderOut | None
    automatic: bool
    march: NotRequired[MarchOut]


WayOut = TypedDict(
    "WayOut",
    {
        "target": str,
        "kind": str,
        "cost": int,
        "costs": list[int],
        "spaces": list[str],
        "facing": str | None,
        "orders": list[Order],
        "from": str | None,
        "comes": bool,
        "words": list[str],
        "supposed": list[str],
        "stops": int | None,
        "why": str | None,
        "final": bool,
        "then": Any,
        "odds": str | None,
        "sums": list[dict[str, Any]],
        "win": float | None,
        "pill": dict[str, Any] | None,
    },
)


class ReachOut(TypedDict):
    moment: str
    piece: str
    stale: bool
    start: NotRequired[str | None]
    facing: NotRequired[str | None]
    ways: NotRequired[list[WayOut]]
    turns: NotRequired[list[WayOut]]
    acts: NotRequired[list[WayOut]]
    ends: NotRequired[list[WayOut]]
    others: NotRequired[list[Order]]


class CounterOut(TypedDict):
    at: NotRequired[str]
    kind: str
    side: str
    label: str
    name: str
    strength: NotRequired[int]
    facing: NotRequired[str]
    reduced: bool
    flags: list[str]


class SpaceOut(TypedDict):
    owner: NotRequired[str]
    marks: dict[str, Any]


class HandOut(TypedDict):
    count: int
    cards: NotRequired[list[str]]


class SceneOut(TypedDict):
    board: str
    turn: int
    round: int
    phase: str
    over: bool
    tokens: dict[str, CounterOut]
    spaces: dict[str, SpaceOut]
    hands: dict[str, HandOut]
    numbers: dict[str, dict[str, Any]]


class DiceOut(TypedDict):
    values: list[int]
    sides: int
    score: float
    mean: float
    told: str
    faces: NotRequired[list[str]]


class EventOut(TypedDict):
    version: int
    at: int
    event: str
    text: str
    rule: str
    mark: str
    follow_up: NotRequired[bool]
    march: NotRequired[bool]
    quiet: NotRequired[bool]
    seat: NotRequired[str]
    dice: NotRequired[DiceOut]
    to: NotRequired[int]
    fields: dict[str, Any]


class MomentOut(TypedDict):
    version: int
    at: int
    event: str
    text: str
    rule: str
    mark: str
    follow_up: NotRequired[bool]
    march: NotRequired[bool]
    quiet: NotRequired[bool]
    seat: NotRequired[str]
    dice: NotRequired[DiceOut]
    to: NotRequired[int]
    turn: int
    round: int
    changes: list[list[Any]]
    measures: NotRequired[dict[str, float]]


class TimelineOut(TypedDict):
    game: str
    viewer: str
    version: int
    start: int
    stop: int
    keyframes: dict[str, SceneOut]
    rows: list[MomentOut]
    source: str


class FigureOut(TypedDict):
    data: list[dict[str, Any]]
    layout: dict[str, Any]


class PlayedOutOut(TypedDict):
    is_finished: bool
    done: int
    games: int
    before: float | None
    after: float | None
    gap: float | None
    low: float | None
    high: float | None


class SwingOut(TypedDict):
    event: int
    turn: int
    side: str
    size: str
    error: str
    before: str
    after: str
    what: str
    luck: str
    play: str
    start: int
    may_play_out: bool
    played_out: PlayedOutOut | None


class LedgerOut(TypedDict):
    side: str
    begin: str
    end: str
    luck: str
    play: str
    unseen: str


class LuckyOut(TypedDict):
    event: int
    side: str
    size: str
    what: str


class CostlyOut(TypedDict):
    event: int
    turn: int
    side: str
    size: str
    error: str
    what: str
    instead: str


class TurningOut(TypedDict):
    sides: list[str]
    wrong: float
    noise: float
    curve: list[list[float]]
    luck: list[list[float]]
    points: list[SwingOut]
    sums: list[LedgerOut]
    rolls: list[LuckyOut]
    costly: list[CostlyOut]


class JudgedOut(TypedDict):
    turning: TurningOut | None


class SeatOut(TypedDict):
    game: str
    seat: str
    token: str


class HintOut(TypedDict):
    said: str
    order: str
    piece: str | None
    target: str | None
    card: str | None


NoteOut = TypedDict(
    "NoteOut",
    {
        "id": str,
        "at": int,
        "seat": str | None,
        "name": str,
        "text": str,
        "audience": str,
        "mine": bool,
        "from": str,
        "event": int,
        "marks": list[str],
    },
)


LineOut = TypedDict(
    "LineOut",
    {
        "id": str,
        "at": int,
        "seat": str | None,
        "name": str,
        "text": str,
        "audience": str,
        "mine": bool,
        "from": str,
    },
)


class MovedOut(TypedDict):
    stamp: str
    moment: str
    version: int
    events: list[dict[str, Any]]


class BlockOut(TypedDict):
    id: str
    title: str
    games: int
    needed: int
    headline: str
    head: list[str]
    rows: list[list[Any]]
    figure: dict[str, Any] | None


class StatisticsOut(TypedDict):
    title: str
    games: int
    blocks: list[BlockOut]


class RungOut(TypedDict):
    place: int | None
    name: str
    low: float
    high: float
    provisional: bool
    games: int
    won: int
    drawn: int
    lost: int
    last: int


class LadderOut(TypedDict):
    title: str
    days: int
    rated: int
    people: list[RungOut]
    programs: list[RungOut]


class PartingOut(TypedDict):
    version: int
    text: str


class DifferenceOut(TypedDict):
    space: str
    a: list[str]
    b: list[str]


class ComparedMomentOut(TypedDict):
    turn: int
    round: int
    phase: str
    a: int
    b: int
    has_a: bool
    has_b: bool
    over_a: bool
    over_b: bool
    apart: float


class ChartOut(TypedDict):
    title: str
    summary: str
    head: list[str]
    rows: list[list[str]]
    figure: dict[str, Any] | None


class TwoGamesOut(TypedDict):
    title: str
    games: list[str]
    names: list[str]
    events: list[int]
    view: str
    fork_at: int | None
    first: int | None
    parting: list[PartingOut | None]
    at: int
    caption: str
    differing: list[DifferenceOut]
    moments: list[ComparedMomentOut]
    charts: list[ChartOut]


class GroupOut(TypedDict):
    label: str
    name: str
    games: int
    independent: int
    digest: str


class GapOut(TypedDict):
    estimate: float
    low: float | None
    high: float | None
    p: float | None
    method: str
    visible: float | None


class FindingOut(TypedDict):
    question: str
    name: str
    sentence: str
    a: dict[str, Any]
    b: dict[str, Any]
    difference: GapOut | None
    delta: GapOut | None
    adjusted: float | None


class TitledFigureOut(TypedDict):
    title: str
    figure: dict[str, Any]


class GroupsOut(TypedDict):
    title: str
    headline: str
    a: GroupOut
    b: GroupOut
    findings: list[FindingOut]
    luck: list[str]
    notes: list[str]
    seed: int
    figures: list[TitledFigureOut]


class RateOut(TypedDict):
    who: str
    games: int
    estimate: float
    low: float | None
    high: float | None
    method: str


class ProgressOut(TypedDict):
    name: str
    title: str
    scenario: str
    seats: list[str]
    bots: list[str]
    seed: int
    games: int
    narrower: float
    variant_of: str
    game: str
    at: int
    pack: str
    data: str
    state: str
    problem: str
    done: int
    draws: int
    seconds: float
    asked_at: int
    file: str | None
    rates: list[RateOut]


class FileOut(TypedDict):
    file: str
    called: str


class SimulationsOut(TypedDict):
    simulations: list[ProgressOut]
    files: list[FileOut]


class AlsoOut(TypedDict):
    title: str
    sentence: str


class ReportOut(TypedDict):
    headline: str
    even: str
    cost: str
    charts: list[ChartOut]
    measures: list[ChartOut]
    also: list[AlsoOut]


class PairedOut(TypedDict):
    name: str
    changed: list[str]
    sentences: list[str]


class SimulationOut(TypedDict):
    name: str
    title: str
    scenario: str
    seats: list[str]
    bots: list[str]
    seed: int
    games: int
    narrower: float
    variant_of: str
    game: str
    at: int
    pack: str
    data: str
    state: str
    problem: str
    done: int
    draws: int
    seconds: float
    asked_at: int
    file: str | None
    rates: list[RateOut]
    report: ReportOut | None
    paired: PairedOut | None


class BriefTournamentOut(TypedDict):
    tournament: str
    name: str
    kind: str
    title: str
    scenario: str
    state: str
    entrants: int
    most: int
    has_word: bool
    rounds: int
    rounds_due: int
    made_at: int
    cursor: NotRequired[str]


class PlaceOut(TypedDict):
    tournament: str
    entrant: int | None
    token: str


class EntrantOut(TypedDict):
    entrant: int
    name: str
    has_left: bool
    is_computer: bool


class PairedGameOut(TypedDict):
    game: str
    seats: dict[str, int]
    points: dict[str, float] | None
    how: str
    reason: str


class PairingOut(TypedDict):
    first: int | None
    second: int | None
    points: list[float]
    is_over: bool
    games: list[PairedGameOut]


class StandingOut(TypedDict):
    rank: int
    entrant: int
    name: str
    is_computer: bool
    has_left: bool
    points: float
    won: int
    drawn: int
    lost: int
    buchholz: NotRequired[float]
    sonneborn_berger: NotRequired[float]
    head_to_head: NotRequired[float]
    margin: NotRequired[float]


class TournamentOut(TypedDict):
    tournament: str
    name: str
    kind: str
    title: str
    scenario: str
    state: str
    entrants: int
    most: int
    has_word: bool
    rounds: int
    rounds_due: int
    made_at: int
    cursor: NotRequired[str]
    seats: list[str]
    options: dict[str, str]
    pack: str
    games_each: int
    opening: str
    seeding: str
    watchers: str
    delay: int
    pace: str
    undo: str
    cover: int
    clock: ClockOut | None
    people: list[EntrantOut]
    pairings: list[list[PairingOut]]
    standings: list[StandingOut]
    yours: int | None
    is_maker: bool
    may_open_round: bool


class LogInOut(TypedDict):
    id: str
    since: int
    seen: int
    browser: str
    is_this: bool


class AccountOut(TypedDict):
    name: str
    made: int
    log_ins: list[LogInOut]


class KeptOut(TypedDict):
    name: str
    token: str
    words: str


class TokenOut(TypedDict):
    name: str
    token: str


class WordsOut(TypedDict):
    words: str


class PasskeyOut(TypedDict):
    id: str
    name: str
    made: int
    seen: int
    site: str


class DataOut(TypedDict):
    name: str
    made: int
    log_ins: list[LogInOut]
    passkeys: list[PasskeyOut]
    games: list[dict[str, Any]]


class PlayOut(TypedDict):
    open: bool
    since: int | None
    why: str


class PartOut(TypedDict):
    part: str
    in_hand: int
    waiting: int
    troubles: list[str]


class StateOut(TypedDict):
    play: PlayOut
    parts: list[PartOut]
    simulations: list[dict[str, Any]]
    rollouts: list[dict[str, Any]]
    streams: int
    addresses: list[dict[str, Any]]
    tables: list[dict[str, Any]]
    games: int
    unfinished: int
    events: int
    lag: int | None
    store_problem: str
    disk: dict[str, Any] | None
    errors: list[dict[str, Any]]


class PlayerOut(TypedDict):
    seat: str
    kind: str
    name: str


class FoundOut(TypedDict):
    game: str
    name: str
    title: str
    scenario: str
    status: str
    away: str
    uploaded: bool
    opened_at: int | None
    updated_at: int | None
    players: list[PlayerOut]


class FoundGamesOut(TypedDict):
    total: int
    games: list[FoundOut]


class PersonOut(TypedDict):
    who: str
    seats: list[str]
    opener: bool
    banned: bool


class DoneOut(TypedDict):
    did: str
    at: int
    why: str


class OneGameOut(TypedDict):
    game: str
    name: str
    title: str
    scenario: str
    status: str
    away: str
    uploaded: bool
    opened_at: int | None
    updated_at: int | None
    players: list[PlayerOut]
    problem: NotRequired[str]
    people: list[PersonOut]
    trace: list[DoneOut]


class TextOut(TypedDict):
    game: str
    id: str
    kind: str
    at: int
    seat: str | None
    name: str
    audience: str
    text: str
    away: str
    trace: list[DoneOut]


class FoundTextsOut(TypedDict):
    total: int
    texts: list[TextOut]


class BanOut(TypedDict):
    who: str
    banned: bool
    trace: list[DoneOut]
