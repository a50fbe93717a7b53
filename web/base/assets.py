"""Files that never change under their name: each is served under the hash of its content, for a year."""

import gzip
import hashlib
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, abort, request, url_for

from web import boards
from web.base.sides import style_sheet
from web.base.site import site

blueprint = Blueprint("assets", __name__)
STATIC = Path(__file__).parent.parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
FOR_EVER = "public, max-age=31536000, immutable"
IMPORTED = re.compile(r'from "\./([a-z]+\.js)"')
COMMENTS = {
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(rb"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE),
}
"""A sixth of what a table loads, and no browser needs it. Of scripts only lines that are nothing else."""


@cache
def _version() -> str:
    """One hash over every static file: modules import each other by plain names within one version."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def _names() -> frozenset[str]:
    """Every static file: no other name is looked for."""
    return frozenset(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())


def url(name: str) -> str:
    """The address of a static file, e.g. `url("js/play.js")`."""
    return url_for("assets.static_file", version=_version(), name=name)


@cache
def _needed(name: str) -> tuple[str, ...]:
    """The scripts that a script needs before it can begin, and those that these need."""
    found = [name]
    for each in found:  # it grows on the way
        source = (STATIC / "js" / each).read_text()
        found += [other for other in dict.fromkeys(IMPORTED.findall(source)) if other not in found]
    return tuple(found[1:])


def preloads(name: str) -> list[str]:
    """The addresses of all that `js/<name>` needs: a page that names them asks for them at once."""
    return [url(f"js/{each}") for each in _needed(name)]


@blueprint.get("/assets/<version>/<path:name>")
def static_file(version: str, name: str) -> Response:
    """A file of static/."""
    suffix = Path(name).suffix
    if name not in _names() or suffix not in TYPES:
        abort(404)
    return _sent(_served(name), TYPES[suffix], version == _version(), suffix != ".woff2")


@cache
def _served(name: str) -> bytes:
    """A static file without the comments in it."""
    data, comments = (STATIC / name).read_bytes(), COMMENTS.get(Path(name).suffix)
    return comments.sub(b"", data) if comments else data


def sides_url() -> str:
    """The address of the style sheet of the titles' sides."""
    return url_for("assets.sides", name=_sides_name())


def _sides_name() -> str:
    return f"sides.{hashlib.sha256(style_sheet()).hexdigest()[:12]}.css"


@blueprint.get("/looks/<name>")
def sides(name: str) -> Response:
    """How the sides of every title look on pages."""
    if not (name.startswith("sides.") and name.endswith(".css")):
        abort(404)
    return _sent(style_sheet(), TYPES[".css"], name == _sides_name())


@blueprint.get("/boards/<name>")
def board_picture(name: str) -> Response:
    """The static picture of a board."""
    title = name.split(".")[0]
    if "@" in title and title not in boards.board_names():  # another process has shown it
        site().games.packs.learn_board(title)
    if title not in boards.board_names():
        abort(404)
    try:
        known = boards.picture_name(title)
    except LookupError:
        abort(404)
    return _sent(boards.static_picture(title), TYPES[".svg"], name == known)


@cache
def _plotly() -> bytes:
    return (files("plotly") / "package_data" / "plotly.min.js").read_bytes()


@cache
def _plotly_name() -> str:
    return f"plotly.{hashlib.sha256(_plotly()).hexdigest()[:12]}.js"


def plotly_url() -> str:
    """The address of the plotly.js that the installed Plotly expects."""
    return url_for("assets.plotly", name=_plotly_name())


@blueprint.get("/plotly/<name>")
def plotly(name: str) -> Response:
    """plotly.js out of the installed Python package."""
    if name != _plotly_name():
        abort(404)
    return _sent(_plotly(), TYPES[".js"], True)


@cache
def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)


def _sent(data: bytes, mimetype: str, for_ever: bool, pack: bool = True) -> Response:
    response = Response(mimetype=mimetype)
    if pack and "gzip" in request.headers.get("Accept-Encoding", ""):
        data = _packed(data)
        response.headers["Content-Encoding"] = "gzip"
    response.set_data(data)
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = FOR_EVER if for_ever else "public, max-age=60"
    return response
