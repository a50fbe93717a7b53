"""`grognard` without limits of requests an address: all browsers of a test have the same one."""

from dataclasses import dataclass

from web.base import site
from web.server.cli import main


@dataclass(frozen=True)
class Unlimited(site.Settings):
    """The settings of a server that counts nobody's requests."""

    limits_on: bool = False


if __name__ == "__main__":
    site.Settings = Unlimited  # type: ignore[misc]
    main()
