"""The forms of a page, as a browser without scripts reads them."""

import re
from html import unescape

Form = tuple[str, dict[str, str], list[tuple[str | None, str, str]]]


def forms_of(page: str) -> list[Form]:
    """(action, hidden and typed fields, [(button name, button value, label)]) of every form."""
    found = []
    for action, inside in re.findall(
        r'<form method="post"[^>]*action="([^"]+)"[^>]*>(.*?)</form>', page, re.S
    ):
        fields = {}
        for tag in re.findall(r"<input[^>]*>", inside):
            kept = dict(re.findall(r'(\w+)="([^"]*)"', tag))
            if kept.get("type") not in ("radio", "checkbox") or "checked" in tag:
                fields[kept.get("name")] = unescape(kept.get("value", ""))
        single = r'<select[^>]*name="([^"]+)"(?![^>]* multiple)[^>]*>(.*?)</select>'
        for name, options in re.findall(single, inside, re.S):
            values = re.findall(r'<option value="([^"]*)"( selected)?', options)
            fields[name] = next((value for value, chosen in values if chosen), values[0][0])
        buttons = [
            (
                dict(re.findall(r'(\w+)="([^"]*)"', tag)).get("name"),
                unescape(dict(re.findall(r'(\w+)="([^"]*)"', tag)).get("value", "")),
                label,
            )
            for tag, label in re.findall(r"<button([^>]*)>(.*?)</button>", inside, re.S)
        ]
        found.append((unescape(action), fields, buttons))
    return found
