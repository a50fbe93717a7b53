"""A whole Grognard in this process, served by waitress, and a real Chromium in front of it."""

import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from waitress import wasyncore

from replays.simulation import Run, kept_game, simulate
from tests.patience import MILLISECONDS
from web.server.serve import Place, limits_of, running
from web.server.sockets import Server

expect.set_options(timeout=MILLISECONDS)
CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
"""Where Debian puts it. The one without windows shows the same pages for half the work (scripts/chromium)."""
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--default-tile-width=2048", "--default-tile-height=2048",  # a board is painted once, not tile by tile
    "--js-flags=--no-opt",  # no page is looked at for long enough to be compiled better
)  # fmt: skip
AT = 1_750_000_000_000
"""The moment of the games by bots: some day in June 2025, in milliseconds since 1970."""
ADMIN = "a secret of the host of the tests"
DESKTOP = {"width": 1600, "height": 1000}
PHONE = {"width": 390, "height": 844}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test of a real browser may fail once and be played again; the run lists it at its end as RERUN.

    Chromium, the server and six other tests share two cores: what fails twice is a fault.
    """
    for item in items:
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@dataclass(frozen=True)
class Grognard:
    """The server: its address, its store and its data folder."""

    url: str
    games: Any
    data: Path


@pytest.fixture(scope="session")
def grognard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grognard]:
    data = tmp_path_factory.mktemp("grognard")
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("GROGNARD_REDIS_URL", raising=False)
        with running(Place(data, port=0, said={"admin_secret": ADMIN})) as (app, listener):
            server = Server(app, listener, limits_of(app, 1000), threads=32)
            thread = threading.Thread(target=server.run, name="waitress", daemon=True)
            thread.start()
            port = listener.getsockname()[1]
            yield Grognard(f"http://127.0.0.1:{port}", app.extensions["site"].games, data)
            app.extensions["site"].hub.stop()
            server.task_dispatcher.shutdown()
            # its own thread closes its sockets: closed by another, its poll may fail on one of them
            server.trigger.pull_trigger(lambda: wasyncore.close_all(server._map))
            thread.join(10)
            assert not thread.is_alive(), "the server's loop has ended"


@pytest.fixture(scope="session")
def finished(grognard: Grognard) -> list[str]:
    """Two finished games by bots."""
    run = Run("waterloo", "short", ("random", "random"), 5)
    return [grognard.games.adopt(kept_game(run, number, AT), None) for number in (0, 1)]


@pytest.fixture(scope="session")
def simulations(grognard: Grognard) -> list[str]:
    """Two simulated groups, where the compare page looks for them."""
    folder = grognard.data / "simulations"
    folder.mkdir(exist_ok=True)
    for name, seed in (("first", 1), ("second", 2)):
        rows, turns = simulate(Run("waterloo", "short", ("random", "random"), seed), 24)
        rows.write_parquet(folder / f"{name}.parquet")
        turns.write_parquet(folder / f"{name}.turns.parquet")
    return ["first", "second"]


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One for this folder: while it is there, nothing else in this thread may have an event loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


Opens = Callable[..., Page]


@pytest.fixture
def opens(chromium: Browser, grognard: Grognard) -> Iterator[Opens]:
    """Opens a browser of its own (new cookies): `opens(viewport=..., color_scheme=...)` gives its page.
    Its person has sent the coach away, unless it `is_coached`.

    At the end no page may have had an error of a script, a breach of the content security policy
    or a request to another host.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda problem: wrong.append(f"script: {problem}"))
        page.on("console", lambda line: wrong.append(f"console: {line.text}") if _is_fault(line) else None)
        page.on(
            "request", lambda asked: None if _is_ours(asked.url) else wrong.append(f"foreign: {asked.url}")
        )

    def _is_fault(line: Any) -> bool:
        return line.type == "error" and "Failed to load resource" not in line.text

    def _is_ours(address: str) -> bool:
        return address.startswith((grognard.url + "/", "data:", "blob:", "about:"))

    without_coach = {"origin": grognard.url, "localStorage": [{"name": "coach", "value": "off"}]}

    def open_browser(is_coached: bool = False, **settings: Any) -> Page:
        usual = {"viewport": DESKTOP, "base_url": grognard.url, "reduced_motion": "reduce"}
        known = {"cookies": [], "origins": [] if is_coached else [without_coach]}
        context = chromium.new_context(**{**usual, "storage_state": known, **settings})
        contexts.append(context)
        context.set_default_timeout(MILLISECONDS)
        context.on("page", watch)
        return context.new_page()

    yield open_browser
    for context in contexts:
        for page in context.pages:  # what answers late answers nobody, and is no fault of the next test
            page.unroute_all(behavior="ignoreErrors")
        context.close()
    assert not wrong, "\n".join(wrong)
