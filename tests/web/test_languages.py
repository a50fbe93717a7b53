"""The pages in other languages: catalogues, settings, numbers."""

import io
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from web.base.language import LANGUAGES, SPOKEN
from web.table import changes
from web.table.explained import victory
from web.table.following import spoken_in

WEB = Path(__file__).parents[2] / "web"
METHODS = [("templates/**.html", "jinja2"), ("**.py", "python")]
"""As in babel.cfg."""


def catalogue(language):
    with (WEB / "translations" / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


@pytest.fixture(scope="module")
def texts():
    """Every text of the pages, as `make messages` gathers them."""
    found = Catalog()
    keywords = {**DEFAULT_KEYWORDS, "lazy_gettext": None}
    for _, _, message, _, context in extract_from_dir(WEB, METHODS, keywords=keywords):
        found.add(message, context=context)
    return found


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_text_of_the_pages_is_in_the_catalogue(texts, language):
    known = catalogue(language)
    lacking = [text.id for text in texts if text.id and _is_missing(known.get(text.id, text.context))]
    assert len(texts) > 300
    assert lacking == [], "run `make messages` and translate what is new"


def _is_missing(message):
    if message is None or message.fuzzy:
        return True
    return not all(message.string if isinstance(message.string, tuple) else [message.string])


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_translation_names_what_its_text_names(language):
    texts = catalogue(language)
    wrong = [(text.id, str(each)) for text in texts for each in text.check(texts)]
    assert wrong == []


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_the_compiled_catalogue_is_what_its_text_compiles_to(language):
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(language))
    path = WEB / "translations" / language / "LC_MESSAGES" / "messages.mo"
    assert path.read_bytes() == compiled.getvalue(), "run `make messages`"


def settled(person, **choices):
    """The page that the filled-in form of the settings leads to."""
    person.open("/settings")
    action, fields, _ = person.forms()[-1]
    person.page = person.client.post(action, data={**fields, **choices}, follow_redirects=True)
    return person.page


def test_a_change_of_language_stays_on_the_page(open_browser):
    person = open_browser()
    person.open("/new?title=skirmish")
    address = person.page.request.full_path
    person.send("/settings", language="it")
    assert person.page.request.full_path == address and '<html lang="it"' in person.page.text


def test_the_browser_asks_for_a_language_and_the_settings_override_it(open_browser):
    person = open_browser()
    assert '<html lang="en"' in person.open("/new").text
    assert '<html lang="it"' in person.open("/new", headers={"Accept-Language": "it,en;q=0.5"}).text
    assert "Inizia la partita" in person.text
    assert '<html lang="it"' in settled(person, language="it", back="/new").text
    assert person.page.request.path == "/new"
    assert '<html lang="it"' in person.open("/", headers={"Accept-Language": "en"}).text


def test_settings_are_kept_by_the_browser_and_shown_to_its_pages(open_browser):
    person, other = open_browser(), open_browser()
    wanted = {"theme": "dark", "symbols": "nato", "text": "larger", "motion": "none", "keys": "off"}
    settled(person, **wanted)
    for name, choice in wanted.items():
        assert f'data-{name}="{choice}"' in person.open("/").text
        assert f'data-{name}="{choice}"' not in other.open("/").text
    cookies = [person.client.get_cookie(name) for name in wanted]
    assert {(each.same_site, each.http_only, each.max_age) for each in cookies} == {("Lax", True, 31536000)}
    settled(person, theme="purple")
    assert 'data-theme="system"' in person.open("/").text


ELSEWHERE = [
    "https://elsewhere.example/", "//elsewhere.example", "////elsewhere.example", "/\\else", "\\else", "",
    "/%2felsewhere.example", "/%2F%2Felsewhere.example", "%2f%2felsewhere.example", "/%5celsewhere.example",
    "/%252f%252felsewhere.example", "/%255celsewhere", "/%25252felsewhere", "/.//elsewhere.example", "/g//x",
    "javascript:alert(1)", "elsewhere.example", " //elsewhere.example", "?x", "#x", "/" + "x" * 3000, "//[:1",
    "https:elsewhere.example", "http:///elsewhere.example", "/..//elsewhere.example", "\u2215\u2215elsewhere",
]  # fmt: skip


@pytest.mark.parametrize("address", ELSEWHERE)
def test_settings_lead_back_to_this_site_only(open_browser, address):
    person = open_browser()
    assert settled(person, back=address).request.path == "/"
    assert 'name="back" value="/"' in person.open("/settings", query_string={"back": address}).text


CONTROL = ["\n", "\r\n", "\t", "\0", "%0a", "%0D%0A", "%00", "%250a", "\x7f", "\u2028"]


@pytest.mark.parametrize("sign", CONTROL)
def test_no_address_holds_a_line_break_or_another_control_sign(open_browser, sign):
    person = open_browser()
    for back in (f"/{sign}x", f"{sign}/", f"/g/x{sign}Set-Cookie: a=b"):
        assert settled(person, back=back).status_code == 400
        assert person.open("/settings", query_string={"back": back}).status_code == 400


def test_settings_lead_back_to_a_page_with_its_choices(open_browser):
    person = open_browser()
    assert settled(person, back="/new?title=waterloo&play=bot#seats").request.path == "/new"
    assert person.page.request.args["play"] == "bot"


def test_whoever_changes_something_is_led_back_to_a_page_of_this_site(open_browser):
    person = open_browser()
    for referrer in ("http://localhost//elsewhere.example/", "http://localhost/%0a", "http://[", "nonsense"):
        page = person.client.post("/new", data={}, headers={"Referer": referrer})
        assert page.status_code == 403 and "elsewhere" not in page.text


def test_who_wins_is_told_in_the_language_of_whoever_asks_though_it_is_worked_out_once(app, games):
    rule_set, goals = games.rule_set(game := games.create("wellington", "1812")), []
    state = games.desk(game).standing.state
    for language in ("en", "it", "en"):
        with spoken_in(app, language):
            told = victory(rule_set, state)
            assert victory(rule_set, state) is told
            goals.append(told["goal"])
    assert goals[0] == goals[2] != goals[1]


def test_pages_share_the_panel_of_a_battle_only_in_one_language(app, games):
    facts, told = {"rules": games.rule_set(games.create("wellington", "1812")), "battle": None}, []
    for language in ("en", "it", "en"):
        with app.test_request_context(environ_overrides={SPOKEN: language}):
            told.append(changes._battle(facts))
    assert told[0] is told[2] and "Battle" in told[0] and "Battaglia" in told[1]
