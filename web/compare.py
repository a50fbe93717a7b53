"""The compare page: two games, or two groups of games."""

from flask import Blueprint, render_template

blueprint = Blueprint("compare", __name__)


@blueprint.get("/compare")
def compare() -> str:
    """The compare page."""
    return render_template("compare.html")
