"""Many browsers that watch one game, as `live.js` does: by a stream, or asking now and then."""

import asyncio
import json
from contextlib import suppress
from random import Random
from threading import Thread
from typing import Any


class Crowd:
    """So many watchers on an event loop of their own, from `with` to its end."""

    def __init__(self, host: str, port: int, game: str, size: int) -> None:
        self.size, self._where, self._game = size, (host, port), game
        self._versions = [0] * size
        self.following = self.asking = 0
        self.strange: list[str] = []
        self._random = Random(size)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run)

    def __enter__(self) -> "Crowd":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._all.cancel)
        self._thread.join()
        assert not self.strange, self.strange[:5]

    def heard(self, version: int = 1) -> int:
        """How many know of that event."""
        return sum(each >= version for each in self._versions)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._all = asyncio.gather(*(self._watch(number) for number in range(self.size)))
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._all)
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _watch(self, number: int) -> None:
        while True:
            status, reader, writer = await self._asked(f"/g/{self._game}/stream?as=public")
            try:
                if status == 200:
                    await self._follow(number, reader)
                elif status not in (429, 503):
                    self.strange.append(f"a stream was answered {status}")
                    return
            finally:
                writer.close()
            await self._look(number)

    async def _follow(self, number: int, reader: asyncio.StreamReader) -> None:
        self.following += 1
        try:
            while line := await reader.readline():
                if line.startswith(b"data: {"):
                    self._versions[number] = json.loads(line[6:])["version"]
        finally:
            self.following -= 1

    async def _look(self, number: int) -> None:
        """Asks until there is room for a stream."""
        self.asking += 1
        try:
            while True:
                status, reader, writer = await self._asked(f"/g/{self._game}/now?as=public")
                news = json.loads(await reader.read()) if status == 200 else {"again": 5000, "moved": None}
                writer.close()
                if status not in (200, 429):
                    self.strange.append(f"a look was answered {status}")
                if news["moved"]:
                    self._versions[number] = news["moved"]["version"]
                await asyncio.sleep(news["again"] / 1000 * (1 + self._random.random() / 2))
                if news.get("room"):
                    return
        finally:
            self.asking -= 1

    async def _asked(self, path: str) -> tuple[int, Any, Any]:
        reader, writer = await asyncio.open_connection(*self._where)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        status = int((await reader.readline()).split()[1])
        while (await reader.readline()).strip():
            pass
        return status, reader, writer
