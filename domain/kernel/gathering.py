"""Steps, events and orders of a title, gathered from the modules where they stand."""

import pkgutil
import sys
from importlib import import_module
from types import ModuleType
from typing import TypeVar

Kind = TypeVar("Kind")


def gathered(package: str, base: type[Kind]) -> tuple[type[Kind], ...]:
    """Every class of `base` in this package (or single module), by name.

    A class that others there derive from is what they share, and none itself. Games are stored by these
    names: two classes of one name raise TypeError, which names both.
    """
    found: dict[str, type[Kind]] = {}
    for module in loaded(package):
        for each in vars(module).values():
            if isinstance(each, type) and issubclass(each, base) and each.__module__ == module.__name__:
                other = found.setdefault(each.__name__, each)
                if other is not each:
                    raise TypeError(
                        f"{package} has two classes called {each.__name__}, in {other.__module__} and "
                        f"{each.__module__}: games are stored by such names, so call one something else"
                    )
    shared = {other for each in found.values() for other in each.__mro__[1:]}
    return tuple(found[name] for name in sorted(found) if found[name] not in shared)


def loaded(package: str) -> list[ModuleType]:
    """The package and every module in it, imported in the order of their names.

    A package whose modules only enter things somewhere (what its cards do) calls it for itself.
    """
    root = sys.modules.get(package) or import_module(package)
    below = pkgutil.walk_packages(getattr(root, "__path__", ()), root.__name__ + ".")
    return [root, *(import_module(each.name) for each in below)]
