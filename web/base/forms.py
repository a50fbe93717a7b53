"""What is read from a form."""

from collections.abc import Mapping

from flask_babel import gettext as _

from domain.kernel.errors import InvalidSetup
from domain.kernel.numbers import whole_number


def number_in(form: Mapping[str, str], field: str, usual: int) -> int:
    """The whole number in a field, the usual one where it is empty. Raises InvalidSetup for anything else."""
    text = form.get(field, "").strip() or str(usual)
    found = whole_number(text)
    if found is None:
        raise InvalidSetup(_("%(text)s is no number that this takes.", text=text[:20]))
    return found
