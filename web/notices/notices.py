"""Notices: who is asked and is not there hears of it by mail or webhook, if the host of the server allows it.

A notice says that it is the seat's move, and the last public sentence; nothing else. One thread sends them:
an order never waits for a mail server.
"""

import hashlib
import hmac
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from flask import Flask, current_app, g
from flask_babel import force_locale
from flask_babel import gettext as _

from domain.kernel import PUBLIC, Seat
from domain.kernel.errors import InvalidSetup, NotAllowed, StoreUnavailable
from domain.store.addresses import OPENED, Address, Way, new_address
from projections.documents import event_row
from web.base import naming, security
from web.base.site import Site, rule_set_of, site
from web.hosting import clocks
from web.hosting.minding import Work
from web.post import mail, safe_post
from web.post.notice_settings import Means

log = logging.getLogger("grognard.notices")
SIGNATURE = "X-Grognard-Signature"
Say = Callable[[str, Seat, Address, str], tuple[str, str]]
"""(game, seat, address, the link that ends the mails) -> the subject and the text of a mail."""
PAUSES = (30.0, 300.0, 1800.0)
"""Seconds until a notice that did not go out is tried again, each time; then it is given up."""


class Task(NamedTuple):
    """What the thread is to do: look at a game, remind a seat, or ask for the confirmation of an address.

    `failed` is the way of a notice that is tried again, `moment` what it told of (`OPENED`: that the game is
    there), `tries` how often it went wrong. With `reminds` the seat had little time left at that moment.
    """

    game: str
    seat: Seat | None = None
    confirms: bool = False
    failed: Way | None = None
    moment: str = ""
    tries: int = 0
    reminds: bool = False


class Notices:
    """Sends notices after changes, from a thread of its own."""

    def __init__(self, app: Flask, pauses: Sequence[float] = PAUSES) -> None:
        self._app = app
        self._pauses = pauses
        self._tasks: queue.Queue[Task | None] = queue.Queue()
        self._later: list[tuple[float, Task]] = []
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> "Notices":
        """Begins to follow the games."""
        here: Site = self._app.extensions["site"]
        if here.settings.notices.ways:
            here.games.on_change(lambda game, _moment: self.tell(Task(game)))
            self._take_up(here)
        self._app.extensions["notices"] = self
        self._thread.start()
        return self

    def _take_up(self, here: Site) -> None:
        """What a server of before has left to be tried again, after the first pause: people come back."""
        try:
            left = here.games.addresses.failed()
        except StoreUnavailable as problem:
            log.warning("Notices that failed before cannot be found: %s", problem.message)
            return
        for game, addresses in left.items():
            for (way, seat), each in addresses.items():
                task = Task(game, seat, confirms=True, tries=1)
                if each.is_confirmed:
                    is_reminder = each.reminded == each.told
                    task = Task(game, seat, failed=way, moment=each.told, tries=1, reminds=is_reminder)
                self._later.append((time.monotonic() + self._pauses[0], task))

    def tell(self, task: Task) -> None:
        """Something to do, soon."""
        self._tasks.put(task)

    def remind(self, game: str, moment: str, seat: Seat) -> None:
        """A seat has little time left for its move."""
        here: Site = self._app.extensions["site"]
        if here.settings.notices.ways:
            self.tell(Task(game, seat, moment=moment, reminds=True))

    def wait(self) -> None:
        """Until everything that was told is done, or put off."""
        self._tasks.join()

    def stop(self) -> None:
        """Ends the thread; what has not gone out by then stays unsent."""
        self._tasks.put(None)
        self._thread.join(timeout=15)

    def work(self) -> Work:
        """How many notices go out, and how many are tried again later."""
        return Work(self._tasks.unfinished_tasks, len(self._later))

    def _run(self) -> None:
        while (task := self._next()) is not None:
            try:
                with self._app.app_context():
                    self._put_off(do(task))
            except Exception:  # the next task shall be done all the same
                log.exception("A notice of game %s was not sent", task.game)
            finally:
                self._tasks.task_done()

    def _next(self) -> Task | None:
        while True:
            due = min((each[0] for each in self._later), default=None)
            try:
                return self._tasks.get(timeout=None if due is None else max(0.0, due - time.monotonic()))
            except queue.Empty:
                first = min(self._later, key=lambda each: each[0])
                self._later.remove(first)
                self._tasks.put(first[1])

    def _put_off(self, failed: list[Task]) -> None:
        for task in failed:
            if task.tries <= len(self._pauses):
                self._later.append((time.monotonic() + self._pauses[task.tries - 1], task))
            else:
                log.warning("A notice for %s in game %s is given up", task.seat, task.game)


def means() -> Means:
    """What this server allows."""
    found: Means = site().settings.notices
    return found


# Addresses


def enter(game: str, seat: Seat, way: str, to: str, language: str) -> None:
    """Keeps an address for notices; one for mail waits for its confirmation.

    Raises InvalidSetup, NotAllowed, NotPosted.
    """
    if way not in means().ways:
        raise NotAllowed(_("This server sends no such notices."))
    to = to.strip()
    if way == "mail" and not mail.is_address(to):
        raise InvalidSetup(_("This cannot be a mail address."))
    if way == "hook":
        safe_post.target(to, means().ports)
    site().games.addresses.keep(
        game, "mail" if way == "mail" else "hook", seat, new_address(to, language, is_confirmed=way == "hook")
    )
    if way == "mail":
        announce(Task(game, seat, confirms=True))


def announce(task: Task) -> None:
    """Gives the thread something to do, where there is one."""
    sender: Notices | None = current_app.extensions.get("notices")
    if sender is not None:
        sender.tell(task)


def link_token(game: str, seat: Seat, address: Address) -> str:
    """The signed part of the links in mails to this entry."""
    tied = hashlib.sha256(address.secret.encode()).hexdigest()[:16]
    return str(security.signer("notice").dumps([game, seat, tied]))


def opened(token: str) -> tuple[str, Seat, Address]:
    """The entry that a mailed link belongs to. Raises BadLink if there is no such entry any more."""
    game, seat, tied = security.read_signed("notice", token)
    address = site().games.addresses.of(game).get(("mail", Seat(seat)))
    if address is None or hashlib.sha256(address.secret.encode()).hexdigest()[:16] != tied:
        raise security.BadLink(_("This link is of an address that is not used any more."))
    return game, Seat(seat), address


# Sending


def do(task: Task) -> list[Task]:
    """Does one task, in an application context; gives what must be tried again."""
    games = site().games
    known = games.addresses.of(task.game)
    if not known:
        return []
    if task.confirms and task.seat is not None:
        address = known.get(("mail", task.seat))
        if address is None or address.is_confirmed or (task.tries and not address.problem):
            return []
        if _send(task, "mail", task.seat, address, _confirmation):
            return []
        return [task._replace(tries=task.tries + 1)]
    desk = games.desk(task.game)
    present = site().presence.seats(task.game)
    if task.failed is not None and task.seat is not None:
        return _again(task, known.get((task.failed, task.seat)), desk, present)
    if task.reminds and task.seat is not None:
        is_same = task.moment == desk.moment
        return _reminded(task, known, desk, present) if is_same else []
    failed = []
    for (way, seat), address in known.items():
        is_new = address.told != desk.moment or task.seat is not None
        due = _asked(desk, way) if task.seat is None else (task.seat,)
        is_opened = address.told == OPENED and not address.problem
        is_wanted = is_opened or (is_new and seat in due)
        if address.told == OPENED and seat in present:  # nobody need tell them that it is there
            seen = msgspec.structs.replace(address, told=desk.moment, problem="")
            games.addresses.change(task.game, way, seat, address, seen)
        elif is_wanted and seat not in present and address.is_confirmed and way in means().ways:
            failed += _told(task, way, seat, address, desk, _of_the_round if is_opened else _notice)
    return failed


def _told(task: Task, way: Way, seat: Seat, address: Address, desk: Any, say: Say) -> list[Task]:
    """Tells a seat, unless another process was first; gives what has failed. That a game is there stays to be
    told until it has gone out."""
    told = msgspec.structs.replace(address, told=desk.moment, at=site().games.now(), problem="")
    if is_reminder := say is _reminder:
        told = msgspec.structs.replace(told, reminded=desk.moment)
    is_first = site().games.addresses.change(task.game, way, seat, address, told)
    if not is_first or _send(task, way, seat, told, say):
        return []
    moment = OPENED if say is _of_the_round else desk.moment
    again = Task(task.game, seat, failed=way, moment=moment, tries=task.tries + 1, reminds=is_reminder)
    return [again]


def _reminded(
    task: Task, known: Mapping[tuple[Way, Seat], Address], desk: Any, present: set[Seat]
) -> list[Task]:
    """Tells a seat that little time is left for its move, once for each decision; gives what has failed."""
    failed = []
    for (way, seat), address in known.items():
        is_wanted = address.is_confirmed and way in means().ways and address.reminded != desk.moment
        if seat == task.seat and is_wanted and seat in _asked(desk, way) and seat not in present:
            failed += _told(task, way, seat, address, desk, _reminder)
    return failed


def _asked(desk: Any, way: Way) -> tuple[Seat, ...]:
    """The seats that a notice on this way says are asked.

    A webhook may lead to where others read along: in a window it tells alike of all that are asked.
    """
    found: tuple[Seat, ...] = desk.asked if desk.window and way == "hook" else desk.waiting
    return found


def _again(task: Task, address: Address | None, desk: Any, present: set[Seat]) -> list[Task]:
    """A notice that failed, if it is still wanted: nothing newer was told, and nobody is there."""
    assert task.failed is not None and task.seat is not None
    if address is None or address.told != task.moment or not address.problem or task.seat in present:
        return []
    if task.moment == OPENED:
        return [] if desk.is_over else _told(task, task.failed, task.seat, address, desk, _of_the_round)
    is_asked = desk.moment == task.moment and task.seat in _asked(desk, task.failed)
    if not is_asked or (task.reminds and not clocks.shown(desk)[task.seat].left):
        return []
    if _send(task, task.failed, task.seat, address, _reminder if task.reminds else _notice):
        return []
    return [task._replace(tries=task.tries + 1)]


def _send(task: Task, way: Way, seat: Seat, address: Address, say: Say) -> bool:
    """Sends one notice. A failure is logged once, without the address, and kept for the seat's holder."""
    game, problem = task.game, ""
    try:
        with force_locale(address.language):
            g.language = address.language
            if way == "mail":
                _mail(game, seat, address, say)
            else:
                _post(game, seat, address, is_reminder=say is _reminder)
    except (mail.NotMailed, safe_post.NotPosted) as found:
        problem = found.message
        level = logging.INFO if task.tries else logging.WARNING
        log.log(level, "A notice for %s in game %s failed: %s", seat, game, problem)
    if problem != address.problem:
        told = OPENED if problem and say is _of_the_round else address.told
        shown = msgspec.structs.replace(address, told=told, problem=problem)
        site().games.addresses.change(game, way, seat, address, shown)
    return not problem


def _mail(game: str, seat: Seat, address: Address, say: Say) -> None:
    server = means().mail
    assert server is not None, "mails are sent only where there is a server for them"
    link = _address("notices.page", token=link_token(game, seat, address))
    subject, text = say(game, seat, address, link)
    mail.send(server, address.to, subject, text, link)


def _confirmation(game: str, seat: Seat, address: Address, link: str) -> tuple[str, str]:
    title = rule_set_of(game).name
    text = _(
        "Somebody, probably you, wants to be told by mail when it is their move in a game of %(title)s. "
        "If it was you, confirm it here; if not, do nothing.",
        title=title,
    )
    text = f"{text}\n\n{link}"
    return _("Confirm your address"), text


def _notice(game: str, seat: Seat, address: Address, link: str) -> tuple[str, str]:
    facts = notice_facts(game, seat, address.language)
    move = _("It is the move of %(seat)s in %(name)s.", seat=facts["seat_name"], name=facts["name"])
    end = _("No more of these mails: %(link)s", link=link)
    text = "\n\n".join([move, facts["text"], facts["url"], end])
    return _("Your move: %(name)s", name=facts["name"]), text


def _reminder(game: str, seat: Seat, address: Address, link: str) -> tuple[str, str]:
    facts, shown = notice_facts(game, seat, address.language), clocks.shown(site().games.desk(game))
    time = clocks.time_left(shown[seat].left) if seat in shown else ""
    left = _(
        "A quarter of the time for the move of %(seat)s in %(name)s is left: %(time)s.",
        seat=facts["seat_name"], name=facts["name"], time=time,
    )  # fmt: skip
    end = _("No more of these mails: %(link)s", link=link)
    text = "\n\n".join([left, facts["text"], facts["url"], end])
    return _("Little time is left: %(name)s", name=facts["name"]), text


def _of_the_round(game: str, seat: Seat, address: Address, link: str) -> tuple[str, str]:
    facts = notice_facts(game, seat, address.language)
    seat_name, name = facts["seat_name"], facts["name"]
    begun = _("A new round has begun: you play %(seat)s in %(name)s.", seat=seat_name, name=name)
    end = _("No more of these mails: %(link)s", link=link)
    return _("A new game: %(name)s", name=name), "\n\n".join([begun, facts["url"], end])


def notice_facts(game: str, seat: Seat, language: str) -> dict[str, Any]:
    """All that a notice tells: {game, title, name, seat, seat_name, text, url}."""
    games, rule_set = site().games, rule_set_of(game)
    head = games.head(game)
    return {
        "game": game,
        "title": rule_set.id,
        "name": naming.called(game),
        "seat": seat,
        "seat_name": rule_set.names(language).get(seat, str(seat)),
        "text": event_row(rule_set, head.last, PUBLIC, language)["text"],
        "url": _address("tables.play", game=game),
    }


def _post(game: str, seat: Seat, address: Address, *, is_reminder: bool) -> None:
    facts = notice_facts(game, seat, address.language)
    if is_reminder:
        facts["left"] = clocks.shown(site().games.desk(game))[seat].left
    body = msgspec.json.encode(facts)
    signature = hmac.new(address.secret.encode(), body, hashlib.sha256).hexdigest()
    allowed = means()
    safe_post.post(
        address.to, body, {SIGNATURE: f"sha256={signature}"}, allowed=allowed.allowed, ports=allowed.ports
    )


def _address(endpoint: str, **values: Any) -> str:
    """The public address of a page: there is no request here that would tell it."""
    path = current_app.url_map.bind("localhost").build(endpoint, values)
    return means().url.rstrip("/") + path


def shown(game: str, seats: tuple[Seat, ...]) -> list[tuple[Way, Seat, Address]]:
    """The addresses of `seats`, for their own holder's page."""
    if not means().ways:
        return []
    found = site().games.addresses.of(game)
    return [(way, seat, found[way, seat]) for way in means().ways for seat in seats if (way, seat) in found]


def confirm(token: str) -> None:
    """The address of a mailed link gets notices from now on. Raises BadLink."""
    game, seat, address = opened(token)
    confirmed = msgspec.structs.replace(address, is_confirmed=True)
    site().games.addresses.change(game, "mail", seat, address, confirmed)


def end(token: str) -> None:
    """The address of a mailed link gets no mail of this seat any more. Raises BadLink."""
    game, seat, _address = opened(token)
    site().games.addresses.drop(game, seat, "mail")
