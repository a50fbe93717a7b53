"""The win chance of a finished game as a small picture: the curve of one side with its band, where the game
turned, and what luck did beneath. It has no words; on a dark page its sides have colours for the dark."""

from collections.abc import Mapping, Sequence

WIDTH, HEIGHT, STRIP = 320, 120, 34
"""Of the picture; its lowest part is the strip of luck."""
CURVE = HEIGHT - STRIP
MIDDLE = CURVE + STRIP / 2
GREY, INK = "#8a857c", "#b5523b"


def small_curve(
    curve: Mapping[int, float],
    wide: float,
    lucks: Mapping[int, float],
    points: Sequence[int],
    colours: tuple[str, str],
    in_dark: tuple[str, str],
) -> str:
    """The picture as SVG. `curve` is event -> chance of the first side, wrong by at most `wide` nine times in
    ten where the game is not over; `lucks` what chance did in a command, `points` where the game turned,
    `colours` those of the sides, `in_dark` the same on a dark page."""
    last = max(curve)
    upper, lower = ({event: _beyond(chance, sign * wide) for event, chance in curve.items()}
                    for sign in (1, -1))  # fmt: skip
    most = max((abs(luck) for luck in lucks.values()), default=0.0) or 1.0
    drawn = [
        f'<path d="M0 {_y(0.5)}H{WIDTH}M0 {MIDDLE}H{WIDTH}" stroke="{GREY}" stroke-dasharray="2 3"/>',
        f'<path d="M{" L".join([*_steps(upper, last), *_steps(lower, last)[::-1]])}Z" fill="{colours[0]}"'
        ' fill-opacity=".18"/>',
        f'<path d="M{" L".join(_steps(curve, last))}" fill="none" stroke="{colours[0]}"'
        ' stroke-width="1.6"/>',
        *(_bar(_x(event, last), luck / most, colours) for event, luck in lucks.items() if luck),
        *(_diamond(_x(event, last), _y(curve[event])) for event in points if event in curve),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}">{_dark(colours, in_dark)}{"".join(drawn)}</svg>'
    )


def _dark(colours: tuple[str, str], in_dark: tuple[str, str]) -> str:
    """The rules that put colours for the dark in place of those that the picture is drawn in."""
    rules = "".join(
        f'[stroke="{light}"]{{stroke:{dark}}}[fill="{light}"]{{fill:{dark}}}'
        for light, dark in zip(colours, in_dark, strict=True)
    )
    return f"<style>@media(prefers-color-scheme:dark){{{rules}}}</style>"


def _beyond(chance: float, wide: float) -> float:
    return chance if chance in (0.0, 1.0) else min(1.0, max(0.0, chance + wide))


def _x(event: int, last: int) -> float:
    return round(WIDTH * event / last, 1)


def _y(chance: float) -> float:
    return round(2 + (CURVE - 4) * (1 - chance), 1)


def _steps(curve: Mapping[int, float], last: int) -> list[str]:
    """The corners of a line that stays where it is until the next command."""
    found, before = [], None
    for event, chance in curve.items():
        if before is not None:
            found.append(f"{_x(event, last)} {before}")
        before = _y(chance)
        found.append(f"{_x(event, last)} {before}")
    return found


def _bar(x: float, share: float, colours: tuple[str, str]) -> str:
    """Luck of the first side goes up, of the second down."""
    long = round((STRIP / 2 - 2) * -share, 1)
    return f'<path d="M{x} {MIDDLE}v{long}" stroke="{colours[share < 0]}" stroke-width="1.5"/>'


def _diamond(x: float, y: float) -> str:
    return f'<path d="M{x} {y - 5}l4 5-4 5-4-5z" fill="{INK}"/>'
