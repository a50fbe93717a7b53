"""U16: in Italian no page shows an id or an English text; with longer words nothing is cut off."""

import re
from collections.abc import Iterator
from typing import Any

import flask_babel
import pytest
from babel.messages.pofile import read_po
from babel.support import NullTranslations
from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.browser.conftest import DESKTOP, Grognard, Opens
from tests.browser.table import is_handover, open_game
from tests.browser.test_table import table
from tests.web.test_languages import WEB

ID = re.compile(r"\b[A-Za-z]+_\w+")
PLACEHOLDER = re.compile(r"%\(\w+\)[sdr]|\{\w+\}|<[^>]+>|%%|&\w+;")


@pytest.fixture(scope="module")
def places(chromium: Browser, grognard: Grognard, finished: list[str]) -> Iterator[Any]:
    """Addresses of every kind of page, and the cookies of a browser that may see them."""
    context = chromium.new_context(base_url=grognard.url, viewport=DESKTOP)
    page = context.new_page()
    alone = open_game(page, ("me", "Anna"), ("me", "Anna"))
    shared = open_game(page, ("me", "Anna"), ("hotseat", "Bruno"))
    assert is_handover(page)
    invited = open_game(page, ("me", "Anna"), ("invitation", ""))
    invitation = page.locator("#link-coalition").input_value().removeprefix(grognard.url)
    page.goto("/new?title=wellington&scenario=1813&seating=0")
    for field in page.locator("[name^=kind_]").all():
        field.select_option("me")
    for field in page.locator("[name^=name_]").all():
        field.fill("Anna")
    with page.expect_navigation():
        page.get_by_role("button", name="Start the game").click()
    first, second = finished
    yield (
        {
            "lobby": "/",
            "new": "/new?title=waterloo&scenario=long&seating=1",
            "join": invitation,
            "play": f"/g/{alone}",
            "Wellington": page.url.removeprefix(grognard.url),
            "hand-over": f"/g/{shared}/handover",
            "watch": f"/g/{alone}/watch",
            "replay": f"/g/{first}/replay#e300",
            "compare": "/compare",
            "two games": f"/compare?a={first}&b={second}",
            "rules": "/rules/waterloo",
            "settings": "/settings",
            "links": f"/g/{invited}/links",
            "fork": f"/g/{first}/fork?at=6",
            "import": "/import",
            "error": "/g/" + "0" * 32,
            "statistics": "/stats?title=waterloo",
            "simulate": "/simulate?title=waterloo",
            "text board": f"/g/{alone}/text",
        },
        context.cookies(),
    )
    context.close()


def shown(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("h1, h2, #prompt").first).to_be_attached()
    if "/replay" in address:
        expect(page.locator("#replay[data-charted]")).to_be_attached()


TEXTS = """() => {
  const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest('script, code, pre, [lang=en]')) texts.push(node.data);
  for (const each of document.querySelectorAll('[aria-label], [title], [placeholder], [aria-valuetext]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
      texts.push(each.getAttribute(name) ?? '');
  return [...new Set(texts.map((text) => text.trim().replace(/\\s+/g, ' ')))].filter(Boolean);
}"""


def test_u16_in_italian_no_page_shows_an_id_or_an_english_text(opens: Opens, places: Any) -> None:
    addresses, cookies = places
    page = opens(locale="it-IT")
    page.context.add_cookies(cookies)
    english, wrong, seen = english_texts(), [], set[str]()
    assert len(english) > 300
    for name, address in addresses.items():
        shown(page, address)
        assert page.get_attribute("html", "lang") == "it"
        texts = page.evaluate(TEXTS)
        assert texts, name
        new = {*texts} - seen
        wrong += [f"{name}: id in {text[:80]!r}" for text in new if ID.search(text)]
        wrong += [f"{name}: English {text[:80]!r}" for text in new if english.has(text)]
        seen |= new
    assert not wrong, "\n" + "\n".join(wrong)


class English:
    """The catalogue's English texts, as they look when they are filled in."""

    def __init__(self, texts: set[str]) -> None:
        self._texts = texts
        parts = [PLACEHOLDER.split(text) for text in texts if PLACEHOLDER.search(text)]
        parts = [each for each in parts if len("".join(each)) > len(" of ")]  # which names have as well
        self._filled_in = re.compile("|".join(".+".join(map(re.escape, each)) for each in parts))

    def __len__(self) -> int:
        return len(self._texts)

    def has(self, text: str) -> bool:
        return text in self._texts or self._filled_in.fullmatch(text) is not None


def english_texts() -> English:
    """Every text that Italian says in other words."""
    with (WEB / "translations" / "it" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        known = read_po(file, locale="it")
    pairs: list[tuple[str, str]] = []
    for each in known:
        ids, strings = [
            list(side) if isinstance(side, tuple) else [side] for side in (each.id, each.string)
        ]
        pairs += zip(ids, strings, strict=True)
    told = {said for _, said in pairs}
    return English({text for text, said in pairs if text and text != said and text not in told})


class Longer(NullTranslations):
    """A language that nobody speaks: every vowel accented and twice, which is 40 % longer."""

    def _longer(self, text: str) -> str:
        kept = PLACEHOLDER.findall(text)
        parts = [re.sub("[aeiou]", _twice, part) for part in PLACEHOLDER.split(text)]
        return "".join(part + (kept[k] if k < len(kept) else "") for k, part in enumerate(parts))

    def ugettext(self, text: str) -> str:
        return self._longer(text)

    def ungettext(self, one: str, many: str, number: int) -> str:
        return self._longer(one if number == 1 else many)

    def upgettext(self, context: str, text: str) -> str:
        return self._longer(text)

    def unpgettext(self, context: str, one: str, many: str, number: int) -> str:
        return self._longer(one if number == 1 else many)


def _twice(vowel: re.Match[str]) -> str:
    return dict(zip("aeiou", "áéíóú", strict=True))[vowel[0]] * 2


FITS = "() => document.documentElement.scrollWidth <= innerWidth"
NAMED = "button, .button, h1, h2, h3, label, legend, summary, th, dt, nav a"
CLIPPED = """(named) => [...document.querySelectorAll(named)]
  .filter((each) => each.checkVisibility() && each.clientWidth > 1 && !each.closest('.sr, .skip, svg'))
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.textContent.trim().slice(0, 60)}: ${each.scrollWidth} > ${each.clientWidth}`)"""


def test_u16_longer_words_are_not_cut_off(
    opens: Opens, places: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    longer = Longer()
    assert longer.ugettext("Play %(seat)s") == "Plááy %(seat)s"
    monkeypatch.setattr(flask_babel.Domain, "get_translations", lambda _: longer)
    addresses, cookies = places
    page = opens()
    page.context.add_cookies(cookies)
    clipped = []
    for name, address in addresses.items():
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            if width == 1280:
                shown(page, address)
            try:  # charts follow the window a moment later
                page.wait_for_function(FITS)
            except TimeoutError:
                clipped.append(f"{name} {width}: scrolls sideways")
            clipped += [f"{name} {width}: {each}" for each in page.evaluate(CLIPPED, NAMED)]
    assert not clipped, "\n" + "\n".join(clipped)


def test_a_counter_is_named_in_italian_while_nothing_more_is_known_of_it(
    opens: Opens, grognard: Grognard
) -> None:
    page = opens()
    page.context.add_cookies([{"name": "language", "value": "it", "url": grognard.url}])
    page.route("**/pieces*", lambda route: route.abort())
    game, _ = table(page, grognard, "napoleonics", "vimiero", 0, lambda desk: True)
    page.goto(f"/g/{game}")
    page.locator("#u-fr_line-1").dispatch_event("pointerover")
    expect(page.locator("#explained h2")).to_have_text("LN Linea francese n. 1")
