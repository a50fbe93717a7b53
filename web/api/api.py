"""The JSON API: all that the pages do, for programs. OpenAPI 3.1 at /api/openapi.json.

A program holds seats by a token (`Authorization: Bearer <token>`, given when a game is opened or
a seat taken) and sends the header `X-Grognard` with everything that changes something. The token of a log-in
(`/api/account/log-ins`) stands in its place for all that a person with an account has.
"""

from typing import Any

import msgspec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Blueprint as PageBlueprint
from flask import Flask, Response, render_template, request
from flask_smorest import Api, Blueprint

from domain.kernel import PUBLIC, InvalidOrder, Seat, titled, titles
from domain.kernel.codec import codec
from domain.kernel.errors import NotAllowed
from domain.kernel.prose_files import plain_refusal
from domain.store import StandingOrder, Terms
from projections import lobby, timelines
from replays.archive_schema import archive_schema
from web.account.account_api import account_api
from web.admin.admin_api import admin_api
from web.analysis.simulations_api import simulations_api
from web.analysis.statistics_api import statistics_api
from web.api import answered, answers, described, parts_of_lists
from web.api.stream_api import stream_api
from web.api.tournaments_api import tournaments_api
from web.base import limits, security, views
from web.base.language import language
from web.base.security import Visitor, is_covered, require_seat, visitor
from web.base.site import prose_of, rule_set_of, site
from web.hosting import clocks, hosting, lessons, schemas, watching
from web.hosting.hosting import SeatPlan
from web.lookback import replay, win_chance
from web.lookback import turning as turning_points
from web.lookback.archives import adopt, archive_of
from web.lookback.compare_api import compare_api
from web.notices import nudging
from web.table import endings, hinting, marching
from web.talk.talk_api import talk_api

Json = dict[str, Any]
titles_api = Blueprint("api_titles", __name__, url_prefix="/api", description="The titles that can be played")
games_api = Blueprint("api_games", __name__, url_prefix="/api/games", description="Opening, joining, looking")
orders_api = Blueprint("api_orders", __name__, url_prefix="/api/games", description="Playing")
docs_pages = PageBlueprint("api_docs", __name__)


class ProblemApi(Api):  # type: ignore[misc]
    """The document tells errors as they are."""

    ERROR_SCHEMA = schemas.ProblemOut


def register(app: Flask) -> None:
    """Adds the API and its document to the application."""
    app.config.update(
        API_TITLE="Grognard",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/api",
        OPENAPI_JSON_PATH="openapi.json",
    )
    about = {"marshmallow_plugin": MarshmallowPlugin(), "info": {"description": __doc__}}
    api = ProblemApi(app, spec_kwargs=about)
    references, components = schemas.order_components()
    for name, component in components.items():
        api.spec.components.schema(name, component)
    api.spec.components.security_scheme("seat", {"type": "http", "scheme": "bearer"})
    api.spec.components.security_scheme("host", {"type": "http", "scheme": "bearer"})
    api.spec.components.security_scheme("person", {"type": "http", "scheme": "bearer"})
    plugin = api.ma_plugin
    plugin.converter.add_attribute_function(
        lambda _converter, field, **_: {"anyOf": references} if isinstance(field, schemas.OrderField) else {}
    )
    for part in (
        titles_api, games_api, orders_api, talk_api, stream_api, statistics_api, compare_api, simulations_api,
        tournaments_api, account_api, admin_api,
    ):  # fmt: skip
        api.register_blueprint(part)
    app.register_blueprint(docs_pages)
    described.complete(api.spec, app)
    answered.in_headers(app)
    app.extensions["openapi"] = api.spec


@docs_pages.get("/api/docs")
def docs() -> str:
    """The API for people: every endpoint with its example."""
    from flask import current_app

    spec = current_app.extensions["openapi"].to_dict()
    return render_template("api.html", spec=spec)


def changes(function: Any) -> Any:
    """Documents what every change must carry."""
    return orders_api.doc(**schemas.CHANGE)(function)


# Titles


@titles_api.get("/titles")
@titles_api.response(
    200,
    answers.TitleOut(many=True),
    description="Every title with scenarios, seats, options, measures and data packs",
)
def every_title() -> Response:
    """The titles that can be played."""
    return as_json([_title_document(each) for each in titles()])


@titles_api.get("/titles/<title>/archive-schema")
@titles_api.response(
    200, answers.JSON_SCHEMA, description="JSON Schema (2020-12) of every line of an archive of this title"
)
def schema_of_archives(title: str) -> Response:
    """What the archives of a title hold, for programs that read them: every event and order described."""
    return as_json(archive_schema(titled(title)))


def _title_document(rule_set: Any) -> Json:
    words = prose_of(rule_set)
    measures = [
        msgspec.structs.replace(each, name=words.tables["measures"].get(each.id, each.name))
        for each in rule_set.measures
    ]
    return {
        "id": rule_set.id,
        "name": words.title,
        "edition": rule_set.edition,
        "scenarios": [msgspec.to_builtins(words.scenario(each)) for each in rule_set.scenarios],
        "measures": msgspec.to_builtins(measures),
        "orders": [order.__name__ for order in rule_set.orders],
        "packs": [
            {"name": each.name, "digest": each.digest} for each in site().games.packs.offered(rule_set.id)
        ],
    }


def as_json(document: Any, status: int = 200) -> Response:
    """A document as it is."""
    return Response(msgspec.json.encode(document), status, mimetype="application/json")


# Games


@games_api.get("")
@games_api.arguments(schemas.PageIn, location="query")
@games_api.response(200, answers.RowOut(many=True), description="One row for each game")
def every_game(asked: Json) -> Response:
    """The lobby: open, running and finished games, the one that changed last first.

    `X-Grognard-Missing` counts those not listed yet."""
    answer = parts_of_lists.linked(as_json, watching.rows(), ("updated_at", "game"), asked)
    answer.headers["X-Grognard-Missing"] = str(lobby.missing(site().games))
    return answer


@games_api.post("")
@changes
@limits.creations
@games_api.arguments(schemas.NewGameIn)
@games_api.response(201, schemas.OpenedOut)
def open_game(asked: Json) -> Json:
    """Open a game."""
    plans = _plans(asked["seats"])
    game = hosting.open_game(
        asked["title"], asked["scenario"], asked["options"], asked["name"], plans, asked["cover"],
        Terms(asked["watchers"], asked["delay"], asked["pace"], asked["undo"], asked["hints"]), asked["dice"],
        asked["pack"], asked["clock"],
    )  # fmt: skip
    return _opened(game, plans)


def _plans(seats: Json) -> dict[Seat, SeatPlan]:
    return {Seat(seat): SeatPlan(each["kind"], each["name"]) for seat, each in seats.items()}


def _opened(game: str, plans: dict[Seat, SeatPlan]) -> Json:
    own = hosting.own_seats(plans)
    security.give_seats(game, *own, host=True)
    invited = [seat for seat, plan in plans.items() if plan.kind == "invitation"]
    return {
        "game": game,
        "token": security.seat_token(game, *own) if own else None,
        "invitations": {seat: security.seat_token(game, seat) for seat in invited},
    }


@games_api.get("/<game>")
@games_api.response(200, schemas.GameOut)
def head(game: str) -> Json:
    """A game's head."""
    who, desk = _seen(game)
    opened = desk.standing.opened
    document = views.desk_document(game, desk, PUBLIC)
    return {
        "game": game,
        "title": opened.title,
        "scenario": opened.scenario,
        "name": opened.name,
        "options": opened.options,
        "cover": site().games.cover(game) // 1000,
        **msgspec.structs.asdict(watching.terms(game)),
        "hinted": site().games.hints.of(game),
        "seats": {
            seat: {"kind": each.kind, "name": each.name} for seat, each in site().games.holders(game).items()
        },
        "version": document["version"],
        "over": document["over"],
        "result": document["result"],
        "waiting": document["waiting"],
        "commitment": opened.commitment,
        "dice_of": opened.dice_of,
        "pack": opened.pack,
        "data": opened.pack_data,
        "only_shown": opened.only_shown,
        "parent": msgspec.to_builtins(opened.parent),
        **clocks.document(desk),
        "yours": list(who.present),
    }


@games_api.get("/<game>/desk")
@games_api.arguments(schemas.DeskIn(), location="query")
@games_api.response(
    200, answers.DeskOut, description="Who is asked what; the asker's own menu, each option with its order"
)
def desk(asked: Json, game: str) -> Response:
    """The decision that stands, and the orders that a seat may give now."""
    who, found = _seen(game)
    viewer = require_seat(who, asked["seat"]) if asked["seat"] else views.viewer_of(who, found)
    undo = {"undo_to": hosting.undo_to(who, found), "undo_step": hosting.undo_to(who, found, is_whole=False)}
    return as_json({**views.desk_document(game, found, viewer), **undo})


@games_api.get("/<game>/reach")
@limits.looks
@games_api.arguments(schemas.ReachIn, location="query")
@games_api.response(
    200, answers.ReachOut, description="The ways of a counter, each with the single orders that go it"
)
def reach(asked: Json, game: str) -> Response:
    """What a counter can come to and act on now by orders of its own, one after the other: `ways`, `turns`,
    `acts` (fights), `ends` (the same spaces, facing another way), each with its `orders`, cost and risks.

    All ways begin with the orders `first` (a JSON list), which lead to a way-point."""
    who = visitor(game)
    if asked["seat"] and is_covered(who, asked["seat"]):
        return as_json(marching.stale_document(game, asked["piece"]))
    seat = require_seat(who, asked["seat"] or views.viewer_of(who, site().games.desk(game)))
    first = marching.orders_in(asked["first"]) if asked["first"] else ()
    return as_json(marching.reach_document(game, seat, asked["piece"], asked["moment"], first))


def _seen(game: str) -> tuple[Visitor, Any]:
    """Who asks, and the desk that they may see."""
    who = visitor(game)
    return who, watching.desk(who)


def _viewer(game: str, view: str | None) -> tuple[Visitor, Any, Seat]:
    who, found = _seen(game)
    return who, found, views.chosen_view(who, found, view)


@games_api.get("/<game>/scene")
@games_api.arguments(schemas.SceneIn, location="query")
@games_api.response(
    200, answers.SceneOut, description="The board as the asker may see it, now or after event `at`"
)
def scene(asked: Json, game: str) -> Response:
    """The board."""
    _, found, viewer = _viewer(game, asked["view"])
    return as_json(views.scene_at(found, viewer, asked["at"]))


@games_api.get("/<game>/events")
@games_api.arguments(schemas.EventsIn, location="query")
@games_api.response(
    200,
    answers.EventOut(many=True),
    description="Events after `after`, each with its sentence, rule and fields",
)
def events(asked: Json, game: str) -> Response:
    """The events, as the asker may see them."""
    _, found, viewer = _viewer(game, asked["view"])
    after = asked["after"]
    return as_json(views.events_since(found, after, viewer, after + asked["limit"]))


@games_api.get("/<game>/timeline")
@games_api.arguments(schemas.TimelineIn, location="query")
@games_api.response(
    200, answers.TimelineOut, description="Keyframes and reversible changes of the board, with measures"
)
def timeline(asked: Json, game: str) -> Response:
    """The timeline, for replays."""
    _, found, viewer = _viewer(game, asked["view"])
    start, stop = asked["start"], asked["stop"]
    return as_json(
        timelines.read(
            site().redis, site().games, game, viewer, start, stop, newest=found.version, language=language()
        )
    )


@games_api.get("/<game>/figure")
@games_api.arguments(schemas.ViewIn, location="query")
@games_api.response(200, answers.FigureOut, description="The timeline's Plotly figure")
def figure(asked: Json, game: str) -> Response:
    """The figure of the title's measures."""
    _, found, viewer = _viewer(game, asked["view"])
    data = replay.figure_bytes(game, found.standing.version, viewer, spoken=language())
    return Response(data, mimetype="application/json")


@games_api.get("/<game>/turning")
@limits.looks
@games_api.arguments(schemas.ViewIn, location="query")
@games_api.response(
    200, answers.JudgedOut, description="The win chance all along, turning points, luck and decisions"
)
def turning(asked: Json, game: str) -> Response:
    """Who was winning in a game that is over, and what moved it, as the page tells it."""
    _, found, viewer = _viewer(game, asked["view"])
    if not win_chance.can_tell(found, rule_set_of(game)):
        return as_json({"turning": None})
    return as_json({"turning": win_chance.document(game, found.version, viewer)})


@games_api.post("/<game>/turning/<int:start>/games")
@changes
@limits.creations
@games_api.response(200, answers.JudgedOut)
def play_out(game: str, start: int) -> Response:
    """Have a turning point played out by the usual computer; `played_out` tells how far that is."""
    turning_points.asked(game, start)
    _, found, viewer = _viewer(game, None)
    return as_json({"turning": win_chance.document(game, found.version, viewer)})


@games_api.get("/<game>/archive")
@games_api.response(
    200, answers.TEXT, content_type="application/x-ndjson", description="One JSON line for each event"
)
def archive(game: str) -> Response:
    """The game as an archive: all of it when it is over, else what the asker may see."""
    _, found, viewer = _viewer(game, None)
    return Response(archive_of(game, found, viewer), mimetype="application/x-ndjson")


@games_api.post("/archives")
@changes
@limits.creations
@games_api.response(201, schemas.OpenedOut)
@games_api.doc(requestBody={
    "required": True,
    "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
})  # fmt: skip
def take_in() -> Json:
    """Bring in an archive (the body is the `.jsonl` file)."""
    return {"game": adopt(request.get_data()), "token": None, "invitations": {}}


@games_api.post("/<game>/forks")
@changes
@limits.creations
@games_api.arguments(schemas.ForkIn)
@games_api.response(201, schemas.OpenedOut)
def fork(asked: Json, game: str) -> Json:
    """Open a new game from an event of this one."""
    plans = _plans(asked["seats"])
    who = visitor(game)
    new = hosting.fork_game(
        who, asked["version"], asked["same_fate"], asked["name"], plans, clock=asked["clock"]
    )
    return _opened(new, plans)


@games_api.post("/<game>/seats/<seat>")
@changes
@limits.joins
@games_api.arguments(schemas.JoinIn)
@games_api.response(200, schemas.SeatOut)
def sit_down(asked: Json, game: str, seat: str) -> Json:
    """Take an open seat, or a reserved one with its invitation's token."""
    invited = False
    if asked["token"] is not None:
        link = security.opened_token(asked["token"])
        if link.game != game or seat not in link.keys:
            raise NotAllowed(plain_refusal("other_invitation"))
        invited = True
    hosting.sit_down(visitor(game), Seat(seat), asked["name"], invited)
    security.give_seats(game, Seat(seat), facing=Seat(seat))
    return {"game": game, "seat": seat, "token": security.seat_token(game, Seat(seat))}


@games_api.post("/<game>/seats/<seat>/link")
@changes
@limits.joins
@games_api.response(200, schemas.SeatOut)
def renew(game: str, seat: str) -> Json:
    """A new token for a seat; the old one is dead from now on."""
    who = visitor(game)
    renewed = hosting.renew_link(who, seat)
    if seat in who.seats:
        security.give_keys(game, renewed)
    return {"game": game, "seat": seat, "token": security.token_of(game, renewed)}


# Orders


@orders_api.post("/<game>/orders")
@changes
@limits.orders
@orders_api.arguments(schemas.OrderIn())
@orders_api.response(
    200, answers.DeskOut, description="The new desk; after several orders with `march`, how far they went"
)
def order(asked: Json, game: str) -> Response:
    """Give an order: one of the desk's `options`, sent back as it is. Or give `orders`: those of a way that
    `/reach` tells; they are carried out one by one, and the first thing that comes between ends it."""
    who = visitor(game)
    seat = require_seat(who, asked["seat"])
    if ("order" in asked) == ("orders" in asked):
        raise InvalidOrder(plain_refusal("order_or_orders"))
    if "orders" in asked:
        went, told = marching.march(game, seat, asked["orders"], asked["moment"])
        return as_json({**views.desk_document(game, went.desk, seat), "march": told})
    given = codec(rule_set_of(game).id).convert_order(asked["order"])
    found = lessons.order(game, seat, given, asked["moment"])
    return as_json(views.desk_document(game, found, seat))


@orders_api.post("/<game>/retractions")
@changes
@limits.orders
@orders_api.arguments(schemas.SeatIn)
@orders_api.response(200, answers.DeskOut, description="The new desk")
def retract(asked: Json, game: str) -> Response:
    """Withdraw a seat's answer that is not yet in effect."""
    seat = require_seat(visitor(game), asked["seat"])
    found = site().games.retract(game, seat, asked["moment"])
    return as_json(views.desk_document(game, found, seat))


@orders_api.post("/<game>/standing-orders")
@changes
@limits.orders
@orders_api.arguments(schemas.StandingOrderIn)
@orders_api.response(
    200, answers.DeskOut, description="The new desk; `standing` is the seat's standing order"
)
def stand_by(asked: Json, game: str) -> Response:
    """Say when a seat is asked in response windows; from now on, the open one included."""
    seat = require_seat(visitor(game), asked["seat"])
    lessons.require_none(game)
    order = StandingOrder(asked["level"], tuple(asked["kinds"]), tuple(asked["cards"]), asked["pass_empty"])
    found = site().games.stand_by(game, seat, order)
    return as_json(views.desk_document(game, found, seat))


@orders_api.post("/<game>/nudges")
@changes
@limits.orders
@orders_api.arguments(schemas.NudgeIn)
@orders_api.response(200, answers.DeskOut, description="The asker's desk")
def nudge(asked: Json, game: str) -> Response:
    """Remind a seat that takes longer than the table's pace; not in response windows."""
    who = visitor(game)
    nudging.nudge(who, asked["seat"])
    found = site().games.desk(game)
    return as_json(views.desk_document(game, found, views.viewer_of(who, found)))


@orders_api.post("/<game>/undos")
@changes
@limits.orders
@orders_api.arguments(schemas.TakeBackIn)
@orders_api.response(
    200,
    answers.DeskOut,
    description="The new desk: the game stands there again, or `takeback` asks the others",
)
def take_back(asked: Json, game: str) -> Response:
    """Take back: at once where nobody else learnt anything, else by asking the other seats."""
    who = visitor(game)
    found = hosting.take_back(who, asked["to"], not asked["step"])
    return as_json(views.desk_document(game, found, views.viewer_of(who, found)))


@orders_api.post("/<game>/hints")
@changes
@limits.orders
@orders_api.arguments(schemas.HintIn)
@orders_api.response(
    200, answers.HintOut, description="The order: said, order (as JSON), piece, target, card"
)
def ask_for_hint(asked: Json, game: str) -> Response:
    """What the computer would order in the asker's place, where the table allows hints; it is counted."""
    seat = require_seat(visitor(game), asked["seat"])
    return as_json(hinting.hint(game, seat, asked["moment"])[1])


@orders_api.post("/<game>/resignations")
@changes
@limits.orders
@orders_api.arguments(schemas.ResignIn)
@orders_api.response(
    200, answers.DeskOut, description="The desk: of a game that is over, once the whole side resigns"
)
def resign(asked: Json, game: str) -> Response:
    """Resign, whoever is asked: the game is over, and the other side has won it. Where other people play on
    the same side it is over when all of them have resigned; `resigning` tells that side who has."""
    found = endings.resign(visitor(game), asked["seat"])
    return as_json(views.desk_document(game, found, asked["seat"]))


@orders_api.post("/<game>/claims")
@changes
@limits.orders
@orders_api.arguments(schemas.ClaimIn)
@orders_api.response(200, answers.DeskOut, description="The desk of the game that is over")
def claim_time(asked: Json, game: str) -> Response:
    """Claim the game from a seat of another side that is out of time, where the clock says so."""
    found = clocks.claim(visitor(game), asked["seat"])
    return as_json(views.desk_document(game, found, asked["seat"]))


@orders_api.post("/<game>/draws")
@changes
@limits.orders
@orders_api.arguments(schemas.OfferIn)
@orders_api.response(
    200, answers.DeskOut, description="The desk; `offer` says who has offered and who has agreed"
)
def offer_draw(asked: Json, game: str) -> Response:
    """Offer the others a draw, in games of people; it lapses when one of them plays on."""
    found = endings.offer(visitor(game), asked["seat"])
    return as_json(views.desk_document(game, found, asked["seat"]))


@orders_api.post("/<game>/draws/answers")
@changes
@limits.orders
@orders_api.arguments(schemas.ConsentIn)
@orders_api.response(
    200, answers.DeskOut, description="The desk: of a game that is over and drawn, once all have agreed"
)
def answer_draw(asked: Json, game: str) -> Response:
    """Agree to the draw that is offered or decline it; who offered it may take it back."""
    seat = require_seat(visitor(game), asked["seat"])
    found = site().games.answer_draw(game, seat, asked["agree"])
    return as_json(views.desk_document(game, found, seat))


@orders_api.post("/<game>/consents")
@changes
@limits.orders
@orders_api.arguments(schemas.ConsentIn)
@orders_api.response(200, answers.DeskOut, description="The new desk")
def consent(asked: Json, game: str) -> Response:
    """Agree or refuse that another player takes back."""
    seat = require_seat(visitor(game), asked["seat"])
    found = site().games.consent(game, seat, asked["agree"])
    return as_json(views.desk_document(game, found, seat))
