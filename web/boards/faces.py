"""What every counter has, whatever its shape: a lettered name and a group that the script moves."""

from typing import NamedTuple

from web.boards.berths import Try
from web.boards.ink import Point, tag, text
from web.boards.plan import TokenShape, full_name


class Stand(NamedTuple):
    """Where a counter stands: its middle, how (classes), the step to its place on another counter as a
    transform, and the berth if it has one."""

    at: Point
    how: str = ""
    inner: str | None = None
    berth: Try | None = None


LONG = 9
"""Letters beyond which a name is drawn together into its room."""


def lettered(
    words: str, room: int, fill: str, look: str = "", most: int = LONG, brief: str | None = None, **place: str
) -> str:
    """The name on a counter; `room` is its width in pixels where it has more than `most` letters, `look` a
    further class, `brief` what stands there instead while the counter is small."""
    drawn = ""
    for each, class_ in ((words, "full" if brief else ""), (brief, "brief")):
        is_long = each is not None and len(each) > most
        drawn += "" if each is None else tag(
            "text",
            text(each),
            class_=" ".join(filter(None, ("label", look, class_))),
            **place,
            fill=fill,
            textLength=room if is_long else None,
            lengthAdjust="spacingAndGlyphs" if is_long else None,
        )  # fmt: skip
    return drawn


def grouped(key: str, token: TokenShape, face: str, place: str | None, how: str = "") -> str:
    """A counter at its place (a transform), hidden without one; its full name shows under the pointer.
    `how` are further classes that tell how it stands there."""
    return tag(
        "g",
        f"<title>{text(full_name(token))}</title>" + tag("g", face, class_="face"),
        id=f"u-{key}",
        class_=f"token {token.side} {token.kind} {how}".rstrip(),
        data_space=token.at,
        transform=place,
        display="none" if place is None else None,
    )
