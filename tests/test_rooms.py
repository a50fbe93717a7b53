"""Rooms: who imports whom, and that nothing outside a title's folder names a title."""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from grimp import build_graph

import domain.titles  # noqa: F401  (registers them)
from domain.kernel import RuleSet, titles

ROOT = Path(__file__).parents[1]
NAMELESS = ("web", "replays", "projections", "domain/kernel", "domain/parts", "domain/store", "domain/bots")
"""Where no title is named, nor anything by the word of one title."""
OWN_WORDS = ("iberia", "peninsul", "duchy", "duchies", "chateau", "napoleon", "prussia", "hougoumont",
             "soldiers")
READ = (".py", ".js", ".css", ".html", ".toml", ".lua")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
"""Who may import whom; import-linter checks it beside the tests."""
WHOLE = [each for each in titles() if each.folder.parent == ROOT / "domain"]
HOSTED = [each for each in WHOLE if each.id != "skeleton"]
"""The titles that people play; new ones are made of the skeleton."""


@pytest.mark.parametrize("house", ["web", *(f"domain.{each.id}" for each in HOSTED)])
def test_every_room_stands_in_its_contract(house: str) -> None:
    (contract,) = (each for each in CONTRACTS if each.get("containers") == [house])
    layers = {room for layer in contract["layers"] for room in re.split(r" [|:] ", layer)}
    rooms = {path.parent.name for path in (ROOT / house.replace(".", "/")).glob("*/__init__.py")}
    assert rooms and rooms - layers == set()


@pytest.mark.parametrize("title", WHOLE, ids=lambda each: each.id)
def test_a_title_knows_the_kernel_the_parts_and_itself(title: RuleSet) -> None:
    known = ("domain.kernel.", "domain.parts.", f"domain.{title.id}.")
    graph = build_graph("domain", exclude_type_checking_imports=True, cache_dir=None)
    own = [each for each in graph.modules if f"{each}.".startswith(f"domain.{title.id}.")]
    found = {to for each in own for to in graph.find_modules_directly_imported_by(each)}
    assert found and {to for to in found if not f"{to}.".startswith(known)} == set()


def read_files() -> list[Path]:
    return [path for each in NAMELESS for path in sorted((ROOT / each).rglob("*")) if path.suffix in READ]


def test_nothing_outside_a_titles_folder_names_a_title() -> None:
    own = [each.id for each in HOSTED]
    word = re.compile("|".join((*own, *OWN_WORDS)), re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}: {told.strip()[:80]}"
        for path in read_files()
        for told in code(path)
        if word.search(told)
    ]
    assert len(own) >= 2 and len(read_files()) > 150
    assert found == []


def test_the_search_reads_code_and_leaves_out_what_explains_it(tmp_path: Path) -> None:
    for name, told in {
        "a.py": '"""waterloo"""\n# waterloo\nx = "wellington"\n\n\ndef f():\n    """waterloo"""\n',
        "a.js": "// waterloo\n/* waterloo\n waterloo */\nconst x = 'wellington';\n",
        "a.html": "{# waterloo #}<b>wellington</b>",
        "a.toml": '# waterloo\nx = "wellington"',
    }.items():
        (tmp_path / name).write_text(told, "utf-8")
        text = "\n".join(code(tmp_path / name))
        assert "wellington" in text and "waterloo" not in text, name


def code(path: Path) -> Iterator[str]:
    """What a file says, line by line, without comments and docstrings."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        yield from _python(text)
        return
    pattern = {".toml": r"#.*", ".html": r"\{#.*?#\}|<!--.*?-->", ".lua": r"--.*"}
    comments = pattern.get(path.suffix, r"/\*.*?\*/|(?<![:\"'])//[^\n]*")
    flags = re.DOTALL if path.suffix in (".html", ".js", ".css") else re.NOFLAG
    yield from re.sub(comments, "", text, flags=flags).splitlines()


def _python(text: str) -> Iterator[str]:
    explains = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NAME, tokenize.STRING) and token.start[0] not in explains:
            yield token.string
