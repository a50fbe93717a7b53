"""The language of a page: chosen in the settings (a cookie), else what the browser asks for, else English."""

from functools import lru_cache
from typing import Any

from flask import Flask, g, has_app_context, has_request_context, request
from flask_babel import Babel, get_translations
from markupsafe import Markup

LANGUAGES = {"en": "English", "it": "Italiano"}
COOKIE = "language"
SPOKEN = "grognard.language"
"""Where the language is kept for one request."""
TEXTS = "grognard.texts"
"""Where the translated texts are kept for one request."""


def language() -> str:
    """The language of the page that is being made, or of the stream that is sent: a key of LANGUAGES."""
    if not has_request_context():
        return str(g.get("language", "en")) if has_app_context() else "en"
    known = _environ()
    if SPOKEN not in known:
        chosen = request.cookies.get(COOKIE, "")
        known[SPOKEN] = (
            chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or "en"
        )
    return str(known[SPOKEN])


def _environ() -> dict[str, Any]:
    """Of the request that is answered: looked up once, for a page asks hundreds of times."""
    found: dict[str, Any] = request._get_current_object().environ  # type: ignore[attr-defined]
    return found


def joining() -> str:
    """The locale by which lists are joined: our English writes "2, 3 or 4"."""
    return "en_GB" if language() == "en" else language()


def _texts() -> Any:
    """The translated texts of the page: Babel looks for their language at each text of a template."""
    if not has_request_context():
        return get_translations()
    known = _environ()
    if TEXTS not in known:
        known[TEXTS] = get_translations()
    return known[TEXTS]


def _said(text: str, /, **filled: Any) -> Markup:
    """A text of a template in the page's language."""
    return _filled(_marked(_texts(), text), filled)


def _said_of_several(one: str, many: str, number: int, /, **filled: Any) -> Markup:
    """The same where it depends on a number."""
    return _filled(Markup(_texts().ungettext(one, many, number)), {"num": number, **filled})


def _filled(text: Markup, filled: dict[str, Any]) -> Markup:
    return text % filled if "%" in text else text


@lru_cache(4096)
def _marked(texts: Any, text: str) -> Markup:
    return Markup(texts.ugettext(text))


def in_languages(app: Flask) -> None:
    """Gives the templates `_`, `ngettext` and the page's `language()`."""
    Babel(app, locale_selector=language, default_translation_directories="translations")
    app.jinja_env.globals["language"] = language
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: _texts().ugettext(text),
        ngettext=lambda one, many, number: _texts().ungettext(one, many, number),
        pgettext=lambda context, text: _texts().upgettext(context, text),
        npgettext=lambda context, one, many, number: _texts().unpgettext(context, one, many, number),
        newstyle=True,
    )
    app.jinja_env.globals.update(_=_said, gettext=_said, ngettext=_said_of_several)  # the same, but faster
