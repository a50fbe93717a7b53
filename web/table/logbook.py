"""The log of a table: its newest lines, all or one kind of them, and how to see older ones."""

from collections.abc import Collection, Sequence
from typing import Any

from flask import Flask, request
from flask_babel import gettext as _
from markupsafe import Markup, escape

from domain.kernel import Recorded, RuleSet, Seat, Undone
from projections import documents
from web.base import views
from web.base.language import language
from web.base.sides import side_class
from web.base.site import rule_set_of, site
from web.base.words import rule_link
from web.table.fought import spans_until
from web.table.whole_ways import sets_out, whole_ways

KINDS = ("all", "battles", "cards", "notes")
MARKS = {"battles": ("battle", "capture"), "cards": ("card",)}
LINES, MOST = 80, 2000
"""How many lines a page shows at first, and at most."""
BEFORE = 16
"""Events before the first line that are read with the lines: what that one is a part of began there."""


def shown(desk: Any, viewer: Seat, noted: Collection[int]) -> dict[str, Any]:
    """The lines that the query asks for (`?log=battles&lines=160`): {kind, rows, more}.

    `more` is how many lines the "older" link asks for,
    None if there are no others. `noted` are the events
    that this viewer reads notes about. The rows come newest first; of one command the first event
    comes first, with what follows from it below.
    """
    kind, lines = _kind(), _lines()
    rows = _all(desk, viewer, lines + 1) if kind == "all" else _chosen(desk, viewer, kind, noted)
    is_longer = len(rows) > lines and lines < MOST
    more = lines + LINES if is_longer else None
    return {"kind": kind, "rows": newest_first(documents.told(rows[-lines:])), "more": more}


def asked() -> dict[str, str | int | None]:
    """The query that shows the same lines again."""
    return {"log": _kind() if _kind() != KINDS[0] else None, "lines": _lines() if _lines() > LINES else None}


def _kind() -> str:
    kind = request.args.get("log", KINDS[0])
    return kind if kind in KINDS else KINDS[0]


def _lines() -> int:
    return min(MOST, max(LINES, request.args.get("lines", LINES, type=int)))


def newest_first(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines by command, the newest command first; those of one command stay in their order."""
    commands: list[list[dict[str, Any]]] = []
    for row in rows:
        if row.get("follow_up") and commands:
            commands[-1].append(row)
        else:
            commands.append([row])
    return [row for command in reversed(commands) for row in command]


def _all(desk: Any, viewer: Seat, lines: int) -> list[dict[str, Any]]:
    return since(desk, viewer, max(0, desk.version - lines))


def since(desk: Any, viewer: Seat, after: int) -> list[dict[str, Any]]:
    """The lines of the events after version `after`, in their order."""
    recorded = site().games.recorded(desk.game, max(0, after - BEFORE), desk.version)
    rows = views.rows_of(desk.game, (each for each in recorded if each.version > after), viewer)
    return _with_wholes(desk.game, viewer, views.with_undone(rows), recorded)


def _with_wholes(
    game: str, viewer: Seat, rows: list[dict[str, Any]], recorded: Sequence[Recorded]
) -> list[dict[str, Any]]:
    """Says of each row which battle it is a part of (`battle`: its first event), and of the steps of a march
    the whole way so far (`way`, a sentence). `recorded` are the events up to the last row, from one before
    the first row if there is one."""
    if not rows:
        return rows
    first, last = rows[0]["version"], rows[-1]["version"]
    found = spans_until(game, last, first)
    battle_of = {version: span.first for span in found if span.last >= first for version in span.versions}
    ways = whole_ways(rule_set_of(game), _from_setting_out(game, first, recorded), viewer)
    for row in rows:
        if row["version"] in battle_of:
            row["battle"] = battle_of[row["version"]]
        if row["version"] in ways:
            row["way"] = ways[row["version"]]
    return rows


def _from_setting_out(game: str, version: int, recorded: Sequence[Recorded]) -> Sequence[Recorded]:
    """The events from the command, or from the march, on that event `version` is a part of."""
    here = version - recorded[0].version
    start = next((number for number in range(here, -1, -1) if sets_out(recorded[number])), None)
    if start is not None or recorded[0].version == 1:
        return recorded[start or 0 :]
    before = _setting_out(game, recorded[0].version - 1)
    return [*site().games.recorded(game, before - 1, recorded[0].version - 1), *recorded]


def _setting_out(game: str, version: int) -> int:
    """The first event of the command, or of the march, that event `version` is a part of."""
    lately = site().games.lately(game)
    while version > 1 and not sets_out(lately.event(version)):
        version -= 1
    return version


def _chosen(desk: Any, viewer: Seat, kind: str, noted: Collection[int]) -> list[dict[str, Any]]:
    """Only the lines of a kind, each by itself; those that were taken back are marked."""
    rule_set, found = rule_set_of(desk.game), site().games.recorded(desk.game, 0, desk.version)
    marks = MARKS.get(kind, ())
    taken_back = [(each.body.to, each.version) for each in found if isinstance(each.body, Undone)]
    rows = []
    for each in found:
        is_marked = rule_set.marks.get(type(each.body).__name__) in marks
        if each.version in noted if kind == "notes" else is_marked:
            row = documents.event_row(rule_set, each, viewer, language())
            row.pop("follow_up", None)
            row["undone"] = any(first < each.version < last for first, last in taken_back)
            rows.append(row)
    return _with_wholes(desk.game, viewer, rows, found)


# Lines


def line(row: dict[str, Any], replay: str, rule_set: RuleSet, noted: Collection[int] = ()) -> Markup:
    """One line of the log; `replay` is the page that its number leads to, `noted` the events with notes."""
    version, mark, taken_back = row["version"], escape(row["mark"]), ""
    looks = ["line", f"mark-{mark}"] if mark else ["line"]
    looks += [each.replace("_", "-") for each in ("undone", "follow_up") if row.get(each)]
    looks += ["march-step"] if row.get("march") else []
    looks += [side_class(row["seat"])] if row.get("seat") else []
    looks += ["noted"] if version in noted else []
    if row.get("undone"):
        taken_back = f" <em>{escape(_('taken back'))}</em>"
    title = escape(_("Event %(number)s: see it in the replay", number=version))
    battle = f' data-battle="{row["battle"]}"' if "battle" in row else ""
    way = f' data-way="{escape(row["way"])}"' if "way" in row else ""
    return Markup(
        f'<li id="e{version}" class="{" ".join(looks)}" data-mark="{mark}"{battle}{way}>'
        f'<a class="no" href="{escape(replay)}#e{version}" title="{title}">{version}</a>\n'
        f'<span class="text">{escape(row["text"])}{_dice(row.get("dice"))} '
        f"{rule_link(row['rule'], rule_set)}{taken_back}</span></li>\n"
    )


def _dice(dice: dict[str, Any] | None) -> str:
    """What was rolled, and against what was expected."""
    if dice is None or dice["sides"] > 6:
        return ""
    faces = "".join(f"<b>{escape(face)}</b>" for face in dice.get("faces") or dice["values"])
    told = escape(dice["told"])
    return f' <span class="dice" aria-hidden="true">{faces}</span> <span class="luck">{told}</span>'


def in_templates(app: Flask) -> None:
    """Makes a line available to every template."""
    app.jinja_env.filters.update(log_line=line)
