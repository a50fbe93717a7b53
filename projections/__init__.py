"""What people look at, made from the events: boards, timelines, statistics, the lobby.

All of it can be made again from the event store; `Projector` keeps it up to date in Redis, and the
`read` functions compute it from the store while Redis is away or behind.
"""

from projections.runner import Projector

__all__ = ["Projector"]
