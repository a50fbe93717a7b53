"""The builder of the wheel: what stands here as `domain`, `projections`, `replays` and `web` is installed as
`grognard.domain` and so on, so that no name of ours is in the way of other packages.

Setuptools builds the wheel; then each room moves below `grognard`, and the imports in its modules with it.
An editable installation (`pip install -e .`) is the checkout as it is.
"""

import ast
import base64
import hashlib
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401  (what pip asks for; these are as they were)
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
)

NAME = "grognard"
ROOMS = ("domain", "projections", "replays", "web")
MODULE = re.compile(rf"(?:{'|'.join(ROOMS)})(?:\.\w+)+(?::\w+)?")


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """The wheel of setuptools, with one import name."""
    with tempfile.TemporaryDirectory() as folder:
        name: str = build_meta.build_wheel(folder, config_settings)
        with ZipFile(Path(folder) / name) as found:
            packed(found, Path(wheel_directory) / name)
    return name


def packed(found: ZipFile, wheel: Path) -> None:
    """Writes the wheel; its list of what it holds comes last, as it should."""
    record: list[str] = []
    with ZipFile(wheel, "w", ZIP_DEFLATED) as made:
        for each in found.infolist():
            if each.filename.endswith(".dist-info/RECORD"):
                listed = each
                continue
            path, body = placed(each.filename), found.read(each)
            if each.filename.endswith(".dist-info/top_level.txt"):
                body = f"{NAME}\n".encode()
            elif path.endswith(".py"):
                body = renamed(body.decode(), each.filename).encode()
            digest = base64.urlsafe_b64encode(hashlib.sha256(body).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(body)}\n")
            made.writestr(_like(each, path), body)
        made.writestr(_like(listed, listed.filename), "".join([*record, f"{listed.filename},,\n"]))


def placed(path: str) -> str:
    """Where a file of the wheel goes."""
    return f"{NAME}/{path}" if path.split("/")[0] in ROOMS else path


def renamed(text: str, path: str) -> str:
    """A module whose imports of a room go through `grognard`, line by line where they were.

    Raises ValueError for a string that names one of our modules: it would not be found. The code says such
    a name as `module.__name__`, which is right here and there.
    """
    tree = ast.parse(text, path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and MODULE.fullmatch(node.value):
            raise ValueError(f"{path}:{node.lineno} names the module {node.value!r} in a string")
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    for line, start, end, put in sorted(_changes(tree), reverse=True):  # from the end: places stay true
        was = lines[line - 1]
        lines[line - 1] = was[:start] + put.encode() + was[end:]
    return b"".join(lines).decode()


def _changes(tree: ast.AST) -> Iterator[tuple[int, int, int, str]]:
    """(line, from, to, what comes there), in bytes as `ast` counts them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and _is_ours(str(node.module)):
            start = node.col_offset + len("from ")
            yield node.lineno, start, start, f"{NAME}."
        if isinstance(node, ast.Import):
            for each in node.names:
                if _is_ours(each.name):
                    yield each.lineno, each.col_offset, each.col_offset + len(each.name), _imported(each)


def _imported(each: ast.alias) -> str:
    """`import domain.titles` binds `domain`, which the code goes on to use."""
    room = each.name.split(".")[0]
    if each.asname:
        return f"{NAME}.{each.name}"
    binding = f"{NAME}.{room} as {room}"
    return binding if each.name == room else f"{NAME}.{each.name}, {binding}"


def _is_ours(module: str) -> bool:
    return module.split(".")[0] in ROOMS


def _like(each: ZipInfo, path: str) -> ZipInfo:
    """The entry under another name: with the time and the rights that it had."""
    made = ZipInfo(path, each.date_time)
    made.external_attr, made.compress_type = each.external_attr, ZIP_DEFLATED
    return made
