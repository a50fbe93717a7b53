"""What is wrong with an archive, in words that name the line."""

from typing import Any

from domain.kernel import GrognardError
from replays.verdicts import sentence


class ArchiveError(GrognardError):
    """The file is not a whole, unedited archive. `line` is the first line that is wrong (1 = header).

    A field of the sentence may be a function that tells it in a language.
    """

    code = "archive_error"
    told = "line"
    """The sentence around the problem."""

    def __init__(self, line: int, key: str, **fields: Any) -> None:
        def problem(language: str) -> str:
            told = {name: value(language) if callable(value) else value for name, value in fields.items()}
            return sentence("archive", key, language, **told)

        super().__init__(
            lambda language: sentence("archive", self.told, language, line=line, problem=problem(language))
        )
        self.line = line
        self.problem = problem("en")


class OtherCourse(ArchiveError):
    """The present rules do not lead where the archive goes: somebody changed it, or the rules have changed
    since it was played."""

    told = "other_course"


class TooDeep(ArchiveError):
    """A line is nested deeper than any game needs: it is not even read."""

    code = "too_deep"
