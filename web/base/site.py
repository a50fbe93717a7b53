"""What every page and endpoint works with: the games, Redis, the settings, the live hub."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import current_app

from domain.bots.questions import Think, answer
from domain.kernel import RuleSet
from domain.kernel.prose import Prose, prose
from web.base.language import language
from web.post.notice_settings import Means

LIBRARY = Path(__file__).parents[2] / "replays" / "library"


@dataclass(frozen=True)
class Settings:
    """How this server is set up.

    `secrets` sign links, cookies and forms; the last one signs, all of them are accepted. Limits are
    per address, in Flask-Limiter's words. `stream_cap` is how many live streams may be open at
    once: each holds a file of our own server, or a thread of another (then they are few). `presence` is for
    how many seconds a seat counts as connected after its last live stream was there; more than `keep_alive`.
    """

    secrets: tuple[str, ...] = field(default_factory=lambda: (secrets.token_hex(32),))
    secure_cookies: bool = False
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of the proxies whose word about a request counts."""
    limits_on: bool = True
    limits_storage: str = "memory-in-turn://"
    order_limit: str = "400 per second"
    create_limit: str = "60 per minute"
    join_limit: str = "30 per minute"
    talk_limit: str = "30 per minute"
    pin_limit: str = "5 per minute; 20 per hour"
    account_limit: str = "100 per hour"
    """Wrong passwords and words for one account, from everywhere."""
    notice_limit: str = "20 per hour"
    stream_limit: str = "20 per second"
    largest_body: int = 256 * 1024
    largest_import: int = 32 * 1024 * 1024
    access: str = "open"
    """Who may come in: everybody (`open`), who knows the host's word (`word`), who has a link (`closed`)."""
    host_word: str = field(default="", repr=False)
    may_open: str = "anyone"
    may_import: str = "anyone"
    may_simulate: str = "anyone"
    """Who may do that: `anyone` who came in, who is `known` (by word or the host's link), or `nobody`."""
    games_a_day: int = 0
    games_a_day_each: int = 0
    imports_a_day: int = 0
    imports_a_day_each: int = 0
    """How many there may be in a day, in all and from one address; 0 is no bound."""
    may_keep_names: str = "anyone"
    accounts_a_day: int = 0
    accounts_a_day_each: int = 20
    """Who may make accounts, and how many in a day."""
    simulations_at_once: int = 8
    thinking_seconds: float = 1.0
    """How long a computer that plans ahead may think over a choice."""
    metrics_token: str = field(default="", repr=False)
    """What Prometheus shows to read `/metrics`; without it there are none."""
    admin_secret: str = field(default="", repr=False)
    """What the host shows at `/admin`; without it there is no such page."""
    stream_cap: int = 200
    keep_alive: float = 15.0
    presence: float = 40.0
    notices: Means = Means()
    library: Path = LIBRARY
    simulations: Path | None = None
    """The folder whose `.parquet` files of `grognard simulate` the compare page offers."""


@dataclass(frozen=True)
class Site:
    """The parts that a request needs: `hub` wakes streams, `presence` knows who is there. `lag()` is how many
    events the projections are behind. `think` answers what a computer is asked."""

    games: Any
    redis: Any
    settings: Settings
    hub: Any
    presence: Any
    lag: Callable[[], int] | None
    think: Think = answer


def site() -> Site:
    """The site of the present application."""
    found: Site = current_app._get_current_object().extensions["site"]  # type: ignore[attr-defined]
    return found


def rule_set_of(game: str) -> RuleSet:
    """The rules that `game` is played by. Raises UnknownGame."""
    found: RuleSet = site().games.rule_set(game)
    return found


def prose_of(rule_set: RuleSet) -> Prose:
    """The sentences and names of a title in the language of the page, or in English if it lacks that."""
    return prose(rule_set, language())
