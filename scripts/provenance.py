"""Write into the documents what the rulebook gives of each title's data, counted from the data's marks."""

from pathlib import Path
from textwrap import fill

from domain.kernel import RuleSet
from domain.kernel.prose import languages
from domain.kernel.provenance import lead, sentence
from domain.titles import TITLES

DOCUMENT = Path(__file__).parents[1] / "docs" / "provenance.md"
WIDTH = 110


def documents(rule_set: RuleSet) -> list[tuple[Path, str]]:
    """Where the title's sentence stands, and in which language."""
    rules = [
        (rule_set.folder / ("rules.md" if language == "en" else f"rules.{language}.md"), language)
        for language in languages(rule_set)
    ]
    return [(DOCUMENT, "en"), *rules]


def written(text: str, rule_set: RuleSet, language: str) -> str:
    """The text with the paragraph that begins with the title's lead as the data have it now.

    Raises ValueError if there is not one such paragraph.
    """
    paragraphs = text.split("\n\n")
    (place,) = (n for n, each in enumerate(paragraphs) if each.startswith(lead(rule_set, language)))
    paragraphs[place] = fill(sentence(rule_set, language), WIDTH, break_on_hyphens=False)
    return "\n\n".join(paragraphs)


def main() -> None:
    """Rewrite the paragraph in every document."""
    for rule_set in TITLES:
        for path, language in documents(rule_set):
            path.write_text(written(path.read_text("utf-8"), rule_set, language), "utf-8")


if __name__ == "__main__":
    main()
