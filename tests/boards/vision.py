"""How far apart two colours look, to normal eyes and to colour-blind ones, and how well letters stand out.

CIEDE2000 after Sharma, Wu and Dalal (2005), D65; colour blindness after Machado, Oliveira and Fernandes
(2009), severity 1, applied to linear RGB; contrast after WCAG 2.2."""

import math
from collections.abc import Iterable
from itertools import combinations

import numpy as np

MACHADO = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
D65 = (0.95047, 1.0, 1.08883)

Lab = tuple[float, float, float]


def linear(colour: str) -> np.ndarray:
    """#RRGGBB as linear RGB."""
    parts = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(colour: str, vision: str = "normal") -> Lab:
    seen = np.clip(np.array(MACHADO[vision]) @ linear(colour), 0, 1)
    share = (np.array(TO_XYZ) @ seen) / np.array(D65)
    x, y, z = (math.cbrt(v) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in share.tolist())
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def ciede2000(one: Lab, other: Lab) -> float:
    (l1, a1, b1), (l2, a2, b2) = one, other
    c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(c7 / (c7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    around = 60 * math.exp(-(((hue - 275) / 25) ** 2))
    rt = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(around))
    parts = (dl / sl, dc / sc, dh / sh)
    return math.sqrt(sum(part * part for part in parts) + rt * parts[1] * parts[2])


def least(colours: Iterable[str]) -> float:
    """The smallest difference of any two colours under any of the four visions."""
    pairs = list(combinations(dict.fromkeys(colour.upper() for colour in colours), 2))
    return min(ciede2000(lab(a, vision), lab(b, vision)) for a, b in pairs for vision in MACHADO)


def contrast(one: str, other: str) -> float:
    low, high = sorted(0.05 + float(np.array(TO_XYZ[1]) @ linear(colour)) for colour in (one, other))
    return high / low
