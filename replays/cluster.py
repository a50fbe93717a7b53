"""Work on the machines of a Dask cluster (`dask scheduler` on one, `dask worker tcp://...` on all).

What is done there depends on nothing but the code and what is given, so what a worker had in hand that dies
is done again by another one, and comes out the same. Workers whose code is not the same are refused. They run
what they are sent, so a scheduler is for machines of one's own only.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal

if TYPE_CHECKING:
    from distributed import Client

ROOMS = ("domain", "projections", "replays")
"""What a simulation may depend on."""
COMPILED = "__pycache__"
CONNECT_SECONDS = 20
ADDRESS = re.compile(r"\w+://.+:\d+")

Found = TypeVar("Found")


@cache
def code() -> str:
    """The digest of the code and the data that this process has."""
    found, top = hashlib.sha256(), Path(__file__).parent.parent
    for path in sorted(each for room in ROOMS for each in (top / room).rglob("*") if each.is_file()):
        if COMPILED not in path.parts:
            found.update(f"{path.relative_to(top).as_posix()}\0".encode() + path.read_bytes())
    return found.hexdigest()


def done_by(expected: str, work: Callable[[int], Found], number: int) -> tuple[int, Found | None]:
    """On a worker: (number, what the work came to); None where its code is not what is `expected`."""
    return number, work(number) if code() == expected else None


def each_on(
    address: str, work: Callable[[int], Found], numbers: Iterable[int]
) -> Iterator[tuple[int, Found]]:
    """(number, what the work came to) as the workers are done; whoever ends early leaves the rest undone.

    Raises InvalidSetup for what is no address, where nobody answers at it, or nobody any more, where a worker
    has other code, and where the same work has cost several workers their lives.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.client import FutureCancelledError
    except ImportError as missing:
        raise InvalidSetup(plain_refusal("cluster_missing")) from missing
    if not ADDRESS.fullmatch(address):  # the library tries it, and complains of itself at the end
        raise InvalidSetup(plain_refusal("cluster_address", address=address))
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise InvalidSetup(plain_refusal("cluster_silent", address=address)) from problem
    try:
        for number, found in _as_done(client, work, numbers):
            if found is None:
                raise InvalidSetup(plain_refusal("cluster_other_code"))
            yield number, found
    except KilledWorker as problem:
        raise InvalidSetup(plain_refusal("cluster_dies")) from problem
    except FutureCancelledError as problem:
        raise InvalidSetup(plain_refusal("cluster_silent", address=address)) from problem
    finally:
        client.close()


def _as_done(
    client: "Client", work: Callable[[int], Found], numbers: Iterable[int]
) -> Iterator[tuple[int, Found | None]]:
    """Each is let go as soon as it is here, so nobody holds them all. Raises FutureCancelledError where the
    scheduler is lost."""
    from distributed import as_completed
    from distributed.client import FutureCancelledError

    waiting = client.map(partial(done_by, code(), work), list(numbers), pure=False)
    try:
        for future, found in as_completed(waiting, loop=client.loop, with_results=True):
            waiting.remove(future)
            future.release()
            if isinstance(found, FutureCancelledError):
                raise found
            yield found
    finally:
        client.cancel(waiting)
