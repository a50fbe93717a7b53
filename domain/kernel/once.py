"""What threads share and must not build side by side.

Building a msgspec type runs Python code half-way, so another thread may meet the half-built type and
bring the whole process down. So a decoder is made where its module is loaded, or by a function that is
made `once`.
"""

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Made = TypeVar("Made")

_building = RLock()


def once(make: Callable[Asked, Made]) -> Callable[Asked, Made]:
    """`make`, called once for the same arguments; one thread at a time makes anything at all."""
    made: dict[object, Made] = {}

    @wraps(make)
    def ready(*args: Asked.args, **fields: Asked.kwargs) -> Made:
        key = (args, tuple(fields.items()))
        if key not in made:
            with _building:
                if key not in made:
                    made[key] = make(*args, **fields)
        return made[key]

    return ready
