"""What the API's headers say: whether something changed, where the rest of a list is, how often to ask."""

import re

from tests.web.test_api import HEADERS, bearer, new_skirmish

HOST = "the secret of the host, long enough"


def order_of(program, opened):
    """Red's first order is given."""
    head = bearer(opened["token"])
    desk = program.get(f"/api/games/{opened['game']}/desk?seat=red", headers=head).json
    body = {"seat": "red", "moment": desk["moment"], "order": desk["options"][-1]["order"]}
    assert program.post(f"/api/games/{opened['game']}/orders", json=body, headers=head).status_code == 200


def test_what_has_not_changed_is_not_sent_again(app):
    program = app.test_client(use_cookies=False)
    opened = new_skirmish(program)
    address, head = f"/api/games/{opened['game']}/desk?seat=red", bearer(opened["token"])
    first = program.get(address, headers=head)
    asked = {**head, "If-None-Match": first.headers["ETag"]}
    again = program.get(address, headers=asked)
    assert (again.status_code, again.data) == (304, b"") and again.headers["ETag"] == first.headers["ETag"]
    assert first.headers["Cache-Control"] == "private, no-cache" and "Authorization" in first.headers["Vary"]
    packed = program.get(address, headers={**head, "Accept-Encoding": "gzip"})
    assert packed.headers["ETag"] == first.headers["ETag"]
    order_of(program, opened)
    assert program.get(address, headers=asked).status_code == 200
    other = program.get(address.replace("red", "blue"), headers=asked)
    assert other.status_code == 200 and other.headers["ETag"] != first.headers["ETag"]


def test_what_is_the_hosts_or_a_persons_own_is_not_kept(make_app):
    program = make_app(admin_secret=HOST).test_client(use_cookies=False)
    made = program.post(
        "/api/account", json={"name": "Ada", "password": "the small hours of Sunday"}, headers=HEADERS
    )
    for address, token in (("/api/account", made.json["token"]), ("/api/admin/state", HOST)):
        answer = program.get(address, headers=bearer(token))
        assert answer.status_code == 200 and "ETag" not in answer.headers
        assert answer.headers["Cache-Control"] == "no-store"


def followed(program, address):
    """The lines of a list, part by part as the links lead."""
    found = []
    while address:
        answer = program.get(address)
        found.append(answer.json)
        link = re.fullmatch(r'<(/api/[^>]+)>; rel="next"', answer.headers.get("Link", ""))
        address = link.group(1) if link else None
    return found


def test_a_list_is_told_in_parts_that_lead_to_each_other(app):
    program = app.test_client(use_cookies=False)
    games = [new_skirmish(program) for _ in range(5)]
    parts = followed(program, "/api/games?limit=2")
    assert [len(each) for each in parts] == [2, 2, 1]
    told = [row["game"] for part in parts for row in part]
    assert sorted(told) == sorted(each["game"] for each in games)
    assert told == [row["game"] for row in program.get("/api/games").json]
    moved = next(each for each in games if each["game"] == told[0])
    cursor = parts[0][-1]["cursor"]
    order_of(program, moved)  # what moves to the front moves nothing behind the cursor
    assert [row["game"] for row in program.get(f"/api/games?after={cursor}").json] == told[2:]
    for wrong in ("x", ".", "-1.a", "9" * 20 + ".a", "²."):
        assert program.get("/api/games", query_string={"after": wrong}).status_code == 422, wrong


def test_tournaments_are_told_in_parts_too(app):
    program = app.test_client(use_cookies=False)
    asked = {"kind": "swiss", "title": "skirmish", "scenario": "line"}
    made = [
        program.post("/api/tournaments", json={**asked, "name": f"Cup {number}"}, headers=HEADERS).json
        for number in range(3)
    ]
    parts = followed(program, "/api/tournaments?limit=2")
    assert [len(each) for each in parts] == [2, 1]
    assert {each["tournament"] for each in made} == {row["tournament"] for part in parts for row in part}


def test_a_program_is_told_how_often_it_may_ask_and_when_again(make_app):
    program = make_app(limits_on=True, create_limit="2 per minute").test_client(use_cookies=False)
    seats = {"red": {"kind": "me"}, "blue": {"kind": "open"}}
    asked = {"title": "skirmish", "scenario": "line", "seats": seats}
    answers = [program.post("/api/games", json=asked, headers=HEADERS) for _ in range(3)]
    assert [each.status_code for each in answers] == [201, 201, 429]
    assert [each.headers["X-RateLimit-Limit"] for each in answers] == ["2"] * 3
    assert [each.headers["X-RateLimit-Remaining"] for each in answers] == ["1", "0", "0"]
    wait = int(answers[2].headers["Retry-After"])
    assert 2 < wait <= 61 and abs(wait - int(answers[2].headers["X-RateLimit-Reset"])) <= 1
    assert "X-RateLimit-Limit" not in program.get("/api/titles").headers, "nothing bounds it"


def test_who_said_too_many_wrong_secrets_is_told_when_to_come_again(make_app):
    app = make_app(admin_secret=HOST, limits_on=True, pin_limit="1 per minute; 2 per hour")
    program, wrong = app.test_client(), bearer("a wrong one")
    statuses = [program.get("/api/admin/state", headers=wrong).status_code for _ in range(2)]
    assert statuses == [401, 429]
    assert 2 < int(program.get("/api/admin/state", headers=wrong).headers["Retry-After"]) <= 61
