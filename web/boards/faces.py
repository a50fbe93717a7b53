"""What every counter has, whatever its shape: a lettered name and a group that the script moves."""

from web.boards.ink import tag, text
from web.boards.plan import TokenShape, full_name

LONG = 9
"""Letters beyond which a name is drawn together into its room."""


def lettered(words: str, room: int, fill: str, look: str = "", **place: str) -> str:
    """The name on a counter; `room` is its width in pixels where it is long, `look` a further class."""
    is_long = len(words) > LONG
    return tag(
        "text",
        text(words),
        class_=f"label {look}".strip(),
        **place,
        fill=fill,
        textLength=room if is_long else None,
        lengthAdjust="spacingAndGlyphs" if is_long else None,
    )


def grouped(key: str, token: TokenShape, face: str, place: str | None) -> str:
    """A counter at its place (a transform), hidden without one; its full name shows under the pointer."""
    return tag(
        "g",
        f"<title>{text(full_name(token))}</title>" + tag("g", face, class_="face"),
        id=f"u-{key}",
        class_=f"token {token.side} {token.kind}",
        data_space=token.at,
        transform=place,
        display="none" if place is None else None,
    )
