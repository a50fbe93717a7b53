"""Who may do what: seat links, cookies, form tokens, where a request comes from, and headers.

A seat belongs to whoever has its key. A link carries keys, signed; opening it gives them to the browser,
which has one HttpOnly cookie for all its games: its name, signed. What it was given is kept by the store. A
new key for a seat makes every older link worthless, and whatever a browser was given before.
"""

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

import msgspec
from flask import Response, g, request
from flask_babel import gettext as _
from itsdangerous import BadSignature, Signer, URLSafeSerializer
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import GrognardError, Seat
from domain.kernel.errors import NotAllowed
from domain.store import Desk
from domain.store.passes import Pass
from web.base import logins
from web.base.site import site

HEADER = "X-Grognard"
"""JSON that changes something must carry this header: another site's form cannot send it."""

CSP = (
    "default-src 'self'; script-src 'self'; "
    "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' "
    "'sha256-ji27qzEtxXZW+7dun6UwjHXJ18e6WAin1VvNtkzIE/o='; "
    "img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
)
"""The hashes are those of the style elements that Plotly inserts: an empty one, to which it adds rules, and
that of its maps."""


class BadLink(GrognardError):
    """A link that was cut off, changed, or replaced by a newer one."""

    code = "bad_link"


class CrossSite(GrognardError):
    """A change asked for by a page of another site, or without this site's token."""

    code = "cross_site"


COOKIE = "seats"
"""The one cookie that names a browser that was given seats."""
BEEN = "grognard.been"
"""What a browser is given to keep in the cookie `been`, for one request."""
HOLDER = "grognard.holder"
"""Where the browser's name is kept for one request."""
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
AT_ONCE_SECONDS = 10.0
"""So long a browser that was named may not have sent its cookie yet."""
_naming = Lock()
_just_named: dict[str, tuple[str, float]] = {}
"""The names that browsers were given just now by this process, by what ties their forms to them."""
TOKENS = "grognard.tokens"
"""Where the signatures of a page's forms are kept for one request: it has dozens of them."""
SIGNED = 4096
"""How many links, tokens and cookies are remembered that were found good: programs show theirs every time."""
OLD_COOKIES = 20
"""How many cookies of the old kind, one for each game, one answer takes away: its headers must stay small."""


@dataclass(frozen=True)
class Visitor:
    """Who asks. `seats` are all that this browser holds; `present` are those of the person in front of
    it, empty until a hand-over says who that is, and while a response window asks several people at this
    screen. `people` groups the seats by player. Every way out of a game goes by who is present."""

    game: str
    seats: tuple[Seat, ...] = ()
    present: tuple[Seat, ...] = ()
    people: tuple[tuple[Seat, ...], ...] = ()
    is_host: bool = False
    keys: tuple[tuple[str, str], ...] = ()
    shown: Pass = field(default=Pass(""), compare=False)
    browser: str = ""
    """The name of the asker's browser, or of the person who is logged in there; empty for a program and for a
    browser that was given nothing."""
    log_in: tuple[str, str] | None = None
    """The log-in by which the asker has the seats: account and log-in."""

    @property
    def shares_screen(self) -> bool:
        return len(self.people) > 1


def signer(salt: str) -> URLSafeSerializer:
    """Signs and reads what leaves this server and comes back; `salt` keeps its kinds apart."""
    return _signer(site().settings.secrets, salt)


@lru_cache(64)
def _signer(known: tuple[str, ...], salt: str) -> URLSafeSerializer:
    return URLSafeSerializer(list(known), salt=salt)


@lru_cache(SIGNED)
def _checked(known: tuple[str, ...], salt: str, text: str) -> bytes:
    """What was signed with one of the `known` secrets, as JSON. Raises BadSignature."""
    return msgspec.json.encode(_signer(known, salt).loads(text))


@lru_cache(SIGNED)
def _named(known: tuple[str, ...], browser_name: str) -> str:
    """The cookie of a browser."""
    return str(_signer(known, "browser").dumps(browser_name))


def read_signed(salt: str, text: str) -> Any:
    """What was signed. Raises BadLink if it was changed or is of another kind."""
    try:
        return msgspec.json.decode(_checked(site().settings.secrets, salt, text))
    except BadSignature as problem:
        raise BadLink(
            _("This link is damaged or was not made by this server. Ask for a new one.")
        ) from problem


# Links


def seat_token(game: str, *seats: Seat) -> str:
    """The signed part of a link that gives `seats` of `game` to whoever opens it, whoever holds them."""
    return token_of(game, {seat: site().games.seat_key(game, seat) for seat in seats})


def token_of(game: str, keys: dict[str, str]) -> str:
    """The same of keys: it is worth what they are."""
    return token_signed_by(site().settings.secrets, game, keys)


def token_signed_by(known: tuple[str, ...], game: str, keys: dict[str, str]) -> str:
    """The same where no application runs: the server that has these secrets takes it."""
    return str(_signer(known, "seat").dumps([game, keys]))


def signed_by(known: tuple[str, ...], salt: str, value: Any) -> str:
    """Anything signed where no application runs."""
    return str(_signer(known, salt).dumps(value))


def opened_token(token: str) -> Pass:
    """What a link gives. Raises BadLink if it was changed or has been replaced."""
    game, keys = read_signed("seat", token)
    if not keys or set(_good_seats(game, keys)) != set(keys):
        raise BadLink(
            _("This link has been replaced by a newer one or was used already. Ask for the new one.")
        )
    return Pass(game, keys)


def _good_seats(game: str, keys: dict[str, str]) -> list[Seat]:
    games = site().games
    known = games.holders(game)
    return [
        Seat(seat)
        for seat, key in keys.items()
        if seat in known and hmac.compare_digest(games.seat_key(game, Seat(seat)), key)
    ]


# Cookies


def is_program() -> bool:
    """Whether the asker shows the token of a seat instead of a cookie. A program that shows a log-in has all
    that the person has, as a browser would."""
    return request.headers.get("Authorization", "").startswith("Bearer ") and not logins.is_shown_as_token()


def passed(game: str) -> Pass:
    """What this browser (or the bearer token of a program) was given of `game`, unchecked keys."""
    if is_program():
        found = opened_token(request.headers["Authorization"].removeprefix("Bearer ").strip())
        return found if found.game == game else Pass(game)
    return _passes().get(game) or Pass(game)


def _passes() -> dict[str, Pass]:
    return site().games.passes.of(holder) if (holder := holder_name()) else {}


def holder_name() -> str:
    """The name by which the store knows who asks: of the person who is logged in, else of this browser; empty
    until it is given something."""
    person = logins.account()
    return person.person if person else browser_name()


def browser_name() -> str:
    """The name by which the store knows this browser, whoever is logged in there."""
    if HOLDER not in request.environ:
        try:
            name = _checked(site().settings.secrets, "browser", request.cookies.get(COOKIE, ""))
            request.environ[HOLDER] = str(msgspec.json.decode(name))
        except BadSignature:
            request.environ[HOLDER] = ""
    return str(request.environ[HOLDER])


def keep(game: str, how: Callable[[Pass], Pass]) -> None:
    """This browser's pass of a game is what `how` makes of it; the answer to this request will set its cookie
    if it has none."""
    if not holder_name():
        request.environ[HOLDER] = _new_name()
    site().games.passes.change(holder_name(), game, how)
    site().hub.announce(game)  # its open pages are judged anew


def _new_name() -> str:
    """A name for this browser. Forms that it sent at once, before any was answered, get one name: of two
    cookies it would keep the last, and lose the seat that the other one gave."""
    form, now = request.cookies.get("browser", ""), time.monotonic()
    with _naming:
        for old in [each for each, (_, at) in _just_named.items() if now - at > AT_ONCE_SECONDS]:
            del _just_named[old]
        if not form or form != browser():
            return secrets.token_hex(16)
        return _just_named.setdefault(form, (secrets.token_hex(16), now))[0]


def take_over_old_cookies() -> None:
    """What the cookies of one game each gave, as they once were, is kept as this browser's (before every
    request)."""
    if is_program():
        return
    for game in _old_cookies():
        if game in _passes():
            continue
        try:
            keys, host, facing, *seen = signer(f"pass:{game}").loads(request.cookies[f"game_{game}"])
        except (BadSignature, ValueError):
            continue
        keep(game, partial(_or_what_it_has, Pass(game, keys, host, facing, *seen)))


def _or_what_it_has(old: Pass, had: Pass) -> Pass:
    return had if had.keys else old


def _old_cookies() -> list[str]:
    return [name.removeprefix("game_") for name in request.cookies if name.startswith("game_")]


def give_seats(game: str, *seats: Seat, host: bool = False, facing: Seat | None = None) -> None:
    """This browser holds `seats` of `game` from now on, beside those that it had. Programs keep tokens."""
    give_keys(game, {seat: site().games.seat_key(game, seat) for seat in seats}, host, facing)


def give_keys(game: str, keys: Mapping[str, str], host: bool = False, facing: Seat | None = None) -> None:
    """The same with keys that somebody has shown: if they were replaced just now, they give nothing."""
    if is_program():
        return
    keep(
        game,
        lambda old: msgspec.structs.replace(old, keys={**old.keys, **keys}, host=old.host or host),
    )
    if facing:
        face(game, facing)


def face(game: str, seat: Seat | None) -> None:
    """The player of `seat` sits in front of this browser now (None: nobody does)."""
    desk = site().games.desk(game)

    def faced(old: Pass) -> Pass:
        has_left = old.facing and old.facing != seat
        seen = {**old.seen, str(old.facing): desk.version} if has_left else old.seen
        mine = _person_of(_people(game, _good_seats(game, old.keys)), seat)
        took = desk.moment, _answers(desk, mine)
        return msgspec.structs.replace(old, facing=seat, seen=seen, took=took)

    keep(game, faced)


def my_games() -> list[str]:
    """The games that this browser was given something of, unchecked."""
    return list(_passes())


def visitor(game: str) -> Visitor:
    """Who asks for `game`, with keys checked. Raises UnknownGame."""
    shown = passed(game)
    holders = site().games.holders(game)
    held = set(shown.keys if is_program() else _good_seats(game, shown.keys))  # a token's are checked already
    seats = tuple(seat for seat in holders if seat in held)
    people = _people(game, seats)
    present = seats if is_program() else _present(game, people, shown)
    browser, login = ("", None) if is_program() else (holder_name(), logins.here())
    keys = tuple(shown.keys.items())
    log_in = (login.account.id, login.log_in) if login else None
    return Visitor(game, seats, present, people, shown.host, keys, shown, browser, log_in)


def still(who: Visitor) -> Visitor:
    """The visitor as things are now: without seats whose keys have been replaced since, and present only if
    nobody else sits in front of the screen, and no question was put to everybody at it since.
    A program has no screen. Whose log-in has ended has nothing."""
    if who.log_in and not logins.still(*who.log_in):
        return replace(who, seats=(), present=(), people=(), is_host=False)
    good = _good_seats(who.game, dict(who.keys))
    seats = tuple(seat for seat in who.seats if seat in good)
    if who.browser and who.shares_screen and who.present:
        shown = site().games.passes.of(who.browser).get(who.game, who.shown)
        person = set(who.present) & set(_present(who.game, who.people, shown))
        present = tuple(seat for seat in who.present if seat in person and seat in good)
        return replace(who, seats=seats, present=present, shown=shown)
    return replace(who, seats=seats, present=tuple(seat for seat in who.present if seat in good))


def _people(game: str, seats: Iterable[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """These seats, grouped by who holds them."""
    holders = site().games.holders(game)
    groups: dict[tuple[str, str], list[Seat]] = {}
    for seat in seats:
        groups.setdefault((holders[seat].kind, holders[seat].name), []).append(seat)
    return tuple(tuple(each) for each in groups.values())


def _person_of(people: tuple[tuple[Seat, ...], ...], seat: str | None) -> tuple[Seat, ...]:
    return next((each for each in people if seat in each), ())


def _present(game: str, people: tuple[tuple[Seat, ...], ...], shown: Pass) -> tuple[Seat, ...]:
    """The seats of the person in front of the screen.

    A response window is put to everybody at once: only who takes the device for it is present, until they
    have answered.
    """
    if len(people) < 2:
        return people[0] if people else ()
    person = _person_of(people, shown.facing)
    if not person:
        return ()
    desk, here = site().games.desk(game), {seat for each in people for seat in each}
    asked = here.intersection(desk.asked) if desk.window else set()
    if asked <= set(person) or not asked.intersection(desk.waiting):
        return person
    took, answered = shown.took
    return person if took == desk.moment and _answers(desk, person) <= answered else ()


def _answers(desk: Desk, seats: Iterable[Seat]) -> int:
    """How many of these seats have answered the present decision."""
    return sum(seat in desk.answers for seat in seats)


# Forms


def form_token(scope: str) -> str:
    """Proof that a form is from a page of ours: tied to the game's seats, or to this browser."""
    signed = f"{scope}|{_form_secret(scope)}"
    made: dict[str, str] = request.environ.setdefault(TOKENS, {})
    if signed not in made:
        made[signed] = _form_signer().get_signature(signed).decode()
    return made[signed]


def _form_signer() -> Signer:
    return Signer(list(site().settings.secrets), salt="form", digest_method=hashlib.sha256)


def _form_secret(scope: str) -> str:
    keys = {} if is_program() else passed(scope).keys
    login = None if is_program() else logins.here()
    return "|".join(sorted(keys.values())) or (login.log_in if login else "") + browser()


def check_form(scope: str) -> None:
    """Raises CrossSite unless the posted form carries the token of its page."""
    given = request.form.get("token", "").encode()
    if not _form_signer().verify_signature(f"{scope}|{_form_secret(scope)}".encode(), given):
        raise CrossSite(
            _("This form is not from this page, or your seat's link was replaced. Reload the page.")
        )


def browser() -> str:
    """A random name of this browser, only used to tie forms to it."""
    if "browser" not in g:
        known = request.cookies.get("browser", "")
        g.browser = known if re.fullmatch(r"[0-9a-f]{32}", known) else None
    if g.browser is None:
        g.browser = g.new_browser = secrets.token_hex(16)
    return str(g.browser)


def renew_browser() -> None:
    """Forms that were made before somebody logged in or out are worthless from now on."""
    if not logins.is_of_program():
        g.browser = g.new_browser = secrets.token_hex(16)


def check_origin() -> None:
    """Refuses changes that another site asks for (before every request)."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    fetched = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    foreign = fetched not in (None, "same-origin", "none")
    if fetched is None and origin is not None:
        foreign = urlsplit(origin).netloc != request.host
    if foreign:
        raise CrossSite(_("This came from another site, so it was refused. Use this site's own pages."))
    is_form = request.mimetype in FORMS and not request.path.startswith("/api/")  # forms carry a token
    if not is_form and HEADER not in request.headers:
        raise CrossSite(
            _("Send the header %(header)s (any value) with JSON that changes something.", header=HEADER)
        )


# Answers


def protect(response: Response) -> Response:
    """Headers of every answer, and the cookies that the request earned (after every request)."""
    response.headers.setdefault("Content-Security-Policy", CSP)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Referrer-Policy"] = "same-origin"  # no-referrer would make our own forms' Origin null
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    response.headers.setdefault("Cache-Control", "no-store")
    holder = request.environ.get(HOLDER)
    named = _named(site().settings.secrets, holder) if holder else ""
    if named and request.cookies.get(COOKIE) != named:
        set_cookie(response, COOKIE, named)
    for game in _old_cookies()[:OLD_COOKIES]:
        response.delete_cookie(f"game_{game}", httponly=True, samesite="Lax")
    logins.keep(response, site().settings.secure_cookies or request.is_secure)
    if BEEN in request.environ and not logins.is_of_program():
        set_cookie(response, "been", request.environ[BEEN])
    if "new_browser" in g:
        set_cookie(response, "browser", g.new_browser)
    return response


def set_cookie(response: BaseResponse, name: str, value: str) -> None:
    """The browser keeps the value for a year; scripts and other sites' pages do not see it."""
    secure = site().settings.secure_cookies or request.is_secure
    response.set_cookie(name, value, max_age=31536000, httponly=True, samesite="Lax", secure=secure)


def is_covered(who: Visitor, seat: str) -> bool:
    """Whether this screen holds `seat` while its player does not sit there: the device is handed over, or all
    hands are covered. What a page asks for such a seat is of a moment that is past."""
    return who.shares_screen and seat in who.seats and seat not in who.present


def require_seat(who: Visitor, seat: str) -> Seat:
    """`seat`, if the person who asks holds it. Raises NotAllowed."""
    if seat not in who.present:
        mine = ", ".join(who.present) or "no seat"
        raise NotAllowed(
            _(
                "You hold %(mine)s here, not %(seat)r. Open your own seat's link to play it.",
                mine=mine,
                seat=seat,
            )
        )
    return Seat(seat)
