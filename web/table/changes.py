"""What has changed at a table since a browser last looked, so that no page is loaded again.

A page names what it shows by its stamp. It is told what has changed on the board (as
`domain.kernel.scene.applied` changes a scene), the new lines of the log, and those parts of the page that
differ. What a part is made of decides whether it differs; digests of that are kept for the pages that were
shown last. After a restart, or in another process, they are not known: then every part is told.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import msgspec
from flask import render_template, request, url_for
from markupsafe import Markup

from domain.kernel import PUBLIC, GrognardError, Scene, Seat
from domain.kernel.numbers import whole_number
from domain.kernel.scene import changes, plain
from projections import documents
from web.base.language import language
from web.base.recent import Recent, shorten
from web.base.security import Visitor
from web.base.site import rule_set_of, site
from web.table import logbook, shown
from web.talk import talk

Facts = Mapping[str, Any]
MOST_LINES = 200
"""A page that lacks more events than these is told everything anew."""
PAGES, STAMPS, SCENES, TOLD = 1024, 4, 512, 128
"""How many pages, how many stamps of each, how many scenes and answers are remembered."""
BETWEEN = "\x1e"


# The parts of a page


class Part(NamedTuple):
    """A part of the page with the id of its element; `made_of` tells it from another."""

    template: str
    made_of: Callable[[Facts], Any]


def _numbers(facts: Facts) -> Any:
    scene = facts["scene"]
    counts = {owner: hand["count"] for owner, hand in scene["hands"].items()}
    return scene["numbers"], counts, facts["holders"]


def _listed(facts: Facts) -> Any:
    menu = facts["menu"]
    return menu.listed, menu.series, menu.opens_list, facts["counts"], facts["viewer"]


def _choices(facts: Facts) -> Any:
    tokens, menu = facts["scene"]["tokens"], facts["menu"]
    at = [tokens.get(piece, {}).get("at") for piece in (*menu.later, *menu.by_piece)]
    return menu.later, menu.by_piece, facts["viewer"], at


def _hand(facts: Facts) -> Any:
    return facts["hands"], facts["menu"].by_card, facts["set_cards"], facts["viewer"], bool(facts["together"])


def _clock(facts: Facts) -> Any:
    scene = facts["scene"]
    turn = scene["turn"], scene["round"], scene["phase"]
    clocks = {seat: each.mark for seat, each in facts["clocks"].items()}
    return clocks, turn, facts["victory"], facts["desk"]["result"]


PARTS = {
    "listed": Part("listed.html", _listed),
    "choices": Part("choices.html", _choices),
    "powers": Part("powers.html", _numbers),
    "coach": Part("coach.html", lambda facts: (facts["lesson"], facts["coach"])),
    "piles": Part("piles.html", lambda facts: facts["piles"]),
    "hand": Part("hand.html", _hand),
    "undo": Part(
        "undo.html",
        lambda facts: (facts["undo_to"], facts["undo_step"], facts["desk"]["takeback"] is None),
    ),
    "hint": Part(
        "hint.html",
        lambda facts: (facts["may_hint"], facts["viewer"], facts["mine"], facts["desk"]["takeback"] is None),
    ),
    "track": Part("track.html", _clock),
    "battle": Part("battle.html", lambda facts: facts["battle"]),
    "when": Part(
        "when.html",
        lambda facts: (facts["desk"]["standing"], facts["hands"], facts["viewer"], facts["desk"]["over"]),
    ),
}
"""All parts but the prompt, which is compared as it is written."""
PLAY, WATCH = tuple(PARTS), ("powers", "piles", "track", "battle")
ONLY_HAND = tuple(name for name in PLAY if name not in ("powers", "piles", "battle"))
ASKED_FOR = {"logbook": "log.html", "text-board": "text_board.html"}
"""Parts that a page is told when it asks for them, or for everything."""


def _digests(facts: Facts, names: Iterable[str]) -> dict[str, bytes]:
    return {name: _digest(msgspec.json.encode(PARTS[name].made_of(facts))) for name in names}


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=12).digest()


def _rendered(facts: Facts, templates: Sequence[str], lines: Sequence[Any] = (), **more: Any) -> list[str]:
    """The log's lines, then each template, as the script puts them in: forms without tokens and moments."""
    text = render_template(
        "changed.html",
        wanted=templates,
        battle_panel=_battle(facts) if PARTS["battle"].template in templates else "",
        lines=lines,
        replay=url_for("replay.replay", game=facts["game"]),
        between=Markup(BETWEEN),
        is_for_script=True,
        connected=site().presence.seats(facts["game"]) if PARTS["powers"].template in templates else (),
        **{"problem": None, **facts, **more},
    )
    return [part.strip() for part in text.split(BETWEEN)]


def _battle(facts: Facts) -> Markup:
    """The battle's panel, which reads nothing but these: pages that show the same battle share it."""
    rules, battle = facts["rules"], facts["battle"]
    key = (rules.id, rules.data_digest, language(), msgspec.json.encode(battle))
    return _panels.get(key, lambda: Markup(render_template("battle.html", battle=battle, rules=rules)))


_panels: Recent[Markup] = Recent(64)


# What pages show


class Page(NamedTuple):
    """Whose page, in which language: pages that are equal show the same."""

    store: str
    game: str
    seats: tuple[Seat, ...]
    present: tuple[Seat, ...]
    people: tuple[tuple[Seat, ...], ...]
    only_hand: bool
    language: str


class Known(NamedTuple):
    """What a page showed at a stamp: whose view, and digests of what its parts were made of."""

    viewer: Seat
    digests: dict[str, bytes]


class Memory:
    """What pages showed last by page and stamp, scenes of viewers by version, and what was told last: pages
    that are alike are told the same. Safe for threads."""

    def __init__(self) -> None:
        self._told: OrderedDict[tuple[Page, str, str], dict[str, Any]] = OrderedDict()
        self._pages: OrderedDict[Page, OrderedDict[str, Known]] = OrderedDict()
        self._scenes: Recent[Scene] = Recent(SCENES)
        self._turns: WeakValueDictionary[Page, threading.Lock] = WeakValueDictionary()
        self._guard = threading.Lock()

    @contextmanager
    def turn(self, page: Page) -> Iterator[None]:
        """One thread at a time finds out what such a page is told: the next one finds it here."""
        with self._guard:
            mine = self._turns.setdefault(page, threading.Lock())
        with mine:
            yield

    def keep(self, page: Page, stamp: str, known: Known) -> None:
        """`page` shows this now."""
        with self._guard:
            stamps = self._pages.setdefault(page, OrderedDict())
            stamps[stamp] = known
            stamps.move_to_end(stamp)
            self._pages.move_to_end(page)
            shorten(stamps, STAMPS)
            shorten(self._pages, PAGES)

    def find(self, page: Page, since: str | int | None) -> tuple[str, Known] | None:
        """What `page` showed at the stamp `since`, or last at that version."""
        with self._guard:
            for stamp, known in reversed(self._pages.get(page, {}).items()):
                if stamp == since or (isinstance(since, int) and version_of(stamp) == since):
                    return stamp, known
        return None

    def told(self, page: Page, since: str, stamp: str) -> dict[str, Any] | None:
        """What such a page was told between two stamps."""
        with self._guard:
            return self._told.get((page, since, stamp))

    def tell(self, page: Page, since: str, stamp: str, told: dict[str, Any]) -> None:
        """Keeps what a page was told."""
        with self._guard:
            self._told[page, since, stamp] = told
            shorten(self._told, TOLD)

    def scene(self, game: str, version: int, viewer: Seat, state: Callable[[], Any]) -> Scene:
        """A viewer's scene after an event; `state` gives the game's state there if it is not known."""
        key = (site().games.store_id, game, version, viewer)
        return self._scenes.get(key, lambda: rule_set_of(game).view(state(), viewer))


_memory = Memory()


def version_of(stamp: str) -> int | None:
    """The version that a stamp names; None if it is no stamp of ours, however it was typed."""
    parts = stamp.split("/")
    return whole_number(parts[1]) if len(parts) == 3 else None


def page_of(who: Visitor) -> Page:
    """The page that this visitor looks at."""
    only_hand = request.args.get("only") == "hand"
    store = site().games.store_id
    return Page(store, who.game, who.seats, who.present, who.people, only_hand, language())


def names_of(page: Page) -> tuple[str, ...]:
    """The parts that such a page has."""
    if not page.seats:
        return WATCH
    return ONLY_HAND if page.only_hand else PLAY


def remember(who: Visitor, stamp: str, facts: Facts) -> None:
    """A whole page with these facts is sent; its prompt is told with the first change."""
    page = page_of(who)
    if is_usual():
        _memory.keep(page, stamp, Known(facts["viewer"], _digests(facts, names_of(page))))


def is_usual() -> bool:
    """Whether the page shows what every such page shows, and no choice of its own query."""
    return not {"as", "answers", "suggest", "opened"} & set(request.args)


# Telling


class Before(NamedTuple):
    """What a page shows before it is told anything, and what its parts were made of, if that is known."""

    version: int
    viewer: Seat
    scene: Scene
    stamp: str | None
    digests: Mapping[str, bytes]


def answer(
    who: Visitor,
    desk: Any,
    stamp: str,
    since: str | int | None,
    seen_as: str = "",
    problem: GrognardError | None = None,
) -> dict[str, Any]:
    """What has changed for the page of `who` since the stamp (or the version) `since`.

    Always {page, stamp, moment, version, viewer, waiting (seats), asked (whether it is this page's turn),
    parts: {id: HTML}}. Where the page can go on from what it shows: `from` (its version), `was` (whose view),
    `base` (its stamp; None: any of that version), `changes` of its scene, `log` (the new lines as HTML,
    oldest first), `undone` ([first, last] event of what was taken back), `said` (the last line's sentence).
    Else the `scene` and all parts, the log included.

    `seen_as` is the viewer whose scene the page says that it shows; `problem` is
    told in the prompt. A screen that must be passed on is told only where to `go`.
    """
    page = page_of(who)
    with _memory.turn(page):  # an order's answer, and the live stream of whoever gave it
        return _answer(who, page, desk, stamp, since, seen_as, problem)


def _answer(
    who: Visitor,
    page: Page,
    desk: Any,
    stamp: str,
    since: str | int | None,
    seen_as: str,
    problem: GrognardError | None,
) -> dict[str, Any]:
    kind, found = "play" if who.seats else "watch", _memory.find(page, since)
    known = _memory.told(page, found[0], stamp) if found and is_usual() and not problem else None
    if known is not None:
        return dict(known)
    told = {"page": kind, "stamp": stamp, "moment": desk.moment, "version": desk.version}
    if shown.passes_on(who, desk):
        return {**told, "go": url_for("tables.handover", game=who.game)}
    facts, scene = _facts(who, desk)
    told |= {"viewer": facts["viewer"], "waiting": facts["desk"]["waiting"], "asked": facts["asked"]}
    before, digests = _before(who, desk, found, since, seen_as), _digests(facts, names_of(page))
    if before is None:
        told |= {"scene": plain(scene)} | _everything(who, desk, facts, problem)
    else:
        told |= _differing(who, desk, facts, before, digests, problem)
        told["changes"] = changes(before.scene, scene)
    _keep(page, told, before, digests, is_refused=problem is not None)
    return told


def _keep(
    page: Page, told: dict[str, Any], before: Before | None, digests: dict[str, bytes], *, is_refused: bool
) -> None:
    """Remembers what the page shows from now on, if such pages all show it."""
    if not is_usual():
        return
    if is_refused:
        digests["prompt"] = b""
    elif "prompt" in told["parts"]:
        digests["prompt"] = _digest(told["parts"]["prompt"].encode())
    elif before is not None:
        digests["prompt"] = before.digests["prompt"]
    _memory.keep(page, told["stamp"], Known(told["viewer"], digests))
    if before is not None and before.stamp is not None and not is_refused and "logbook" not in told["parts"]:
        _memory.tell(page, before.stamp, told["stamp"], told)


def _facts(who: Visitor, desk: Any) -> tuple[dict[str, Any], Scene]:
    viewer = shown.viewer_here(who, desk)
    scene = _memory.scene(who.game, desk.version, viewer, lambda: desk.standing.state)
    return shown.table(who, desk, viewer, documents.shared_plain(scene)), scene


def _before(
    who: Visitor, desk: Any, found: tuple[str, Known] | None, since: str | int | None, seen_as: str
) -> Before | None:
    """What the page shows, as it was `found`; None if that cannot be told or is too long ago."""
    stamp, known = found or (None, Known(Seat(seen_as), {}))
    last = stamp or since
    version = version_of(last) if isinstance(last, str) else last
    viewer = known.viewer
    if not viewer and not who.shares_screen and len(who.present) < 2:
        viewer = who.present[0] if who.present else PUBLIC
    is_recent = version is not None and max(1, desk.version - MOST_LINES) <= version <= desk.version
    if version is None or not is_recent or viewer not in (PUBLIC, *who.present):
        return None
    games = site().games
    scene = _memory.scene(who.game, version, viewer, lambda: games.standing(who.game, version).state)
    return Before(version, viewer, scene, stamp, known.digests)


def _everything(who: Visitor, desk: Any, facts: Facts, problem: GrognardError | None) -> dict[str, Any]:
    """All parts of the page."""
    templates = _templates(who.seats, names_of(page_of(who))) | ASKED_FOR
    _, *made = _rendered(facts, [*templates.values()], problem=problem, **_log(who, desk, facts["viewer"]))
    return {"parts": dict(zip(templates, made, strict=True))}


def _differing(
    who: Visitor,
    desk: Any,
    facts: Facts,
    before: Before,
    digests: Mapping[str, bytes],
    problem: GrognardError | None,
) -> dict[str, Any]:
    """The parts that differ and the new lines of the log; all of its lines if another seat reads them."""
    names = [name for name, digest in digests.items() if before.digests.get(name) != digest]
    templates, more = _templates(who.seats, names), {}
    rows = documents.told(logbook.since(desk, facts["viewer"], before.version))
    is_other = before.viewer != facts["viewer"]
    if is_other:
        templates["logbook"], more = ASKED_FOR["logbook"], _log(who, desk, facts["viewer"])
    log, *made = _rendered(facts, [*templates.values()], [] if is_other else rows, problem=problem, **more)
    html = dict(zip(templates, made, strict=True))
    if not problem and before.digests.get("prompt") == _digest(html["prompt"].encode()):
        del html["prompt"]
    return {
        "from": before.version,
        "was": before.viewer,
        "base": before.stamp,
        "log": log,
        "undone": [[row["to"] + 1, row["version"] - 1] for row in rows if row["event"] == "Undone"],
        "said": rows[-1]["text"] if rows else "",
        "parts": html,
    }


def _templates(seats: Sequence[Seat], names: Iterable[str]) -> dict[str, str]:
    """The templates of these parts, and always the prompt's."""
    prompt = "prompt.html" if seats else "watch_prompt.html"
    return {"prompt": prompt, **{name: PARTS[name].template for name in names}}


def parts(who: Visitor, desk: Any, names: Sequence[str]) -> dict[str, Any]:
    """{parts: {id: HTML}}: these parts as the query asks for them, such as other lines of the log."""
    if shown.passes_on(who, desk):
        return {"parts": {}, "go": url_for("tables.handover", game=who.game)}
    facts, _ = _facts(who, desk)
    known = _templates(who.seats, names_of(page_of(who))) | ASKED_FOR
    wanted = {name: known[name] for name in names if name in known}
    _, *made = _rendered(facts, [*wanted.values()], **_log(who, desk, facts["viewer"]))
    return {"parts": dict(zip(wanted, made, strict=True))}


def _log(who: Visitor, desk: Any, viewer: Seat) -> dict[str, Any]:
    """What the whole log needs."""
    talked = talk.shown(who, upto=desk.version)
    noted = {version for version, _count in talked["noted"]}
    endpoint = "tables.play" if who.seats else "tables.watch"
    return {"log": logbook.shown(desk, viewer, noted), "talk": talked, "page": endpoint}
