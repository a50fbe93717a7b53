"""Who began a simulation, and who may stop it: the same person, browser or address, and the host.

A simulation has no seats and so no keys. Its askers are known as they are for bans: by a mark of the account
or of the browser, or, as a program has neither, by the address, which has one simulation at a time anyway.
The host is who sits at the machine; on `/admin` he stops any of them from anywhere.
"""

from ipaddress import ip_address

from flask import request
from flask_babel import gettext as _

from domain.kernel.errors import NotAllowed
from domain.store.bans import mark
from web.analysis.simulations import Simulations
from web.base import limits, logins, security


def marks() -> frozenset[str]:
    """The marks of whoever asks."""
    names = [f"address {limits.asker()}"]
    if person := logins.account():
        names.append(person.person)
    if "browser" in request.cookies:
        names.append(f"browser {security.browser()}")
    return frozenset(map(mark, names))


def may_stop(queue: Simulations, name: str) -> bool:
    """Whether whoever asks began this simulation, or sits at the machine that plays it."""
    return bool(queue.asked_by(name) & marks()) or _is_at_the_machine()


def check_may_stop(queue: Simulations, name: str) -> None:
    """Raises NotAllowed."""
    if not may_stop(queue, name):
        raise NotAllowed(
            _("Somebody else began this simulation: they stop it in their own browser, or the host does.")
        )


def _is_at_the_machine() -> bool:
    """Behind a proxy that is not told to the server everybody seems to be; then all are one asker as well."""
    try:
        address = ip_address((request.remote_addr or "").split("%")[0])
    except ValueError:  # a socket of the system, or nothing
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
