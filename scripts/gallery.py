"""Takes pictures of every page in a real Chromium, always of the same games.

    .venv/bin/python -m scripts.gallery [FOLDER]      every page, light and dark, desktop and phone
    .venv/bin/python -m scripts.gallery --docs        the six pictures of README and docs
"""

import argparse
import base64
import html
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Browser, Cookie, Page, sync_playwright

from scripts.moments import Moments, prepared, server
from tests.browser.conftest import CHROMIUM, DESKTOP, PHONE, QUIET
from tests.browser.table import folded_button

ROOT = Path(__file__).parent.parent
SCHEMES = ("light", "dark")
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "device_scale_factor": 2, "is_mobile": True, "has_touch": True},
}
IN_DOCS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": SIZES["phone"],
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
        View("api", "nobody", "/api/docs"),
        View("error", "nobody", "/g/no-such-game"),
    ]
    also = [each for each in english if each.name in IN_ITALIAN]
    return english + [each._replace(name=f"{each.name}-italian", language="it") for each in also]


IN_ITALIAN = (
    "lobby", "play-wellington", "play-waterloo", "replay-wellington", "simulation", "rules-wellington",
)  # fmt: skip
DOCUMENTED = {
    "play": ("play-wellington", "desktop", "light"),
    "replay": ("replay-waterloo", "desktop", "dark"),
    "phone": ("play-waterloo", "phone", "light"),
    "compare": ("compare-games", "desktop", "light"),
    "handover": ("hand-over", "desktop", "light"),
    "statistics": ("statistics", "desktop", "light"),
}
"""The pictures of README and docs: name, view, size, scheme."""


# What somebody does before the picture


def _wait_for(selector: str) -> Callable[[Page, Moments], None]:
    return lambda page, moments: page.locator(selector).first.wait_for()


def _point_at_attack(page: Page, moments: Moments) -> None:
    """Takes up a counter that can attack, and points at an attack on the board."""
    found = folded_button(page, msgspec.to_builtins(moments.attack))
    piece = found.get_attribute("data-piece")
    page.locator(f"#u-{piece}").dispatch_event("click")
    page.locator(".edge-pill").first.dispatch_event("pointerover")
    page.locator("#odds:not([hidden])").wait_for()


def _open_talk(page: Page, moments: Moments) -> None:
    page.locator("#talk > summary").click()
    page.locator("#talk-lines").wait_for()
    page.locator("#talk-lines").scroll_into_view_if_needed()


def _take_up(page: Page, moments: Moments) -> None:
    """Takes up the counter with the most orders, so that its places on the board are shown."""
    folded = page.locator("details.piece:not([open])")
    counts = [int(text) for text in folded.locator(".count").all_inner_texts()]
    if counts:
        folded.nth(counts.index(max(counts))).locator("summary").click()
    else:
        page.locator(".orders button[name=order]").first.hover()
    page.evaluate("scrollTo(0, 0)")


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


class Camera:
    """Opens views as their visitors in one browser, with their cookies."""

    def __init__(self, browser: Browser, url: str, moments: Moments) -> None:
        self.browser, self.url, self.moments = browser, url, moments
        self.cookies = {visitor: self._cookies(links) for visitor, links in moments.links.items()}

    def _cookies(self, links: tuple[str, ...]) -> list[Cookie]:
        context = self.browser.new_context(base_url=self.url)
        page = context.new_page()
        for link in links:
            page.goto(link)
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


def take_all(camera: Camera, folder: Path, chosen: list[str], is_whole: bool) -> None:
    """A picture of every view in every size and scheme, and a page that shows them."""
    known = [view for view in views(camera.moments) if not chosen or view.name in chosen]
    jobs = [(view, size, scheme) for view in known for size in SIZES for scheme in SCHEMES]
    for number, (view, size, scheme) in enumerate(jobs, 1):
        path = folder / picture(view.name, size, scheme)
        with camera.opened(view, scheme, SIZES[size]) as page:
            page.screenshot(path=path, animations="disabled", full_page=is_whole)
        print(f"{number:3}/{len(jobs)}  {path}  {path.stat().st_size // 1000} kB", flush=True)
    (folder / "index.html").write_text(index([view.name for view in known]), "utf-8")
    print(folder / "index.html")


def take_documented(camera: Camera, folder: Path) -> None:
    """The pictures of README and docs."""
    known = {view.name: view for view in views(camera.moments)}
    for name, (view, size, scheme) in DOCUMENTED.items():
        path = folder / f"{name}.webp"
        with camera.opened(known[view], scheme, IN_DOCS[size]) as page:
            keep_webp(page, path)
        print(f"{path}  {path.stat().st_size // 1000} kB", flush=True)


def picture(name: str, size: str, scheme: str) -> str:
    return f"{name}-{size}-{scheme}.png"


HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page of Grognard</title>
<meta name="viewport" content="width=device-width"><style>
body { margin: 1rem 2rem; font: 1rem/1.4 Georgia, serif; background: #8d8a83; }
div { display: grid; grid-template-columns: 10fr 10fr 3fr 3fr; gap: .75rem; align-items: start; }
img { width: 100%; display: block; } h1, h2 { font-weight: normal; }
</style><h1>Every page of Grognard</h1>
"""


def index(names: list[str]) -> str:
    """The page that shows the pictures: a row for each view."""

    def linked(name: str, size: str, scheme: str) -> str:
        file = html.escape(picture(name, size, scheme))
        words = f"{name}, {size}, {scheme}"
        return f'<a href="{file}"><img src="{file}" alt="{words}" loading="lazy"></a>'

    rows = [
        f'<h2 id="{name}">{name}</h2>\n<div>'
        + "\n".join(linked(name, size, scheme) for size in SIZES for scheme in SCHEMES)
        + "</div>\n"
        for name in names
    ]
    return HEAD + "".join(rows) + "</html>\n"


def asked() -> argparse.Namespace:
    words = argparse.ArgumentParser(
        prog="scripts.gallery", description="Pictures of every page: light and dark, desktop and phone."
    )
    words.add_argument("folder", nargs="?", type=Path, help="where they go (default: gallery)")
    words.add_argument("--docs", action="store_true", help="the six pictures of README and docs instead")
    words.add_argument("--only", nargs="+", default=[], metavar="VIEW", help="only these, such as lobby")
    words.add_argument("--whole", action="store_true", help="the whole length of every page")
    return words.parse_args()


def main() -> None:
    given = asked()
    folder = given.folder or (ROOT / "docs" / "pictures" if given.docs else ROOT / "gallery")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        server(Path(data)) as (url, app),
        sync_playwright() as playwright,
    ):
        moments = prepared(app, lambda what: print(f"{what} ...", flush=True))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        camera = Camera(browser, url, moments)
        if given.docs:
            take_documented(camera, folder)
        else:
            take_all(camera, folder, given.only, given.whole)
        browser.close()


if __name__ == "__main__":
    main()
