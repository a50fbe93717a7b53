"""A new title: the skeleton of `domain/skeleton` under another name, with its tests, ready to play."""

import re
from pathlib import Path

from domain.kernel import GrognardError
from domain.kernel.prose_files import plain_refusal

ROOT = Path(__file__).parents[2]
FROM = "skeleton"


class NotWritten(GrognardError):
    """The title cannot be written: the message says why and what would work."""

    code = "not_written"


def new_title(name: str, root: Path = ROOT) -> list[Path]:
    """Writes `domain/<name>` and `tests/rules/<name>`, and enters the title in `domain/titles.py`.

    Gives the files that were written, the changed one last. Raises NotWritten for a name that is no plain id
    or is taken, and outside a checkout.
    """
    folders = [root / "domain", root / "tests" / "rules"]
    if not all((folder / FROM).is_dir() for folder in folders):
        raise NotWritten(plain_refusal("no_checkout", folder=root))
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        raise NotWritten(plain_refusal("no_title_name", name=name))
    if any((folder / name).exists() for folder in folders):
        raise NotWritten(plain_refusal("title_taken", name=name))
    written = [path for folder in folders for path in _copied(folder / FROM, folder / name, name)]
    return [*written, _entered(root / "domain" / "titles.py", name)]


def _copied(source: Path, target: Path, name: str) -> list[Path]:
    files = [each for each in sorted(source.rglob("*")) if each.is_file() and each.suffix != ".pyc"]
    written = []
    for each in files:
        path = target / _renamed(str(each.relative_to(source)), name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_renamed(each.read_text("utf-8"), name), "utf-8")
        written.append(path)
    return written


def _renamed(text: str, name: str) -> str:
    shown = name.replace("_", " ").title()
    for old, new in ((FROM, name), (FROM.capitalize(), shown), (FROM.upper(), name.upper())):
        text = text.replace(old, new)
    return text


def _entered(titles: Path, name: str) -> Path:
    """`domain/titles.py` with the title imported and listed."""
    text = titles.read_text("utf-8")
    head, listed, tail = text.partition("\nTITLES = (")
    *told, imports = head.rsplit("\n\n", 1)
    lines = sorted([*imports.splitlines(), f"from domain.{name} import {name.upper()}"])
    text = "\n\n".join([*told, "\n".join(lines) + "\n"]) + listed + tail
    text = re.sub(r"TITLES = \(([^)]*)\)", rf"TITLES = (\1, {name.upper()})", text, count=1)
    titles.write_text(text, "utf-8")
    return titles
