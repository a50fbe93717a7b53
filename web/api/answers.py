"""What the API answers, for its document: desk, board, events, titles and the list of games.

The views make these documents themselves; a test holds every live answer to what is said here
(`tests/web/test_client.py`).
"""

from typing import Any

from marshmallow import Schema, fields

from web.hosting.schemas import ClockOut, OrderField

TEXT: dict[str, Any] = {"type": "string"}
"""An answer that is no JSON."""
JSON_SCHEMA: dict[str, Any] = {"type": "object", "additionalProperties": True}


def string(**more: Any) -> fields.String:
    """A text that is always there; `allow_none` where nothing may be said."""
    return fields.String(required=True, **more)


def number(**more: Any) -> fields.Integer:
    """A whole number that is always there."""
    return fields.Integer(required=True, **more)


def flag() -> fields.Boolean:
    """Yes or no."""
    return fields.Boolean(required=True)


def strings(**more: Any) -> fields.List[Any]:
    """A list of texts that is always there."""
    return fields.List(fields.String(), required=True, **more)


def several(schema: type[Schema], **more: Any) -> fields.List[Any]:
    """A list of objects, always there if nothing else is said."""
    return fields.List(fields.Nested(schema), **{"required": True, **more})


def one(schema: type[Schema]) -> fields.Nested:
    """An object or null."""
    return fields.Nested(schema, required=True, allow_none=True)


def by_name(values: fields.Field[Any], **more: Any) -> fields.Dict:
    """Values by their names."""
    return fields.Dict(keys=fields.String(), values=values, required=True, **more)


# Titles


class OptionalRuleOut(Schema):
    """A choice that the rules leave to the players before a game, and the rule that grants it."""

    id = string()
    name = string()
    choices = strings()
    default = string()
    rule = string()


class ScenarioOut(Schema):
    """A scenario: its last turn (0: no limit), the first, and the ways to seat players, the usual first."""

    id = string()
    name = string()
    summary = string()
    turns = number()
    first_turn = number()
    seatings = fields.List(fields.List(fields.String()), required=True)
    options = several(OptionalRuleOut)


class MeasureOut(Schema):
    """A number that is told of every moment of a game."""

    id = string()
    name = string()
    side = string()
    group = string()


class PackOut(Schema):
    """A data pack that is offered."""

    name = string()
    digest = string()


class TitleOut(Schema):
    """A title: `orders` are the names of all its orders."""

    id = string()
    name = string()
    edition = number()
    scenarios = several(ScenarioOut)
    measures = several(MeasureOut)
    orders = strings()
    packs = several(PackOut)


# The list of games


class RowSeatOut(Schema):
    """A seat, what it is called, who fills it, and how."""

    seat = string()
    name = string()
    kind = string()
    holder = string()


class RowOut(Schema):
    """A game in the list. `status` is open (a seat waits for somebody), running, finished or shown (not over,
    but only to be looked at); `asked` are the seats that the rules ask, `waiting` those whose answer is
    still to come; times are milliseconds since 1970. `cursor` is what to ask for the lines `after` this."""

    game = string()
    name = string()
    title = string()
    title_name = string()
    scenario = string()
    scenario_name = string()
    status = string()
    only_shown = string()
    seats = several(RowSeatOut)
    asked = strings()
    waiting = strings()
    text = string()
    turn = number(allow_none=True)
    round = number()
    turns = number()
    winners = strings()
    reason = string()
    parent = string(allow_none=True)
    dice_of = string()
    pack = string()
    data = string()
    version = number(allow_none=True)
    rest = number()
    opened_at = number()
    updated_at = number()
    is_hidden = flag()
    source = string()
    cursor = string()


# The desk


class ResultOut(Schema):
    """How a game ended: the winning seats (none in a draw), the rule that decides, scores by side; `reason`
    where players or the clock ended it."""

    winners = strings()
    rule = string()
    scores = by_name(fields.Float())
    counts = string()
    reason = string()


class PromptOut(Schema):
    """What a seat is asked, by which rule; how many like choices are `left` if they are counted, and `still`
    says it in words ("2 cards to play at most"); `known` is what must be known to answer (a card's text)."""

    seat = string()
    text = string()
    rule = string()
    left = number(allow_none=True)
    still = string()
    known = string()


class OptionOut(Schema):
    """An order that may be given: send `order` back as it is. `piece` and `target` show it on the board,
    `closes` says that the answer is whole with it, `most` how often it may be given."""

    label = string()
    order = OrderField(required=True)
    piece = string(allow_none=True)
    target = string(allow_none=True)
    kind = string()
    cost = number(allow_none=True)
    closes = flag()
    most = number(allow_none=True)


class TakebackOut(Schema):
    """A request to take back everything after event `to`."""

    to = number()
    by = strings()
    needed = strings()
    granted = strings()
    asks_you = flag()


class OfferOut(Schema):
    """A draw that is offered."""

    by = string()
    agreed = strings()


class StandingOrderOut(Schema):
    """A seat's standing order for response windows."""

    level = string()
    kinds = strings()
    cards = strings()
    pass_empty = flag()


class RestOut(Schema):
    """What is left of a march that a response window has stopped."""

    seat = string()
    orders = fields.List(OrderField(), required=True)
    awaited = string()


class MarchOut(Schema):
    """How far several orders went: `done` of `of`, and what stopped them."""

    done = number()
    of = number()
    stopped = string(allow_none=True)
    rule = string(allow_none=True)
    why = string(allow_none=True)
    rest = one(RestOut)


class DeskOut(Schema):
    """The decision that stands. Only the seat that is asked learns `prompt`, `draft` (the parts of its answer
    that are chosen already) and `options`; `window` is the kind of the response window that is open.
    `undo_to` and `undo_step` are what `/undos` goes back to."""

    game = string()
    moment = string()
    version = number()
    over = flag()
    result = one(ResultOut)
    asked = strings()
    waiting = strings()
    window = string(allow_none=True)
    prompt = one(PromptOut)
    trail = strings()
    draft = strings()
    options = several(OptionOut)
    takeback = one(TakebackOut)
    offer = one(OfferOut)
    resigning = strings()
    undo_to = number(allow_none=True)
    undo_step = fields.Integer(allow_none=True)
    standing = one(StandingOrderOut)
    automatic = flag()
    march = fields.Nested(MarchOut)


class HintOut(Schema):
    """What the computer would order: a sentence, and the order as JSON text."""

    said = string()
    order = string()
    piece = string(allow_none=True)
    target = string(allow_none=True)
    card = string(allow_none=True)


# What a counter can reach


class WayOut(Schema):
    """One thing that a counter can do: its `orders` are sent as they are. It stands on `spaces` one after the
    other and acts on `target` or comes there; `words` say what is to be feared, `supposed` what was filled
    in; after `stops` orders something may come between, for the reason `why`."""

    target = string()
    kind = string()
    cost = number()
    costs = fields.List(fields.Integer(), required=True)
    spaces = strings()
    facing = string(allow_none=True)
    orders = fields.List(OrderField(), required=True)
    origin = string(allow_none=True, data_key="from")
    comes = flag()
    words = strings()
    supposed = strings()
    stops = number(allow_none=True)
    why = string(allow_none=True)
    final = flag()
    then = fields.Raw(required=True, allow_none=True)
    odds = string(allow_none=True)
    sums = fields.List(fields.Dict(), required=True)
    win = fields.Float(required=True, allow_none=True)
    pill = fields.Dict(required=True, allow_none=True)


class ReachOut(Schema):
    """What a counter can do now; of a moment that is past (`stale`) nothing else is told."""

    moment = string()
    piece = string()
    stale = flag()
    start = fields.String(allow_none=True)
    facing = fields.String(allow_none=True)
    ways = several(WayOut, required=False)
    turns = several(WayOut, required=False)
    acts = several(WayOut, required=False)
    ends = several(WayOut, required=False)
    others = fields.List(OrderField())


# The board, event by event


class CounterOut(Schema):
    """A counter: where it stands (absent off the board), its picture, and what shows on it."""

    at = fields.String()
    kind = string()
    side = string()
    label = string()
    name = string()
    strength = fields.Integer()
    facing = fields.String()
    reduced = flag()
    flags = strings()


class SpaceOut(Schema):
    """What is live on a space: its owner and its markers."""

    owner = fields.String()
    marks = by_name(fields.Raw())


class HandOut(Schema):
    """A hand of cards: how many, and which if the viewer may see them."""

    count = number()
    cards = fields.List(fields.String())


class SceneOut(Schema):
    """Everything that a viewer may see at one moment."""

    board = string()
    turn = number()
    round = number()
    phase = string()
    over = flag()
    tokens = by_name(fields.Nested(CounterOut))
    spaces = by_name(fields.Nested(SpaceOut))
    hands = by_name(fields.Nested(HandOut))
    numbers = by_name(fields.Dict(keys=fields.String(), values=fields.Raw()))


class DiceOut(Schema):
    """A roll: what fell, what it counts, and what it counts on average."""

    values = fields.List(fields.Integer(), required=True)
    sides = number()
    score = fields.Float(required=True)
    mean = fields.Float(required=True)
    told = string()
    faces = fields.List(fields.String())


class ToldOut(Schema):
    """An event as the log tells it; `follow_up`: of the same command as the one before, `quiet`: left out of
    logs, `to`: what an undo went back to."""

    version = number()
    at = number()
    event = string()
    text = string()
    rule = string()
    mark = string()
    follow_up = fields.Boolean()
    march = fields.Boolean()
    quiet = fields.Boolean()
    seat = fields.String()
    dice = fields.Nested(DiceOut)
    to = fields.Integer()


class EventOut(ToldOut):
    """The same with all that the viewer may know of it."""

    fields_ = fields.Dict(required=True, data_key="fields")


class MomentOut(ToldOut):
    """An event with the changes of the board, [section, key, old, new] each, and of the measures."""

    turn = number()
    round = number()
    changes = fields.List(fields.List(fields.Raw(allow_none=True)), required=True)
    measures = fields.Dict(keys=fields.String(), values=fields.Float())


class TimelineOut(Schema):
    """Events `start` to `stop` of a game with its board: `keyframes` are whole scenes by version."""

    game = string()
    viewer = string()
    version = number()
    start = number()
    stop = number()
    keyframes = by_name(fields.Nested(SceneOut))
    rows = several(MomentOut)
    source = string()


class FigureOut(Schema):
    """A figure as Plotly draws it."""

    data = fields.List(fields.Dict(), required=True)
    layout = fields.Dict(required=True)


class PlayedOutOut(Schema):
    """How often the computer won for the side that gained, playing on from before and from after a turning
    point with the same dice, and the difference with its 95 % interval; null while it plays."""

    is_finished = flag()
    done, games = number(), number()
    before, after, gap, low, high = (fields.Float(required=True, allow_none=True) for _ in range(5))


class SwingOut(Schema):
    """A turning point: for the `side` that gained by it, in points. Its command begins with event `start`;
    `played_out` is null unless somebody asked for it."""

    event, turn = number(), number()
    side, size, error, before, after, what = (string() for _ in range(6))
    luck, play = string(), string()
    start = number()
    may_play_out = flag()
    played_out = one(PlayedOutOut)


class LedgerOut(Schema):
    """A side's chance at first and at last, and what luck and play did to it, in points."""

    side, begin, end, luck, play, unseen = (string() for _ in range(6))


class LuckyOut(Schema):
    """A command whose dice or cards moved the chance, for the side that they favoured."""

    event = number()
    side, size, what = string(), string(), string()


class CostlyOut(Schema):
    """A costly decision: what was ordered, and what the computer would have chosen `instead`."""

    event, turn = number(), number()
    side, size, error, what, instead = (string() for _ in range(5))


class TurningOut(Schema):
    """Who was winning in a game; `curve` and `luck` are [event, share of 1] for the first of `sides`."""

    sides = strings()
    wrong = fields.Float(required=True)
    noise = fields.Float(required=True)
    curve = fields.List(fields.List(fields.Float()), required=True)
    luck = fields.List(fields.List(fields.Float()), required=True)
    points = several(SwingOut)
    sums = several(LedgerOut)
    rolls = several(LuckyOut)
    costly = several(CostlyOut)


class JudgedOut(Schema):
    """Null where the game goes on or nobody can tell."""

    turning = one(TurningOut)


# Tournaments


class BriefTournamentOut(Schema):
    """A tournament in a list: `state` is open, running or over."""

    tournament = string()
    name = string()
    kind = string()
    title = string()
    scenario = string()
    state = string()
    entrants = number()
    most = number()
    has_word = flag()
    rounds = number()
    rounds_due = number()
    made_at = number()
    cursor = fields.String(metadata={"description": "In lists: what to ask for the lines `after` this one"})


class EntrantOut(Schema):
    """Somebody who has entered."""

    entrant = number()
    name = string()
    has_left = flag()
    is_computer = flag()


class PairedGameOut(Schema):
    """A game of two entrants: `seats` says who sits where; `points` by seat once it is over, and `how`."""

    game = string()
    seats = by_name(fields.Integer())
    points = by_name(fields.Float(), allow_none=True)
    how = string()
    reason = string()


class PairingOut(Schema):
    """Two who meet; `second` is null for who is free."""

    first = number(allow_none=True)
    second = number(allow_none=True)
    points = fields.List(fields.Float(), required=True)
    is_over = flag()
    games = several(PairedGameOut)


class StandingOut(Schema):
    """A line of the standings, with the tie-breaks of the tournament's kind."""

    rank = number()
    entrant = number()
    name = string()
    is_computer = flag()
    has_left = flag()
    points = fields.Float(required=True)
    won = number()
    drawn = number()
    lost = number()
    buchholz = fields.Float()
    sonneborn_berger = fields.Float()
    head_to_head = fields.Float()
    margin = fields.Float()


class TournamentOut(BriefTournamentOut):
    """A tournament: `pairings` by round; `yours` and `is_maker` say who the asker is in it."""

    seats = strings()
    options = by_name(fields.String())
    pack = string()
    games_each = number()
    opening = string()
    seeding = string()
    watchers = string()
    delay = number()
    pace = string()
    undo = string()
    cover = number()
    clock = one(ClockOut)
    people = several(EntrantOut)
    pairings = fields.List(fields.List(fields.Nested(PairingOut)), required=True)
    standings = several(StandingOut)
    yours = number(allow_none=True)
    is_maker = flag()
    may_open_round = flag()
