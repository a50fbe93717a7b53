"""By what means the host of a server lets notices go out."""

from collections.abc import Callable, Collection
from typing import NamedTuple

from domain.store.addresses import WAYS, Way
from web.post import safe_post
from web.post.mail import MailServer


class Means(NamedTuple):
    """What the host allows; nothing at all is the usual case. `url` is where people find the server.

    `allowed` and `ports` say which addresses webhooks may reach.
    """

    url: str = ""
    mail: MailServer | None = None
    has_webhooks: bool = False
    allowed: Callable[[str], bool] = safe_post.is_public
    ports: Collection[int] = safe_post.PORTS

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways by which notices may go."""
        return tuple(way for way in WAYS if (self.mail if way == "mail" else self.has_webhooks))
