"""The JSON API: its document is valid, its examples work, a program can hold a seat."""

import json
import re
from random import Random

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from domain.kernel import titles

HEADERS = {"X-Grognard": "1"}


@pytest.fixture
def spec(app):
    return app.test_client().get("/api/openapi.json").json


@pytest.fixture
def program(app):
    """A client that keeps no cookies: it holds its seats by a token."""
    return app.test_client(use_cookies=False)


def bearer(token):
    return {**HEADERS, "Authorization": f"Bearer {token}"}


def operations(spec):
    return [
        (method, path, operation)
        for path, methods in spec["paths"].items()
        for method, operation in methods.items()
        if method in ("get", "post")
    ]


def test_the_document_is_valid_openapi(spec):
    assert spec["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(spec).validate()


def test_every_order_of_every_title_is_a_component(spec):
    known = {name.rsplit("_", 1)[-1].rsplit(".", 1)[-1] for name in spec["components"]["schemas"]}
    assert {order.__name__ for each in titles() for order in each.orders} <= known


def test_every_endpoint_with_a_body_shows_an_example_and_every_endpoint_says_what_it_does(spec):
    for method, path, operation in operations(spec):
        assert operation["summary"], path
        if method == "post" and not path.endswith(("/archives", "/link", "/stops", "/{start}/games")):
            assert operation["requestBody"]["content"]["application/json"]["example"], path


def test_the_stream_is_described_with_all_that_it_tells(spec, app, games):
    described = spec["paths"]["/api/games/{game}/stream"]["get"]
    game = games.create("skirmish", "line")
    kinds, known = set(), spec["components"]["schemas"]["MovedOut"]["properties"].keys()
    for chunk in app.test_client().get(f"/api/games/{game}/stream", buffered=False).response:
        fields = dict(line.split(": ", 1) for line in chunk.decode().strip().split("\n"))
        kinds |= {fields["event"]} if "event" in fields else set()
        if "event" in fields and fields["event"] == "moved":
            assert known <= json.loads(fields["data"]).keys()
        if "event: present" in chunk.decode():
            break
    assert kinds == {"moved", "present"} and all(f"`{kind}`" in described["description"] for kind in kinds)
    assert {each["name"] for each in described["parameters"]} >= {"since", "talk", "as", "Last-Event-ID"}
    assert "text/event-stream" in described["responses"]["200"]["content"]


def test_the_page_for_people_shows_every_endpoint(app, spec):
    page = app.test_client().get("/api/docs").text
    assert all(path.replace("<", "&lt;") in page for path in spec["paths"])


@pytest.fixture
def opened(program, spec):
    """The game of the document's own example, with the token of its seats."""
    example = spec["paths"]["/api/games"]["post"]["requestBody"]["content"]["application/json"]["example"]
    answer = program.post("/api/games", json=example, headers=HEADERS)
    assert answer.status_code == 201, answer.json
    return answer.json


PREPARE = {
    "/api/games/{game}/retractions": "an order that is not closed yet",
    "/api/games/{game}/undos": "an order in effect",
    "/api/games/{game}/consents": "a request",
    "/api/games/{game}/nudges": "a seat that lets others wait",
    "/api/games/{game}/seats/{seat}": "an open seat",
    "/api/games/archives": "an archive",
    "/api/games/{game}/draws/answers": "an offer",
    "/api/games/{game}/claims": "a clock that has run out",
    "/api/games/{game}/hints": "a table that allows them",
    "/api/games/{game}/resignations": "a game that nothing else is asked of",
    "/api/statistics/table": "the name of a block",
    **dict.fromkeys(("/api/compare/games", "/api/compare/games/table"), "two games"),
    **dict.fromkeys(("/api/compare/groups", "/api/compare/groups/table"), "finished games"),
    "/api/simulations": "a data folder: tests/web/test_comparing_by_api.py",
}


def test_every_example_of_the_document_works(program, spec, opened, games):
    for method, path, operation in operations(spec):
        # what an administrator asks: tests/web/test_admin.py; who is logged in: tests/web/test_accounts.py;
        # turning points that are played out: tests/web/test_turning.py
        others = ("{tournament}", "{simulation}", "{start}", "/api/admin/", "/api/account")
        if path in PREPARE or any(each in path for each in others):
            continue
        seat = games.desk(opened["game"]).standing.opened.seats[0]
        token = (
            opened["token"]
            if not path.endswith("/link")
            else program.post(
                "/api/games",
                json=spec["paths"]["/api/games"]["post"]["requestBody"]["content"]["application/json"][
                    "example"
                ],
                headers=HEADERS,
            ).json
        )
        game = opened["game"]
        if isinstance(token, dict):
            game, token = token["game"], token["token"]
        address = path.replace("{game}", game).replace("{seat}", seat).replace("{title}", "skirmish")
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")
        answer = program.open(address, method=method.upper(), json=body, headers=bearer(token))
        assert answer.status_code in (200, 201), (method, path, answer.text)


def example_of(spec, path):
    return spec["paths"][path]["post"]["requestBody"]["content"]["application/json"]["example"]


def new_skirmish(program, red="me", blue="me"):
    seats = {
        "red": {"kind": red, "name": "Ada"},
        "blue": {"kind": blue, "name": "" if blue != "me" else "Bruno"},
    }
    answer = program.post(
        "/api/games", json={"title": "skirmish", "scenario": "line", "seats": seats}, headers=HEADERS
    )
    assert answer.status_code == 201, answer.json
    return answer.json


def test_an_answer_is_withdrawn_before_it_is_in_effect(program, games):
    opened = new_skirmish(program)
    game, head = opened["game"], bearer(opened["token"])
    desk = program.get(f"/api/games/{game}/desk?seat=red", headers=head).json
    program.post(
        f"/api/games/{game}/orders", json={"seat": "red", "order": desk["options"][0]["order"]}, headers=head
    )
    answer = program.post(
        f"/api/games/{game}/retractions", json={"seat": "red", "moment": desk["moment"]}, headers=head
    )
    assert answer.status_code == 200
    assert answer.json["draft"] == []


def reveal(program, game, seat, head):
    answer = program.post(
        f"/api/games/{game}/orders", json={"seat": seat, "order": {"order": "Reveal"}}, headers=head
    )
    assert answer.status_code == 200, answer.json
    return answer.json


def test_one_takes_back_alone_and_asks_where_others_have_answered(program, spec, games):
    opened = new_skirmish(program, blue="invitation")
    game, red = opened["game"], bearer(opened["token"])
    taken = program.post(
        f"/api/games/{game}/seats/blue",
        json={**example_of(spec, "/api/games/{game}/seats/{seat}"), "token": opened["invitations"]["blue"]},
        headers=HEADERS,
    )
    assert taken.status_code == 200, taken.json
    blue = bearer(taken.json["token"])
    before = games.standing(game).state
    reveal(program, game, "red", red)
    reveal(program, game, "blue", blue)
    asked = program.post(
        f"/api/games/{game}/undos", json=example_of(spec, "/api/games/{game}/undos"), headers=red
    )
    assert asked.json["takeback"]["needed"] == ["blue"]
    agreed = program.post(f"/api/games/{game}/consents", json={"seat": "blue", "agree": True}, headers=blue)
    assert agreed.status_code == 200
    assert games.standing(game).state == before


def test_an_open_seat_is_taken_without_a_token(program, spec):
    opened = new_skirmish(program, blue="open")
    address = f"/api/games/{opened['game']}/seats/blue"
    body = example_of(spec, "/api/games/{game}/seats/{seat}")
    assert program.post(address, json=body, headers=HEADERS).status_code == 200
    assert program.post(address, json=body, headers=HEADERS).status_code == 403


def play_out(program, game, head, random):
    for _ in range(3000):
        desk = program.get(f"/api/games/{game}/desk", headers=head).json
        if desk["over"]:
            return desk
        order = random.choice(desk["options"])["order"]
        body = {"seat": desk["prompt"]["seat"], "order": order, "moment": desk["moment"]}
        assert program.post(f"/api/games/{game}/orders", json=body, headers=head).status_code == 200
    raise AssertionError("the game did not end")


def test_a_program_plays_a_game_to_its_end_and_takes_its_archive_elsewhere(program, games, make_app):
    opened = new_skirmish(program)
    game, head = opened["game"], bearer(opened["token"])
    desk = play_out(program, game, head, Random(5))
    assert desk["result"]["rule"]
    archive = program.get(f"/api/games/{game}/archive").data
    again = program.post(
        "/api/games/archives", data=archive, headers=HEADERS, content_type="application/x-ndjson"
    )
    assert again.status_code == 422  # it is here already
    assert "already" in again.json["message"]
    spoilt = archive.replace(b"red_", b"rod_", 1)
    assert (
        program.post(
            "/api/games/archives", data=spoilt, headers=HEADERS, content_type="application/x-ndjson"
        ).status_code
        == 422
    )


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"seat": "red"}, 422),
        ({"seat": "red", "order": "Reveal"}, 422),
        ({"seat": "red", "order": {"order": 3}}, 422),
        ({"seat": "red", "order": {"order": "Fly"}}, 422),
        ({"seat": "red", "order": {"order": "Reveal"}, "more": 1}, 422),
        ({"seat": 3, "order": {"order": "Reveal"}}, 422),
        ([1, 2], 422),
        ({"seat": "green", "order": {"order": "Reveal"}}, 403),
        ({"seat": "red", "order": {"order": "Shoot", "seat": "red"}}, 409),
        ({"seat": "red", "order": {"order": "Reveal"}, "moment": "1.0"}, 409),
    ],
)
def test_a_bad_order_has_its_status_and_a_sentence(program, games, body, status):
    opened = new_skirmish(program)
    version = games.standing(opened["game"]).version
    answer = program.post(f"/api/games/{opened['game']}/orders", json=body, headers=bearer(opened["token"]))
    assert answer.status_code == status, answer.json
    assert answer.json["message"]
    assert games.standing(opened["game"]).version == version


def test_what_is_not_json_is_refused(program):
    opened = new_skirmish(program)
    answer = program.post(
        f"/api/games/{opened['game']}/orders",
        data="{",
        headers=bearer(opened["token"]),
        content_type="application/json",
    )
    assert answer.status_code in (400, 422)
    assert answer.json["message"]


def test_a_spoilt_token_is_refused(program):
    opened = new_skirmish(program)
    answer = program.get(f"/api/games/{opened['game']}/desk", headers=bearer(opened["token"][:-3] + "xyz"))
    assert answer.status_code == 403
    assert answer.json["error"] == "bad_link"


def test_a_token_of_one_game_gives_nothing_in_another(program):
    first, second = new_skirmish(program), new_skirmish(program)
    answer = program.get(f"/api/games/{first['game']}/desk?seat=red", headers=bearer(second["token"]))
    assert answer.status_code == 403


def test_a_renewed_token_replaces_the_old_one(program):
    opened = new_skirmish(program)
    game, head = opened["game"], bearer(opened["token"])
    new = program.post(f"/api/games/{game}/seats/red/link", headers=head).json["token"]
    assert program.get(f"/api/games/{game}/desk?seat=red", headers=head).status_code == 403
    assert program.get(f"/api/games/{game}/desk?seat=red", headers=bearer(new)).status_code == 200


def test_a_link_of_the_page_and_a_token_are_the_same_thing(two_browsers, program):
    game, host, _ = two_browsers
    host.open(f"/g/{game}/links")
    token = re.search(r"/join/([^\"]+)\"", host.page.text).group(1)
    assert program.get(f"/api/games/{game}/desk", headers=bearer(token)).json["prompt"]["seat"] == "red"
