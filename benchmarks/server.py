"""A whole server in its own process, rate limits off: `python -m benchmarks.server DATA PORT [process]`.

Store, Redis and the secret of its links are those of the environment, as those of `grognard serve` are.
"""

import os
import sys
from dataclasses import replace
from pathlib import Path

from web.server.serve import THREADS, Installation, limits_of, running_alone
from web.server.sockets import Server, most_connections, open_files


def main(data: str, port: str, projector: str = "thread") -> None:
    """Serve until killed."""
    store, redis, secret = (
        os.environ.get(f"GROGNARD_{each}", "") for each in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")
    )
    installation = Installation(
        Path(data), port=int(port), database=store, redis=redis, secret_key=secret,
        is_projector_apart=projector == "process",
    )  # fmt: skip
    with running_alone(installation) as (app, listener):
        site = app.extensions["site"]
        app.extensions["site"] = replace(site, settings=replace(site.settings, limits_on=False))
        app.config["RATELIMIT_ENABLED"] = False
        from web.base.limits import limiter

        limiter.enabled = False
        Server(app, listener, limits_of(app, most_connections(open_files())), THREADS).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
