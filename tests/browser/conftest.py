"""A whole Grognard in this process, served by waitress, and a real Chromium in front of it."""

import shutil
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from waitress import wasyncore

from replays.simulation import Run, kept_game, simulate
from tests.patience import MILLISECONDS
from web.server.serve import Installation, limits_of, running
from web.server.sockets import Server

expect.set_options(timeout=MILLISECONDS)
CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
"""Where Debian puts it. The one without windows shows the same pages for half the work (scripts/chromium)."""
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--default-tile-width=2048", "--default-tile-height=2048",  # a board is painted once, not tile by tile
    "--js-flags=--no-opt --no-maglev",  # no page is looked at for long enough to be compiled better
    "--renderer-process-limit=1",  # no process is kept ready for a page that never comes
)  # fmt: skip
AT = 1_750_000_000_000
"""The moment of the games by bots: some day in June 2025, in milliseconds since 1970."""
ADMIN = "a secret of the host of the tests"
UNHURRIED = {"join_limit": "10000 per minute", "create_limit": "10000 per minute"}
"""All tests come from one address, and no faster than they can."""
DESKTOP = {"width": 1600, "height": 1000}
PHONE = {"width": 390, "height": 844}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test of a real browser may fail once and be played again; the run lists it at its end as RERUN.

    Chromium, the server and six other tests share two cores: what fails twice is a fault.
    """
    for item in items:
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker(pytest.mark.flaky(reruns=1))


HAS_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[HAS_FAILED] = report.failed
    return report


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
        here = Installation(data, port=0, said={"admin_secret": ADMIN, **UNHURRIED})
        with running(here) as (app, listener):
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
USUAL = {"viewport": DESKTOP, "color_scheme": "light", "reduced_motion": "reduce", "forced_colors": "none"}
SWITCHED = ("color_scheme", "reduced_motion", "forced_colors")
"""What a page can be told later; all other settings are those of its browser."""
EMPTY = """(stored) => { localStorage.clear(); sessionStorage.clear();
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value); }"""


class Browsers:
    """Browsers that tests take and give back: one that is warm shows a page for half the work of a new one.

    What a test has left there is swept out: cookies, storage, routes, further pages.
    """

    def __init__(self, chromium: Browser, address: str) -> None:
        self._chromium, self._address = chromium, address
        self._free: dict[str, list[Page]] = {}
        self._wrong: dict[BrowserContext, list[str]] = {}

    def take(self, is_coached: bool, is_new: bool, settings: dict[str, Any]) -> Page:
        """A page with these settings; `is_new`: of a browser that nobody has used."""
        kept = _of_a_browser(settings)
        free = [] if is_new else self._free.get(repr(kept), [])
        page = free.pop() if free else self._new(kept)
        now = {**USUAL, **settings}
        page.set_viewport_size(now["viewport"])
        page.emulate_media(**{name: now[name] for name in SWITCHED})
        page.evaluate(EMPTY, {} if is_coached else {"coach": "off"})
        return page

    def give_back(self, page: Page, settings: dict[str, Any], is_new: bool) -> list[str]:
        """What went wrong on the pages of this browser, which is swept out for the next test."""
        context = page.context
        for each in context.pages:  # what answers late answers nobody, and is no fault of the next test
            each.unroute_all(behavior="ignoreErrors")
            if each is not page:
                each.close()
        wrong = self._wrong[context]
        if is_new or page.is_closed():
            context.close()
            return wrong
        page.goto("/healthz")  # the streams of its table end
        context.unroute_all(behavior="ignoreErrors")
        context.clear_cookies()
        self._wrong[context] = list[str]()
        self._free.setdefault(repr(_of_a_browser(settings)), []).append(page)
        return wrong

    def _new(self, settings: dict[str, Any]) -> Page:
        context = self._chromium.new_context(**{"base_url": self._address, "viewport": DESKTOP, **settings})
        context.set_default_timeout(MILLISECONDS)
        self._wrong[context] = list[str]()
        context.on("page", self._watch)
        page = context.new_page()
        page.goto("/healthz")
        return page

    def _watch(self, page: Page) -> None:
        """No page may have an error of a script, a breach of the content security policy or a request to
        another host."""

        def note(text: str) -> None:
            self._wrong[page.context].append(text)

        page.on("pageerror", lambda problem: note(f"script: {problem}"))
        page.on("console", lambda line: note(f"console: {line.text}") if _is_fault(line) else None)
        page.on("request", lambda asked: None if self._is_ours(asked.url) else note(f"foreign: {asked.url}"))

    def _is_ours(self, address: str) -> bool:
        return address.startswith((self._address + "/", "data:", "blob:", "about:"))


def _of_a_browser(settings: dict[str, Any]) -> dict[str, Any]:
    """Those of its settings that a page cannot be told later."""
    return {name: settings[name] for name in sorted(settings) if name not in USUAL}


def _is_fault(line: Any) -> bool:
    return line.type == "error" and "Failed to load resource" not in line.text


@pytest.fixture(scope="package")
def browsers(chromium: Browser, grognard: Grognard) -> Browsers:
    return Browsers(chromium, grognard.url)


@contextmanager
def opening(browsers: Browsers, test: pytest.Item) -> Iterator[Opens]:
    """`opens` for a test of these browsers, which get theirs back at its end. No page may have had an error
    of a script, a breach of the content security policy or a request to another host."""
    taken: list[tuple[Page, dict[str, Any], bool]] = []

    def open_browser(is_coached: bool = False, is_new: bool = False, **settings: Any) -> Page:
        page = browsers.take(is_coached, is_new, settings)
        taken.append((page, settings, is_new))
        return page

    yield open_browser
    is_left = test.stash.get(HAS_FAILED, False)  # a page that draws no more would fail the test twice
    wrong = [
        each
        for page, settings, is_new in taken
        for each in browsers.give_back(page, settings, is_new or is_left)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def opens(browsers: Browsers, request: pytest.FixtureRequest) -> Iterator[Opens]:
    """Opens a browser without cookies: `opens(viewport=..., color_scheme=...)` gives its page.
    Its person has sent the coach away, unless it `is_coached`. Who adds scripts or listeners to it takes one
    that `is_new`."""
    with opening(browsers, request.node) as opens:
        yield opens
