"""The import contracts of pyproject.toml, checked by reading every module: layers, and titles apart."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
Import = tuple[str, str]
"""(the module that imports, what it imports)."""


def contracts() -> list[dict[str, object]]:
    """The contracts as they stand in pyproject.toml."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    found: list[dict[str, object]] = told["contracts"]
    return found


def imports(root: Path, packages: tuple[str, ...]) -> Iterator[Import]:
    """Every import of our own modules, those inside functions too, those for the type checker not."""
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            for node in _met(ast.parse(path.read_text("utf-8"))):
                for name in _imported(node, root):
                    if name.split(".")[0] in packages:
                        yield module, name


def _met(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        yield from _met(node)


def _imported(node: ast.AST, root: Path) -> list[str]:
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        inside = root.joinpath(*node.module.split("."))
        is_module = {each.name: (inside / each.name).exists() or (inside / f"{each.name}.py").exists()
                     for each in node.names}
        return [f"{node.module}.{name}" if found else node.module for name, found in is_module.items()]
    return []


def broken(contract: dict[str, object], found: list[Import]) -> list[str]:
    """The imports that break a contract, as "web.base.site imports web.api.api"."""
    if contract["type"] == "independence":
        modules = contract["modules"]
        assert isinstance(modules, list)
        level = {module: 0 for module in modules}
        return [f"{frm} imports {to}" for frm, to in found if _apart(frm, to, level, level)]
    said = []
    containers = contract.get("containers", [""])
    layers = contract["layers"]
    assert isinstance(containers, list) and isinstance(layers, list)
    for container in containers:
        level = {
            f"{container}.{name.strip(' ()')}".strip("."): -number
            for number, layer in enumerate(layers)
            for name in layer.split("|")
        }
        said += [f"{frm} imports {to}" for frm, to in found if _apart(frm, to, level, level)]
    return said


def _apart(frm: str, to: str, level: dict[str, int], order: dict[str, int]) -> bool:
    """Does one import what lies above it, or beside it in the same layer?"""
    mine, theirs = _room(frm, level), _room(to, level)
    return mine is not None and theirs is not None and mine != theirs and order[theirs] >= order[mine]


def _room(module: str, level: dict[str, int]) -> str | None:
    rooms = [each for each in level if module == each or module.startswith(f"{each}.")]
    return max(rooms, key=len, default=None)


if __name__ == "__main__":
    every = list(imports(ROOT, ("domain", "projections", "replays", "web")))
    for each in contracts():
        for line in broken(each, every):
            print(f"{each['name']}: {line}")
    print(f"{len(every)} imports looked at")
