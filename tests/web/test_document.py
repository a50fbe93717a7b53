"""Live answers of every operation are what the API's document says, whatever is sent (schemathesis)."""

from types import SimpleNamespace

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks

from domain.store import open_games
from tests.thorough import times
from tests.web.conftest import SECRET, application
from web.api.operations import OPERATIONS
from web.base.site import Settings

HOST = "the secret of the host, long enough"
PASSWORD = "the small hours of Sunday"
EXAMPLES = times(4, 60)
"""Of each operation, with data that fit the document; half as many with data that do not."""
CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
ENDLESS = ("stream",)
"""What goes on for ever: tests/web/test_api.py reads its first messages."""
HEADERS = {"X-Grognard": "1", "Accept-Encoding": "identity"}


@schemathesis.serializer("application/x-ndjson")
def lines(_context, value):
    """What is sent in the place of an archive."""
    return str(value).encode()


@pytest.fixture(scope="module")
def world(redis_server, tmp_path_factory):
    """A server with a running and a finished game, a tournament, an account and talk, and the tokens of all
    of them."""
    games = open_games("memory:")
    folder = tmp_path_factory.mktemp("simulations")
    chosen = Settings(secrets=(SECRET,), limits_on=False, admin_secret=HOST, simulations=folder)
    with application(games, redis_server.client(), chosen) as app:
        program = app.test_client(use_cookies=False)

        def post(path, token="", **body):
            headers = {**HEADERS, **({"Authorization": f"Bearer {token}"} if token else {})}
            answer = program.post(path, json=body, headers=headers)
            assert answer.status_code < 300, answer.text
            return answer.json

        seats = {"red": {"kind": "me", "name": "Ada"}, "blue": {"kind": "me", "name": "Bruno"}}
        asked = {"title": "skirmish", "scenario": "line"}
        opened, over = (post("/api/games", **asked, seats=seats, name=name) for name in ("On", "Over"))
        post(f"/api/games/{over['game']}/resignations", over["token"], seat="red")
        line = post(f"/api/games/{opened['game']}/lines", opened["token"], seat="red", text="Good luck!")
        cup = post("/api/tournaments", name="Cup", kind="swiss", **asked)
        person = post("/api/account", name="Zelda", password=PASSWORD)
        schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
        operations = {}
        for found in schema.get_all_operations():
            operation = found.ok()
            operations[operation.definition.raw["operationId"]] = operation
        yield SimpleNamespace(
            games=games,
            operations=operations,
            names={
                "game": [opened["game"], over["game"]], "said": [line["id"]], "seat": ["red", "blue"],
                "title": ["skirmish"], "tournament": [cup["tournament"]], "simulation": ["none"],
            },
            tokens=[opened["token"], over["token"], cup["token"], person["token"], HOST, ""],
        )  # fmt: skip
    games.close()


def can_be_wrong(operation):
    """Whether something can be sent that does not fit: any text is a part of a path."""
    raw = operation.definition.raw
    return "requestBody" in raw or any(each.get("in") == "query" for each in raw.get("parameters", ()))


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted({*OPERATIONS.values()} - {*ENDLESS}))
def test_every_answer_is_as_the_document_says(world, name):
    operation = world.operations[name]
    tokens = st.sampled_from(world.tokens)

    def asked(mode, examples):
        @settings(
            max_examples=examples, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode), token=tokens, pick=st.integers(0, 5))
        def ask(case, token, pick):
            for each, known in world.names.items():
                if each in (case.path_parameters or {}) and pick < 5:
                    case.path_parameters[each] = known[pick % len(known)]
            headers = {**HEADERS, **({"Authorization": f"Bearer {token}"} if token else {})}
            if world.games.shelf.closed():
                world.games.shelf.put("play", "opened")
            response = case.call(headers=headers)
            case.validate_response(response, checks=CHECKS)

        ask()

    asked(GenerationMode.POSITIVE, EXAMPLES)
    if can_be_wrong(operation):
        asked(GenerationMode.NEGATIVE, EXAMPLES // 2)
