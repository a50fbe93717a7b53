"""Serving: one process with store, projections, bots and pages on one data folder.

Several web workers on PostgreSQL and an external Redis run the same code: each holds the pages,
one of them leads the projections (see docs/hosting.md).
"""

import fcntl
import logging
import os
import secrets
import signal
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO

from domain.kernel import GrognardError

if TYPE_CHECKING:
    from web.base.site import Settings
    from web.post.notice_settings import Means
    from web.server.configuration import Configuration
    from web.server.sockets import Limits

THREADS = 32
"""For pages and orders; live streams hold none."""
KEY = "secret.key"
SWITCH_SECONDS = 0.002
"""How long a thread may run while others wait: an order must not queue behind the projector's work. With a
quarter of it 32 tables cost a sixth more (each switch wakes all who wait), and nothing comes sooner."""


class CannotServe(GrognardError):
    """The server cannot start here: the message is one sentence that says why and what would work."""

    code = "cannot_serve"


@dataclass(frozen=True)
class Installation:
    """One Grognard: where its data are and how it is reached.

    `database` and `redis` are URLs; empty means embedded in the data folder. `url` is the address that people
    type; `smtp` (with `mail_from`) and `has_webhooks` let notices go out. `is_projector_apart` gives the
    projector a process of its own. `secret_key` takes the place of the file `secret.key`; `said` is what the
    host said of the pages' `Settings`.
    """

    data: Path
    host: str = "127.0.0.1"
    port: int = 5815
    database: str = ""
    redis: str = ""
    url: str = ""
    smtp: str = field(default="", repr=False)
    mail_from: str = ""
    has_webhooks: bool = False
    is_projector_apart: bool = False
    secret_key: str = field(default="", repr=False)
    simulations: Path | None = None
    stream_cap: int | None = None
    said: Mapping[str, Any] = field(default_factory=dict, repr=False)
    has_access_log: bool = False
    log_format: str = "text"

    @property
    def shown_host(self) -> str:
        """The host as a browser on this machine names it."""
        return "localhost" if self.host in ("0.0.0.0", "::") else self.host

    @property
    def store_url(self) -> str:
        return self.database or f"sqlite:///{self.data.resolve() / 'grognard.db'}"


def installation_of(data: Path, found: "Configuration") -> Installation:
    """Where to serve, as the host has set it up."""
    from web.server.configuration import said_of_pages

    say = {name: one.value for name, one in found.items()}
    return Installation(
        data, say["host"], say["port"], say["database_url"], say["redis_url"], say["url"], say["smtp_url"],
        say["mail_from"], say["webhooks"], say["projector"] == "process", say["secret_key"],
        say["simulations"], say["stream_cap"], said_of_pages(found), say["access_log"], say["log_format"],
    )  # fmt: skip


def prepared(data: Path) -> Path:
    """The data folder, made if it is missing. Raises CannotServe without permission."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = data / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as problem:
        raise CannotServe(
            f"The data folder {data} cannot be written ({problem.strerror}); "
            "give another one: make play DATA=/some/folder"
        ) from problem
    return data


@contextmanager
def held(data: Path) -> Iterator[None]:
    """The data folder is ours while this lasts. Raises CannotServe if another server has it."""
    lock: TextIO = (data / "server.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        lock.seek(0)
        owner = lock.read().strip() or "unknown"
        lock.close()
        raise CannotServe(
            f"Another Grognard (process {owner}) already serves the data folder {data}; "
            "stop it, or give another folder: make play DATA=/some/folder PORT=5816"
        ) from problem
    try:
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield
    finally:
        lock.close()


@contextmanager
def filled(data: Path) -> Iterator[None]:
    """An empty data folder, held while something is put into it: what fails leaves it as it was, without a
    lock, and makes no folder. Raises CannotServe."""
    before = set(os.listdir(data)) if data.is_dir() else None
    with held(prepared(data)):
        try:
            yield
        except BaseException:
            if "server.lock" not in (before or ()):
                (data / "server.lock").unlink(missing_ok=True)
            if before is None:
                with suppress(OSError):  # something was put there
                    data.rmdir()
            raise


def notice_means(installation: Installation, port: int) -> "Means":
    """How notices may go out, as the host of the server said. Raises InvalidSetup."""
    from web.post.mail import mail_server
    from web.post.notice_settings import Means

    url = installation.url or f"http://{installation.shown_host}:{port}"
    server = mail_server(installation.smtp, installation.mail_from) if installation.smtp else None
    return Means(url, server, installation.has_webhooks)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises CannotServe if the port is taken or not allowed."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, proto)
    except (OSError, OverflowError) as problem:
        raise CannotServe(f"There is no address {host}:{port} on this machine ({problem}).") from problem
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(1024)
    except OSError as problem:
        listener.close()
        raise CannotServe(
            f"Port {port} on {host} cannot be used ({problem.strerror}); "
            f"give another one: make play PORT={min(port + 1, 65535)}"
        ) from problem
    return listener


def signing_secrets(data: Path, given: str = "") -> tuple[str, ...]:
    """The secrets that sign links: those that are given, or one a line in `secret.key`. The last one signs,
    all are accepted."""
    if given:
        return tuple(given.split())
    path = data / KEY
    if not path.exists():
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w") as file:
            file.write(secrets.token_hex(32) + "\n")
    return tuple(line for line in path.read_text().split() if line)


@contextmanager
def running(installation: Installation) -> Iterator[tuple[Any, Any]]:
    """The application and its listening socket, everything behind them started; stopped afterwards, the last
    first."""
    import domain.titles  # noqa: F401  (registers every title)
    from domain.store import open_games
    from projections.redis_server import find_or_go_without
    from web.admin.workplace import Workplace
    from web.analysis.simulate import begin_simulations, end_simulations
    from web.hosting.bots import BotSeats
    from web.hosting.thinkers import Thinkers
    from web.notices.notices import Notices
    from web.server.app import create_app
    from web.table.flags import Flags
    from web.table.relay import Relay
    from web.table.windows import OpenWindows

    data = prepared(installation.data)
    sys.setswitchinterval(SWITCH_SECONDS)
    with held(data), ExitStack() as stops:

        def stopped(part: Any) -> Any:
            stops.callback(part.stop)
            return part

        listener = stops.enter_context(closing(listening(installation.host, installation.port)))
        redis = stopped(find_or_go_without(data, installation.redis or None))
        games = stops.enter_context(closing(open_games(installation.store_url)))
        projector = stopped(projector_of(installation, games, redis))
        projector.start()
        settings = settings_of(installation, data, listener)
        views, thinkers = stops.enter_context(closing(redis.client())), stopped(Thinkers())
        app = create_app(games, views, settings, lag=projector.lag, think=thinkers.think)
        hub = stopped(app.extensions["site"].hub)
        stops.callback(end_simulations, app)
        hub.relay = Relay(app).start()
        notices = stopped(Notices(app)).start()
        players = stopped(BotSeats(games, settings.thinking_seconds, thinkers.think))
        players.start()
        windows = stopped(OpenWindows(games)).start()
        flags = stopped(Flags(games, notices.remind)).start()
        parts = {"bots": players.work, "windows": windows.work, "clocks": flags.work, "notices": notices.work}
        app.extensions["workplace"] = Workplace(data, parts)
        begin_simulations(app)
        games.tournaments_go_on()
        yield app, listener


def projector_of(installation: Installation, games: Any, redis: Any) -> Any:
    """What builds the projections: beside the pages, or in a process of its own."""
    from projections import Projector
    from projections.apart import ProjectorApart

    if installation.is_projector_apart:
        return ProjectorApart(games, redis.client(), installation.store_url, redis.url)
    return Projector(games, redis.client())


def settings_of(installation: Installation, data: Path, listener: socket.socket) -> "Settings":
    """What the pages are told of the place where they are served."""
    from web.base.site import Settings
    from web.server.sockets import most_streams, open_files

    return Settings(
        secrets=signing_secrets(data, installation.secret_key),
        stream_cap=installation.stream_cap or most_streams(open_files()),
        simulations=installation.simulations or data / "simulations",
        notices=notice_means(installation, listener.getsockname()[1]),
        **installation.said,
    )


def limits_of(app: Any, connections: int) -> "Limits":
    """What the sockets let through to this application."""
    from web.server.app import large_paths
    from web.server.sockets import Limits

    settings = app.extensions["site"].settings
    large = settings.largest_import if settings.may_import != "nobody" else settings.largest_body
    return Limits(settings.largest_body, large, large_paths(app), connections=connections)


@contextmanager
def running_alone(installation: Installation) -> Iterator[tuple[Any, Any]]:
    """The same in a process that does nothing else: how it logs, whose its files are and when it collects
    garbage is as a server wants it."""
    from domain.kernel.collecting import collecting_seldom
    from web.server import logs

    logs.set_up(installation.log_format, installation.has_access_log)
    os.umask(0o077)  # all that is kept is ours alone
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # after a start all pages come again at once
    with running(installation) as found, collecting_seldom():
        yield found


def serve(installation: Installation) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises CannotServe or another GrognardError if that is impossible."""
    from web.server.sockets import Server, most_connections, open_files

    files = open_files()
    with running_alone(installation) as (app, listener):
        server = Server(app, listener, limits_of(app, most_connections(files)), THREADS)

        def stop(number: int, frame: FrameType | None) -> None:
            app.extensions["site"].hub.stop()
            raise SystemExit(0)

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        here = f"http://{installation.shown_host}:{listener.getsockname()[1]}"
        url = installation.url
        told = f"{url}/ and listens at {here}/" if url not in ("", here) else f"{here}/"
        print(f"Grognard is at {told}")
        print(f"Games are kept in {installation.data.resolve()}. Stop with Ctrl-C.")
        sys.stdout.flush()
        server.run()
