"""Rooms: who imports whom, and that nothing outside a title's folder names a title."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain.titles  # noqa: F401  (registers them)
from domain.kernel import RuleSet, titles
from tests.imports import ROOT, broken, contracts, imports

PACKAGES = ("domain", "projections", "replays", "web")
NAMELESS = ("web", "replays", "projections", "domain/kernel", "domain/parts", "domain/store", "domain/bots")
"""Where no title is named, nor anything by the word of one title."""
OWN_WORDS = ("iberia", "peninsul", "duchy", "duchies", "chateau", "napoleon", "prussia", "hougoumont",
             "soldiers")
READ = (".py", ".js", ".css", ".html", ".toml", ".lua")
EVERY_IMPORT = list(imports(ROOT, PACKAGES))


@pytest.mark.parametrize("contract", contracts(), ids=lambda each: each["name"])
def test_rooms_import_only_what_lies_below_them(contract: dict[str, object]) -> None:
    assert broken(contract, EVERY_IMPORT) == []


@pytest.mark.parametrize(
    ("frm", "to", "number"),
    [
        ("domain.kernel.agenda", "domain.waterloo.facts", 0),
        ("projections.views", "web.base.site", 0),
        ("domain.waterloo.battle", "domain.wellington.facts", 1),
        ("web.base.site", "web.api.api", 2),
        ("web.boards.live", "web.base.site", 2),
        ("domain.wellington.facts.world", "domain.wellington.cards.draws", 3),
    ],
)
def test_an_import_of_what_lies_above_is_found(frm: str, to: str, number: int) -> None:
    assert broken(contracts()[number], [(frm, to)]) == [f"{frm} imports {to}"]
    assert broken(contracts()[number], [(frm, frm.rpartition(".")[0])]) == []


def test_every_room_stands_in_its_contract() -> None:
    for number, folder in ((2, "web"), (3, "domain/wellington")):
        layers = contracts()[number]["layers"]
        assert isinstance(layers, list)
        rooms = {path.parent.name for path in (ROOT / folder).glob("*/__init__.py")}
        assert rooms - set(layers) == set(), folder


@pytest.mark.parametrize("title", [each for each in titles() if each.folder.parent == ROOT / "domain"],
                         ids=lambda each: each.id)  # fmt: skip
def test_a_title_knows_the_kernel_the_parts_and_itself(title: RuleSet) -> None:
    known = ("domain.kernel", "domain.parts", f"domain.{title.id}")
    ours = [to for frm, to in EVERY_IMPORT if frm.split(".")[:2] == ["domain", title.id]]
    assert ours and [to for to in ours if not to.startswith(known)] == []


def read_files() -> list[Path]:
    return [path for each in NAMELESS for path in sorted((ROOT / each).rglob("*")) if path.suffix in READ]


def test_nothing_outside_a_titles_folder_names_a_title() -> None:
    hosted = [each for each in titles() if each.folder.parent == ROOT / "domain"]
    own = [each.id for each in hosted if each.id != "skeleton"]  # which new titles are made of
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
