"""The language of a page: chosen in the settings (a cookie), else what the browser asks for, else English."""

from flask import Flask, g, has_app_context, has_request_context, request
from flask_babel import Babel

LANGUAGES = {"en": "English", "it": "Italiano"}
COOKIE = "language"


def language() -> str:
    """The language of the page that is being made, or of the stream that is sent: a key of LANGUAGES."""
    if not has_request_context():
        return str(g.get("language", "en")) if has_app_context() else "en"
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or "en"


def in_languages(app: Flask) -> None:
    """Gives the templates `_`, `ngettext` and the page's `language()`."""
    Babel(app, locale_selector=language, default_translation_directories="translations")
    app.jinja_env.globals["language"] = language
