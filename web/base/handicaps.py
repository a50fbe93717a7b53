"""What a form says beside a handicap: how often computers won, without it and with each of its choices."""

from flask import Flask
from flask_babel import gettext as _

from domain.kernel import RuleSet, Scenario, packs
from domain.kernel.ruleset import NO_HANDICAP, Option
from projections.title_facts import facts_of
from web.base.site import prose_of
from web.base.words import POLICY_NAMES


def handicap_notes(scenario: Scenario, option: Option, rule_set: RuleSet) -> list[str]:
    """A sentence for each level of computers that was asked; none on data of a reader's own."""
    if packs.digest_of(rule_set):
        return []
    words = prose_of(rule_set)
    found = [each for each in facts_of(rule_set.id).handicaps if each.scenario == scenario.id]
    return [
        _(
            "Of %(games)d games of computers (%(bot)s) among themselves, played without a handicap, "
            "this many were won by the side that it helps (%(side)s): %(plain)d. With the choice nearest "
            "to even it would have been %(most)d: %(choice)s.",
            games=each.games, bot=POLICY_NAMES.get(each.bot, each.bot), side=words.name(each.side),
            plain=each.won[NO_HANDICAP], most=each.won[each.nearest],
            choice=words.choice(option, each.nearest),
        )
        for each in found
    ]  # fmt: skip


def in_templates(app: Flask) -> None:
    """Gives the templates these sentences."""
    app.jinja_env.globals.update(handicap_notes=handicap_notes)
