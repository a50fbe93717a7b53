"""Takes pictures of every page in a real Chromium, always of the same games.

    .venv/bin/python -m scripts.gallery [FOLDER]      every page, light and dark, in four sizes
    .venv/bin/python -m scripts.gallery --docs        the six pictures of README and docs
    .venv/bin/python -m scripts.gallery --only 'waterloo-*' lobby --sizes phone --schemes light
    .venv/bin/python -m scripts.gallery --data DATA --missing     with the games kept there, what is missing
"""

import argparse
import base64
import fnmatch
import html
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Browser, Cookie, Error, Page, sync_playwright

from domain.titles import TITLES
from scripts.moments import Moments, prepared, server
from tests.browser.conftest import ADMIN, CHROMIUM, PHONE, QUIET
from tests.browser.table import folded_button

ROOT = Path(__file__).parent.parent
SCHEMES = ("light", "dark")
SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "tablet": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "phone": {"viewport": PHONE, "device_scale_factor": 2, "is_mobile": True, "has_touch": True},
}
LOCALES = {"en": "en-GB", "it": "it-IT"}
QUALITY = 82
"""Of the WebP pictures of README and docs, in per cent."""
PATIENCE = 60_000
"""Milliseconds that a page may take on a busy machine."""


class View(NamedTuple):
    """A page at a moment: what it is called, who looks at it, where it is, what they do first."""

    name: str
    visitor: str
    address: str
    does: Callable[[Page, Moments], None] = lambda page, moments: None
    language: str = "en"


def views(moments: Moments) -> list[View]:
    """Every page, in the order in which somebody meets them."""
    waterloo, wellington = f"/g/{moments.waterloo}", f"/g/{moments.wellington}"
    over, other = moments.over_waterloo, moments.other_waterloo
    long, event = f"/g/{moments.over_wellington}", moments.wellington_event
    first, second = moments.simulations
    english = [
        View("lobby", "Anna", "/"),
        View("new-game", "Anna", "/new?title=wellington&scenario=1813&seating=3"),
        View("join", "nobody", moments.invitation),
        View("links", "Anna", f"/g/{moments.open_game}/links"),
        View("hand-over", "two people", waterloo, _wait_for(".handcard")),
        View("play-wellington", "Anna", wellington, _point_at_attack),
        View("play-wellington-talk", "Anna", wellington, _open_talk),
        View("play-waterloo", "Anna", waterloo, _take_up),
        View("text-board", "Anna", f"{wellington}/text"),
        View("talk", "Anna", f"{wellington}/talk"),
        View("report", "nobody", f"{long}/report"),
        View("dice", "nobody", f"{long}/dice"),
        View("watch", "nobody", f"{wellington}/watch"),
        View("replay-wellington", "nobody", f"{long}/replay#e{event}", _charted),
        View("replay-waterloo", "nobody", f"/g/{over}/replay#e{moments.waterloo_event}", _charted),
        View("fork", "nobody", f"{long}/fork?at={event}"),
        View("compare-games", "nobody", f"/compare?a={over}&b={other}&at=180", _compared),
        View(
            "compare-groups",
            "nobody",
            f"/compare?do=groups&a_file={first}.parquet&b_file={second}.parquet",
            _settled,
        ),
        View("simulate", "nobody", "/simulate"),
        View("simulation", "nobody", f"/simulate/{first}", _settled),
        View("statistics", "nobody", f"/stats?title=waterloo&file={first}.parquet", _settled),
        View("rules-waterloo", "nobody", "/rules/waterloo"),
        View("rules-wellington", "nobody", "/rules/wellington"),
        View("tournaments", "nobody", "/tournaments"),
        View("new-tournament", "nobody", "/tournaments/new"),
        View("settings", "nobody", "/settings"),
        View("import", "nobody", "/import"),
        View("front", "nobody", "/"),
        View("games", "nobody", "/games"),
        View("learn", "nobody", "/learn"),
        View("rules", "nobody", "/rules"),
        View("stats", "nobody", "/stats"),
        View("compare-choose", "nobody", "/compare"),
        View("ladders", "nobody", "/ladders"),
        View("match", "Anna", f"{waterloo}/match"),
        View("resign", "Anna", f"{waterloo}/resign"),
        View("account-log-in", "nobody", "/account"),
        View("account-new", "nobody", "/account/new"),
        View("account-recover", "nobody", "/account/recover"),
        View("account", "member", "/account"),
        View("person", "nobody", "/u/Anna"),
        View("admin-enter", "nobody", "/admin"),
        View("admin", "host", "/admin"),
        View("admin-games", "host", "/admin/games"),
        View("admin-texts", "host", "/admin/texts"),
        View("admin-bans", "host", "/admin/bans"),
        View("tournament", "nobody", moments.tournament),
        View("api", "nobody", "/api/docs"),
        View("error", "nobody", "/g/no-such-game"),
    ]
    english += table_views(moments)
    also = [each for each in english if any(fnmatch.fnmatch(each.name, name) for name in IN_ITALIAN)]
    return english + [each._replace(name=f"{each.name}-italian", language="it") for each in also]


def table_views(moments: Moments) -> list[View]:
    """Every title's table at its telling moments, its lesson, its replay, its rules."""
    found = []
    for rules in TITLES:
        title = rules.id
        for name, game in moments.tables.items():
            if name.startswith(f"{title}-"):
                visitor = "two people" if name.endswith(("-window", "-hand-over")) else "Anna"
                found.append(View(name, visitor, f"/g/{game}"))
                if name.endswith("-middle"):
                    found.append(View(f"{title}-chosen", visitor, f"/g/{game}", _choose_a_piece))
                    found.append(View(f"{title}-menu", visitor, f"/g/{game}", _open_menu))
                    found.append(View(f"{title}-text", visitor, f"/g/{game}/text"))
                    found.append(View(f"{title}-watch", "nobody", f"/g/{game}/watch"))
        over = moments.tables[f"{title}-end"]
        found += [
            View(f"{title}-lesson", "pupil", "/learn", _learn(title)),
            View(f"{title}-replay", "nobody", f"/g/{over}/replay", _charted),
            View(f"{title}-replay-late", "nobody", f"/g/{over}/replay", _forward),
            View(f"{title}-rules", "nobody", f"/rules/{title}"),
            View(f"{title}-stats", "nobody", f"/stats?title={title}", _settled),
            View(f"{title}-new", "nobody", f"/new?title={title}"),
        ]
    return found


IN_ITALIAN = (
    "lobby", "front", "play-wellington", "play-waterloo", "replay-wellington", "simulation",
    "new-game", "learn", "statistics", "tournament", "tournaments", "settings", "account*", "hand-over",
    "join", "links", "import", "games", "report", "simulate", "compare-*", "admin*", "rules*", "text-board",
    "*-middle", "*-chosen", "*-battle", "*-window", "*-lesson", "*-replay-late", "*-end", "*-text", "*-new",
)  # fmt: skip
DOCUMENTED = {
    "play": ("play-wellington", "wide", "light"),
    "replay": ("replay-waterloo", "wide", "dark"),
    "phone": ("play-waterloo", "phone", "light"),
    "compare": ("compare-games", "wide", "light"),
    "handover": ("hand-over", "wide", "light"),
    "statistics": ("statistics", "wide", "light"),
}
"""The pictures of README and docs: name, view, size, scheme."""


# What somebody does before the picture


def _wait_for(selector: str) -> Callable[[Page, Moments], None]:
    return lambda page, moments: page.locator(selector).first.wait_for()


def _point_at_attack(page: Page, moments: Moments) -> None:
    """Takes up a counter that can attack, and points at an attack on the board."""
    found = folded_button(page, moments.attack)
    piece = found.get_attribute("data-piece")
    page.locator(f"#u-{piece}").dispatch_event("click")
    page.locator(".edge-pill").first.dispatch_event("pointerover")
    page.locator("#odds:not([hidden])").wait_for()


def _open_talk(page: Page, moments: Moments) -> None:
    summary = page.locator("#talk > summary")
    if not summary.is_visible():  # on a phone the log lies over the board when it is asked for
        page.get_by_role("link", name="Log").click()
    summary.click()
    page.locator("#talk-lines").wait_for()
    page.locator("#talk-lines").scroll_into_view_if_needed()


def _take_up(page: Page, moments: Moments) -> None:
    """Takes up the counter with the most orders, so that its places on the board are shown."""
    page.locator(".board.mounted").wait_for()
    folded = page.locator("details.piece:not([open])")
    counts = [int(text) for text in folded.locator(".count").all_text_contents()]
    if counts:
        piece = folded.nth(counts.index(max(counts))).get_attribute("data-piece")
        page.locator(f"#u-{piece}").dispatch_event("click")
    else:
        page.locator(".orders button[name=order]").first.hover()
    page.evaluate("scrollTo(0, 0)")


def _choose_a_piece(page: Page, moments: Moments) -> None:
    """Presses the counter on the board that has something to do."""
    page.locator(".board.mounted").wait_for()
    piece = page.locator("details.piece").first
    if piece.count():
        counter = page.locator(f"#u-{piece.get_attribute('data-piece')}").first
        counter.dispatch_event("pointerover")
        counter.dispatch_event("click")
        page.wait_for_timeout(500)


def _open_menu(page: Page, moments: Moments) -> None:
    page.locator("#menu > summary").click()


def _learn(title: str) -> Callable[[Page, Moments], None]:
    def press(page: Page, moments: Moments) -> None:
        page.locator(f"form[action='/learn/{title}'] button").click()
        page.locator("#coach, .coach").first.wait_for()
        page.locator(".board.mounted").wait_for()

    return press


def _forward(page: Page, moments: Moments) -> None:
    """The battle after the middle."""
    _charted(page, moments)
    page.evaluate("location.hash = 'e' + Math.round(document.querySelector('[type=range]').max * .6)")
    page.wait_for_timeout(500)
    page.keyboard.press("b")
    page.wait_for_timeout(500)
    _settled(page, moments)


def _charted(page: Page, moments: Moments) -> None:
    page.locator("#replay[data-charted]").wait_for(state="attached")
    _settled(page, moments)


def _compared(page: Page, moments: Moments) -> None:
    page.locator("#two-games[data-ready]").wait_for(state="attached")
    _settled(page, moments)


def _settled(page: Page, moments: Moments) -> None:
    page.wait_for_load_state("networkidle")
    page.wait_for_function(DRAWN)


DRAWN = """() => [...document.querySelectorAll(".figure")]
    .filter(each => each.offsetHeight && each.getBoundingClientRect().top < innerHeight)
    .every(each => each.querySelector(".main-svg"))"""
"""Whether every chart on the screen is there."""


# Taking them


def _come_in(page: Page) -> None:
    page.goto("/admin")
    page.fill("#secret", ADMIN)
    page.get_by_role("button", name="Come in").click()
    page.wait_for_load_state()


def _keep_a_name(page: Page) -> None:
    page.goto("/account/new")
    page.fill("[name=name]", f"Marbot {secrets.token_hex(2)}")
    page.locator("[name=password]").fill("a sabre and a good horse")
    page.locator("main form button").first.click()
    page.wait_for_load_state()


class Camera:
    """Opens views as their visitors in one browser, with their cookies."""

    def __init__(self, browser: Browser, url: str, moments: Moments) -> None:
        self.browser, self.url, self.moments = browser, url, moments
        self.cookies = {visitor: self._cookies(links) for visitor, links in moments.links.items()}
        self.cookies |= {"host": self._signed_in(_come_in), "member": self._signed_in(_keep_a_name)}
        self.cookies["pupil"] = self.cookies["nobody"]

    def _cookies(self, links: tuple[str, ...]) -> list[Cookie]:
        context = self.browser.new_context(base_url=self.url)
        for link in links:
            context.request.get(link, max_redirects=0)
        found = context.cookies()
        context.close()
        return found

    def _signed_in(self, does: Callable[[Page], None]) -> list[Cookie]:
        context = self.browser.new_context(base_url=self.url)
        does(context.new_page())
        found = context.cookies()
        context.close()
        return found

    @contextmanager
    def opened(self, view: View, scheme: Any, size: dict[str, Any]) -> Iterator[Page]:
        context = self.browser.new_context(
            base_url=self.url,
            color_scheme=scheme,
            locale=LOCALES[view.language],
            reduced_motion="reduce",
            **size,
        )
        context.set_default_timeout(PATIENCE)
        kept: list[Any] = [*self.cookies[view.visitor]]
        context.add_cookies([*kept, {"name": "language", "value": view.language, "url": self.url}])
        page = context.new_page()
        page.goto(view.address)
        view.does(page, self.moments)
        page.evaluate("document.fonts.ready")
        yield page
        context.close()


def keep_webp(page: Page, path: Path) -> None:
    """WebP, which Playwright's own screenshots cannot be: a third of a PNG's size."""
    clip = page.evaluate("() => ({ width: innerWidth, height: innerHeight, scale: devicePixelRatio })")
    wanted = {"format": "webp", "quality": QUALITY, "clip": {"x": 0, "y": 0, **clip}}
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", wanted)
    path.write_bytes(base64.b64decode(taken["data"]))


def take_all(camera: Camera, folder: Path, given: argparse.Namespace) -> None:
    """A picture of every view in every size and scheme, and a page that shows them."""
    known = [view for view in views(camera.moments) if _is_wanted(view.name, given.only)]
    jobs = [(view, size) for view in known for size in given.sizes]
    for number, (view, size) in enumerate(jobs, 1):
        paths = {scheme: folder / picture(view.name, size, scheme) for scheme in given.schemes}
        if given.missing and all(path.exists() for path in paths.values()):
            continue
        try:
            with camera.opened(view, given.schemes[0], SIZES[size]) as page:
                for scheme, path in paths.items():
                    page.emulate_media(color_scheme=scheme)
                    page.screenshot(path=path, animations="disabled", full_page=given.whole)
        except Error as problem:  # the others are taken all the same
            print(f"{view.name} {size}: {problem}", file=sys.stderr, flush=True)
        print(f"{number:3}/{len(jobs)}  {view.name} {size}", flush=True)
    (folder / "index.html").write_text(index([view.name for view in known], given), "utf-8")
    print(folder / "index.html")


def _is_wanted(name: str, patterns: list[str]) -> bool:
    return not patterns or any(fnmatch.fnmatch(name, each) for each in patterns)


def take_documented(camera: Camera, folder: Path, chosen: list[str]) -> None:
    """The pictures of README and docs."""
    known = {view.name: view for view in views(camera.moments)}
    for name, (view, size, scheme) in DOCUMENTED.items():
        if not _is_wanted(name, chosen):
            continue
        path = folder / f"{name}.webp"
        with camera.opened(known[view], scheme, SIZES[size]) as page:
            keep_webp(page, path)
        print(f"{path}  {path.stat().st_size // 1000} kB", flush=True)


def picture(name: str, size: str, scheme: str) -> str:
    return f"{name}-{size}-{scheme}.png"


HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page of Grognard</title>
<meta name="viewport" content="width=device-width"><style>
body { margin: 1rem 2rem; font: 1rem/1.4 Georgia, serif; background: #8d8a83; }
div { display: grid; grid-template-columns: repeat(4, 1fr); gap: .75rem; align-items: start; }
img { width: 100%; display: block; } h1, h2 { font-weight: normal; }
</style><h1>Every page of Grognard</h1>
"""


def index(names: list[str], given: argparse.Namespace) -> str:
    """The page that shows the pictures: a row for each view."""

    def linked(name: str, size: str, scheme: str) -> str:
        file = html.escape(picture(name, size, scheme))
        words = f"{name}, {size}, {scheme}"
        return f'<a href="{file}"><img src="{file}" alt="{words}" loading="lazy"></a>'

    rows = [
        f'<h2 id="{name}">{name}</h2>\n<div>'
        + "\n".join(linked(name, size, scheme) for size in given.sizes for scheme in given.schemes)
        + "</div>\n"
        for name in names
    ]
    return HEAD + "".join(rows) + "</html>\n"


def asked() -> argparse.Namespace:
    words = argparse.ArgumentParser(
        prog="scripts.gallery", description="Pictures of every page: light and dark, in four sizes."
    )
    words.add_argument("folder", nargs="?", type=Path, help="where they go (default: gallery)")
    words.add_argument("--docs", action="store_true", help="the six pictures of README and docs instead")
    words.add_argument("--only", nargs="+", default=[], metavar="VIEW", help="such as lobby 'waterloo-*'")
    words.add_argument("--sizes", nargs="+", default=list(SIZES), choices=list(SIZES))
    words.add_argument("--schemes", nargs="+", default=list(SCHEMES), choices=list(SCHEMES))
    words.add_argument("--missing", action="store_true", help="only pictures that are not in the folder yet")
    words.add_argument("--data", type=Path, help="keeps the games there, and takes those that it has")
    words.add_argument("--whole", action="store_true", help="the whole length of every page")
    return words.parse_args()


@contextmanager
def moments_of(given: argparse.Namespace) -> Iterator[tuple[str, Moments]]:
    """The server's address and the games: new ones, or those that `--data` has kept."""
    with tempfile.TemporaryDirectory() as empty:
        data = given.data or Path(empty)
        kept = data / "moments.json"
        with server(data) as (url, app):
            if not kept.exists():
                found = prepared(app, lambda what: print(f"{what} ...", flush=True))
                kept.write_bytes(msgspec.json.encode(found))
            yield url, msgspec.json.decode(kept.read_bytes(), type=Moments)


def main() -> None:
    given = asked()
    folder = given.folder or (ROOT / "docs" / "pictures" if given.docs else ROOT / "gallery")
    folder.mkdir(parents=True, exist_ok=True)
    with moments_of(given) as (url, moments), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        camera = Camera(browser, url, moments)
        if given.docs:
            take_documented(camera, folder, given.only)
        else:
            take_all(camera, folder, given)
        browser.close()


if __name__ == "__main__":
    main()
