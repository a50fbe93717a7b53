"""The projection of a map: Lambert's conformal conic, from degrees to board pixels."""

import math
from dataclasses import dataclass
from functools import cached_property

from web.boards.ink import Point


@dataclass(frozen=True)
class Conic:
    """Two standard parallels, the middle of the map (longitude, latitude), pixels per radian, size in
    pixels."""

    south: float
    north: float
    middle: Point
    scale: float
    width: float
    height: float

    @cached_property
    def _cone(self) -> tuple[float, float, float]:
        """The cone's constant, its factor, and the radius of the middle parallel."""
        a, b = math.radians(self.south), math.radians(self.north)
        n = math.log(math.cos(a) / math.cos(b)) / math.log(_climb(b) / _climb(a))
        f = math.cos(a) * _climb(a) ** n / n
        return n, f, f / _climb(math.radians(self.middle[1])) ** n

    def at(self, lon: float, lat: float) -> Point:
        """Where a place lies on the board."""
        n, f, r0 = self._cone
        r = f / _climb(math.radians(lat)) ** n
        turn = n * math.radians(lon - self.middle[0])
        x, y = r * math.sin(turn), r * math.cos(turn) - r0
        return (self.width / 2 + self.scale * x, self.height / 2 + self.scale * y)


def _climb(latitude: float) -> float:
    return math.tan(math.pi / 4 + latitude / 2)
