"""The battle at hand, or the last one, as a panel shows it to one viewer: sums, cards, dice and chances."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from flask import Blueprint, Flask, Response, render_template, request
from flask_babel import format_decimal
from flask_babel import gettext as _

from domain.kernel import RuleSet, Seat, Undone
from domain.kernel.battles import Battle, Camp, Course, Factor, Matrix, Pairing, Throw
from domain.kernel.fought import Span
from domain.kernel.prose import Prose
from domain.kernel.told import Told
from web.base import limits, views
from web.base.language import language
from web.base.recent import Recent
from web.base.security import visitor
from web.base.site import prose_of, rule_set_of, site
from web.base.words import alone, name
from web.boards.looks import die_faces
from web.hosting import watching
from web.table.fought import spans_until

blueprint = Blueprint("battles", __name__)
Document = dict[str, Any]
_known: Recent[Document] = Recent(256)


def shown(desk: Any, viewer: Seat, draft: Sequence[Any] = ()) -> Document | None:
    """The battle at the desk, or the last one before: see `told`. `is_standing`: nobody has ordered anything
    since; `asks`: the present question to the viewer is the battle's own."""
    found = _at(desk.game, desk.version, desk.standing.state, viewer, draft)
    if found is None:
        return None
    battles = rule_set_of(desk.game).battles
    ask = desk.decision.ask(viewer) if desk.decision is not None else None
    asks = ask is not None and battles is not None and ask.prompt in battles.asks and not found["is_over"]
    return {**found, "asks": asks}


@blueprint.get("/g/<game>/battle")
@limits.looks
def sums(game: str) -> Response:
    """`?at=&as=`: the sums of the battle that event `at` is a part of, as HTML; 204 if it is part of none."""
    who = visitor(game)
    desk = watching.desk(who)
    viewer = views.chosen_view(who, desk, request.args.get("as"))
    at = request.args.get("at", default=desk.version, type=int)
    found = at_event(game, at, viewer) if 1 <= at <= desk.version else None
    if found is None:
        return Response(status=204)
    response = Response(render_template("battle_sums.html", battle=found, rules=rule_set_of(game)))
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def at_event(game: str, version: int, viewer: Seat) -> Document | None:
    """The battle that event `version` is a part of, as it stood then; None if it is part of none."""
    state = site().games.standing(game, version).state
    found = _at(game, version, state, viewer, ())
    return None if found is None or not found["first"] <= version <= found["last"] else found


def with_before(game: str, version: int, viewer: Seat) -> Document | None:
    """See `at_event`, with how likely things were before: a chance that is another now `was` so many per
    cent; where dice or cards have decided, `before` is {head, chances} as they stood last."""
    found = at_event(game, version, viewer)
    span = present(spans_until(game, version, version))
    if found is None or span is None:
        return found
    is_thrown = any(camp["throws"] for camp in found["camps"])  # then the chances are those of these dice
    now = {} if is_thrown else {each["text"]: each["percent"] for each in found["chances"]}
    for count in range(len(span.versions) - 1, 0, -1):
        earlier = _so_far(game, span.versions[:count], viewer)
        then = {each["text"]: each["percent"] for each in earlier["chances"]}
        if earlier["head"] and not found["head"]:
            return {**found, "before": {"head": earlier["head"], "chances": earlier["chances"]}}
        changed = {text: then[text] for text in now if then.get(text, now[text]) != now[text]}
        if changed:
            told = [{**each, "was": changed.get(each["text"], "")} for each in found["chances"]]
            return {**found, "chances": told}
    return found


def _so_far(game: str, versions: tuple[int, ...], viewer: Seat) -> Document:
    """The battle as it stood after these of its events."""
    span = Span(versions, False)
    key = (site().games.store_id, game, versions, viewer, language())
    return _known.get(
        key, lambda: _made(game, span, site().games.standing(game, span.last).state, viewer, ())
    )


def _at(game: str, version: int, state: Any, viewer: Seat, draft: Sequence[Any]) -> Document | None:
    span = present(spans_until(game, version, version))
    if span is None:
        return None
    moment = (span.first, span.last) if span.is_over else (version, tuple(draft))
    key = (site().games.store_id, game, moment, viewer, language())

    def make() -> Document:  # whoever fought may stand elsewhere by now
        is_past = span.is_over and span.last < version
        then = site().games.standing(game, span.last).state if is_past else state
        return _made(game, span, then, viewer, draft)

    found = _known.get(key, make)
    return {**found, "is_standing": _is_standing(game, span, version)}


def _made(game: str, span: Span, state: Any, viewer: Seat, draft: Sequence[Any]) -> Document:
    rule_set = rule_set_of(game)
    assert rule_set.battles is not None, "a game with battles has rules that tell them"
    recorded = site().games.recorded(game, span.first - 1, span.last)
    of_it = set(span.versions)
    events = [rule_set.redact(each.body, viewer) for each in recorded if each.version in of_it]
    battle = rule_set.battles.tell(Course(events, state, viewer, tuple(draft)))
    return {**told(battle, rule_set), "first": span.first, "last": span.last, "is_over": span.is_over}


def _is_standing(game: str, span: Span, version: int) -> bool:
    """Whether nobody has ordered anything since the battle."""
    lately = site().games.lately(game)
    since = map(lately.event, range(version, span.last, -1))
    return not any(each.answers is not None or isinstance(each.body, Undone) for each in since)


def present(found: Sequence[Span]) -> Span | None:
    """The battle under way that began last, else the one that ended last."""
    under_way = [span for span in found if not span.is_over]
    if under_way:
        return under_way[-1]
    return max(found, key=lambda span: span.last, default=None)


# In words ------------------------------------------------------------------------------------------


def told(battle: Battle, rule_set: RuleSet) -> Document:
    """{title, spaces, stages: [{id, is_now, is_past}], camps: [{side, name, role, pieces, rows, total,
    is_open, cards, throws}], sums: [{text, rows, total, is_open}],
    head, chances: [{text, share, percent}], matrix: {text, choices, rows: [[{text, all}]]}, result,
    notes, losses}."""
    words = prose_of(rule_set)
    now = battle.stages.index(battle.stage)
    return {
        "title": words.of_battle(battle.title),
        "spaces": battle.spaces,
        "stages": [
            {"id": stage, "is_now": place == now, "is_past": place < now}
            for place, stage in enumerate(battle.stages)
        ],
        "camps": [_camp(camp, words, rule_set) for camp in battle.camps],
        "sums": [
            {
                "text": words.of_battle(each.head),
                "rows": rows(each.factors, words),
                "total": each.total,
                "is_open": each.is_open,
            }
            for each in battle.sums
        ],
        "head": _said(words, battle.head),
        "chances": [
            {"text": words.of_battle(each.said), "share": each.share, "percent": percent(each.share)}
            for each in battle.chances
        ],
        "matrix": None if battle.matrix is None else _matrix(battle.matrix, words),
        "result": _said(words, battle.result),
        "notes": [words.of_battle(each) for each in battle.notes],
        "losses": [words.event(each) for each in battle.losses],
    }


def _matrix(matrix: Matrix, words: Prose) -> Document:
    """A cell says in short who suffers, and `all` of it each result."""
    return {
        "text": words.of_battle(matrix.head),
        "choices": [words.of_battle(each) for each in matrix.choices],
        "rows": [[_pairing(each) for each in row] for row in matrix.rows],
    }


def _pairing(each: Pairing) -> Document:
    short = f"{in_hundred(each.defender)}/{in_hundred(each.attacker)}" if each.results else "–"
    return {"text": short, "all": ", ".join(f"{code}: {percent(share)}" for code, share in each.results)}


def percent(share: float) -> str:
    """A chance as people say it."""
    return f"{in_hundred(share)} %"


def in_hundred(share: float) -> int:
    """How often in a hundred times, rounded alike wherever a chance is told."""
    return round(100 * Decimal(str(float(share))))


def zipped(one: Sequence[Any], other: Sequence[Any]) -> list[tuple[Any, Any]]:
    """The lines of both sides in pairs."""
    return list(zip(one, other, strict=True))


def in_templates(app: Flask) -> None:
    """Makes this available to every template."""
    app.jinja_env.globals.update(zipped=zipped)


def _said(words: Prose, told: Told | None) -> str:
    return "" if told is None else words.of_battle(told)


def _camp(camp: Camp, words: Prose, rule_set: RuleSet) -> Document:
    return {
        "side": camp.side,
        "name": alone(camp.side, rule_set),
        "role": camp.role,
        "pieces": [name(piece, rule_set) for piece in camp.pieces],
        "rows": rows(camp.factors, words),
        "total": camp.total,
        "is_open": camp.is_open,
        "cards": [_card(each.card, each.adds, rule_set) for each in camp.cards],
        "throws": [
            {
                "text": words.of_battle(each.said),
                "faces": _faces(each, rule_set),
                "expected": "" if each.expected is None else _expected(each.expected),
            }
            for each in camp.throws
        ],
    }


def _faces(throw: Throw, rule_set: RuleSet) -> list[Document]:
    """The dice of a throw: {face, name, drawn, hits}; those whose faces have names are drawn by these."""
    die = next((each for each in rule_set.dice if each.id == throw.die), None)
    drawings = die_faces(rule_set.id) if die is not None else {}
    found: list[Document] = []
    for place, face in enumerate(throw.faces):
        shown = die.faces[face - 1] if die is not None else None
        found.append({
            "face": face,
            "name": str(face) if shown is None else name(shown, rule_set),
            "drawn": None if shown is None else drawings.get(shown),
            "hits": not throw.hits or throw.hits[place],
        })
    return found


def _expected(mean: float) -> str:
    return _("%(mean)s expected", mean=format_decimal(mean, format="0.0"))


def rows(factors: Sequence[Factor | None], words: Prose) -> list[Document]:
    """The lines of a sum: [{text, adds, counts}]."""
    return [_row(factor, words, is_first=not place) for place, factor in enumerate(factors)]


def _row(factor: Factor | None, words: Prose, *, is_first: bool) -> Document:
    if factor is None:
        return {"text": "", "adds": "", "counts": False}
    counts = factor.counts and factor.adds != 0 or (is_first and factor.counts)
    return {"text": words.of_battle(factor.said), "adds": _adds(factor, is_first), "counts": counts}


def _adds(factor: Factor, is_first: bool) -> str:
    if factor.adds is None:
        return "?"
    if is_first and factor.counts:
        return str(factor.adds)
    if not factor.adds:
        return "–"
    return f"+ {factor.adds}" if factor.adds > 0 else f"− {-factor.adds}"


def _card(card: str | None, adds: int | None, rule_set: RuleSet) -> Document:
    """A card as the panel shows it: what it adds, or its value, and its number; a back without a name."""
    if card is None:
        return {"name": "", "value": "?", "number": None}
    face = rule_set.faces.get(card)
    value = str(adds) if adds is not None else (face.value if face is not None else "")
    return {"name": name(card, rule_set), "value": value, "number": face.number if face is not None else None}
