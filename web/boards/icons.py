"""Icons of the arms in a box of 24 by 16, and the two colours of every counter.

Each icon holds two drawings, of the period and of NATO; the page shows the one that its reader chose
(`data-symbols`, see board.css), a picture by itself the one of the period.
"""

DARK, CREAM = "#2B241A", "#F4ECD8"
PERIOD = {
    "infantry": (
        '<path d="M3.2 14.2L18.6 2.6M20.8 14.2L5.4 2.6" stroke-width="1.9"/>'
        '<path d="M18.6 2.6L22 .6M5.4 2.6L2 .6" stroke-width="1"/>'
        '<path d="M2.2 15.6l1.9-3.2 2 1.4-2.2 2zM21.8 15.6l-1.9-3.2-2 1.4 2.2 2z"'
        ' fill="currentColor" stroke="none"/>'
    ),
    "cavalry": (
        '<path d="M3.4 15.4C3.2 9.6 5.4 5.6 9.4 3.6L9.2.2l3.4 2.2C17 3 20 6.2 22.2 9.6c.6 1 .2 2-.8 2.4'
        'l-1.4.5c-.8.2-1.4 0-2-.6l-2.6-1.6c-1.8.4-3 1.3-3.2 2.6-.1 1 .3 1.8 1 2.5z" fill="currentColor"'
        ' stroke-width=".8"/><circle cx="15.2" cy="6.6" r=".9" fill="#F4ECD8" stroke="none"/>'
    ),
    "artillery": (
        '<path d="M7.2 6.4L22.6 3.1l.6 2.9L9 9.8zM8.6 9.2L1 14.6l-.6-1.2 6.8-6z"'
        ' fill="currentColor" stroke="none"/>'
        '<circle cx="9.2" cy="10" r="4.7" stroke-width="1.5"/>'
        '<path d="M9.2 5.3v9.4M4.5 10h9.4M5.9 6.7l6.6 6.6M12.5 6.7l-6.6 6.6" stroke-width=".7"/>'
    ),
    "leader": (
        '<path d="M1 11.6C4 6.2 7.4 2 12 2s8 4.2 11 9.6c-3.6-1.4-7.2-1.9-11-1.9s-7.4.5-11 1.9z"'
        ' fill="currentColor" stroke="none"/>'
        '<path d="M12.6 3.2l1.9 6.2" stroke="#F4ECD8" stroke-width="1.1"/>'
        '<circle cx="14.4" cy="8.2" r="1.25" fill="#F4ECD8" stroke="none"/>'
        '<path d="M4.5 12.4q7.5-2.2 15 0" stroke-width="1.2"/>'
    ),
}
_FRAME = '<path d="M1 1h22v14H1z" stroke-width="1.5"/>'
NATO = {
    "infantry": _FRAME + '<path d="M1 1l22 14M23 1L1 15" stroke-width="1.5"/>',
    "cavalry": _FRAME + '<path d="M23 1L1 15" stroke-width="1.5"/>',
    "artillery": _FRAME + '<circle cx="12" cy="8" r="3.2" fill="currentColor" stroke="none"/>',
}
"""Leaders have no NATO symbol: their hat stays."""


def _both(icon: str) -> str:
    """The drawing of the period beside NATO's, of which one is shown."""
    if icon not in NATO:
        return PERIOD[icon]
    return f'<g class="period">{PERIOD[icon]}</g><g class="nato" display="none">{NATO[icon]}</g>'


ON_DICE = {
    **PERIOD,
    "flag": (
        '<path d="M4.6.6v15" stroke-width="1.7"/>'
        '<path d="M5.4 1.6c3-1.6 5.2-.9 7.6.2s4.6 1.3 7.6-.1v7.6c-3 1.4-5.2 1.2-7.6.1s-4.6-1.8-7.6-.2z"'
        ' fill="currentColor" stroke-width=".8"/>'
    ),
    "sabers": (
        '<path d="M3.4 1.2C6.4 7.4 12 11.6 18.4 12.6M20.6 1.2C17.6 7.4 12 11.6 5.6 12.6" stroke-width="1.7"/>'
        '<path d="M19.4 9.8c-.6 2.6-1.6 4.2-3.2 5.2M4.6 9.8c.6 2.6 1.6 4.2 3.2 5.2" stroke-width="1.3"/>'
        '<path d="M18.2 12.5l3.4 1.6M5.8 12.5l-3.4 1.6" stroke-width="2"/>'
    ),
}
"""What the named faces of dice show, by the same measure."""
ICONS = {icon: _both(icon) for icon in PERIOD}
