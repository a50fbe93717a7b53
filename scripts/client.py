"""Writes the typed client of the API from its document: `python -m scripts.client` (`make client`)."""

import keyword
import re
import textwrap
from pathlib import Path
from typing import Any

Json = dict[str, Any]
FOLDER = Path(__file__).parents[1] / "web" / "client"
WRITTEN = '"""{about} Written from the API\'s document by `make client`: do not edit."""\n'
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
METHODS = ("get", "post", "delete")
LINE = 108


def document() -> Json:
    """The document of a server with the titles that come with it."""
    import domain.titles  # noqa: F401  (registers them)
    from domain.store import open_games
    from web.base.site import Settings
    from web.server.app import create_app

    app = create_app(open_games("memory:"), None, Settings(secrets=("only for the document",)))
    told: Json = app.test_client().get("/api/openapi.json").get_json()
    app.extensions["site"].hub.stop()
    return told


def files(spec: Json) -> dict[str, str]:
    """Name -> text of each file that is written."""
    schemas, operations = spec["components"]["schemas"], _operations(spec)
    names = _reached(operations, schemas)
    kinds = "\n\n\n".join(_kind(name, schemas[name], schemas) for name in names)
    calls = "\n\n".join(_call(path, method, each, schemas) for path, method, each in operations)
    used = sorted(name for name in (*names, "Order") if re.search(rf"\b{name}\b", calls))
    imports = "\n".join(f"    {name}," for name in used)
    return {
        "answers.py": (
            WRITTEN.format(about="What the API takes and answers.")
            + "\nfrom typing import Any, Literal, NotRequired, TypedDict\n\n"
            + 'Order = dict[str, Any]\n"""An order as a desk\'s options have it; its title\'s own."""\n\n\n'
            + f"{kinds}\n"
        ),
        "calls.py": (
            WRITTEN.format(about="Every operation of the API.")
            + "\nfrom collections.abc import Iterator\nfrom typing import Any, Literal\n\n"
            + f"from web.client.answers import (\n{imports}\n)\n"
            + "from web.client.sending import Connection, Message, given, place\n\n\n"
            + "class Client(Connection):\n"
            + '    """A client of the API; each method is one operation of its document."""\n'
            + f"\n{calls}\n"
        ),
    }


def _operations(spec: Json) -> list[tuple[str, str, Json]]:
    """(path, method, operation with the path's own parameters)."""
    found = []
    for path, methods in spec["paths"].items():
        for method in METHODS:
            if method in methods:
                each = methods[method]
                parameters = [*methods.get("parameters", []), *each.get("parameters", [])]
                found.append((path, method, {**each, "parameters": parameters}))
    return found


# Types


def _reached(operations: list[tuple[str, str, Json]], schemas: Json) -> list[str]:
    """Names of what operations answer and take inside of bodies, parts before the wholes."""
    found: list[str] = []

    def walk(told: Any) -> None:
        if isinstance(told, dict):
            name = str(told.get("$ref", "")).removeprefix("#/components/schemas/")
            if "$ref" in told and name in schemas and not _is_order(schemas[name]) and name not in found:
                walk(schemas[name])
                found.append(name)
            for value in told.values():
                walk(value)
        elif isinstance(told, list):
            for value in told:
                walk(value)

    for _path, _method, each in operations:
        walk([answer for status, answer in each["responses"].items() if status[0] == "2"])
        body = _body(each, schemas)
        walk(body["properties"] if body else None)
    return found


def _is_order(schema: Json) -> bool:
    return "order" in schema.get("properties", {}) and "enum" in schema["properties"]["order"]


def _type(told: Json, schemas: Json) -> str:
    """A schema as a type."""
    if "enum" in told:
        return f"Literal[{', '.join(map(repr, told['enum']))}]".replace("'", '"')
    if "$ref" in told:
        name = str(told["$ref"]).rsplit("/", 1)[1]
        return "Order" if _is_order(schemas[name]) else name
    if "anyOf" in told:
        return " | ".join(dict.fromkeys(_type(each, schemas) for each in told["anyOf"]))
    kinds = told.get("type", "any")
    return " | ".join(_simple(kind, told, schemas) for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _simple(kind: str, told: Json, schemas: Json) -> str:
    if kind == "array":
        return f"list[{_type(told['items'], schemas)}]"
    if kind == "object":
        values = told.get("additionalProperties")
        return f"dict[str, {_type(values, schemas) if isinstance(values, dict) else 'Any'}]"
    return SIMPLE.get(kind, "Any")


def _kind(name: str, schema: Json, schemas: Json) -> str:
    """A schema as a TypedDict."""
    needed = schema.get("required", [])
    fields = {}
    for field, told in schema["properties"].items():
        kind = _type(told, schemas)
        fields[field] = kind if field in needed else f"NotRequired[{kind}]"
    if any(keyword.iskeyword(field) for field in fields):
        lines = "\n".join(f'        "{field}": {kind},' for field, kind in fields.items())
        return f'{name} = TypedDict(\n    "{name}",\n    {{\n{lines}\n    }},\n)'
    return f"class {name}(TypedDict):\n" + "\n".join(f"    {field}: {kind}" for field, kind in fields.items())


# Operations


def _body(operation: Json, schemas: Json) -> Json | None:
    """The schema of a body of JSON."""
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return None
    found: Json = schemas[content["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]]
    return found


def _python(name: str) -> str:
    """The name of a parameter or field as Python has it."""
    plain = name.replace("-", "_").lower()
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def _call(path: str, method: str, operation: Json, schemas: Json) -> str:
    """A method for an operation."""
    query = [each for each in operation["parameters"] if each["in"] == "query"]
    body, content = _body(operation, schemas), operation.get("requestBody", {}).get("content", {})
    names = re.findall(r"{(\w+)}", path)
    taken = ["self", *(f"{_python(name)}: str" for name in names)]
    if content and body is None:
        taken.append("body: bytes")
    last = [each for each in operation["parameters"] if each["name"] == "Last-Event-ID"]
    optional = [
        _taken(each["name"], each["schema"], each.get("required", False), schemas) for each in (*last, *query)
    ]
    if body:
        wanted = body.get("required", [])
        optional += [_taken(name, told, name in wanted, schemas) for name, told in body["properties"].items()]
    if optional:
        taken += ["*", *sorted(optional, key=lambda each: each.endswith("= None"))]
    answer = _answer(operation, schemas)
    sent = _sending(path, method, names, query, body, bool(content), answer)
    head = f"    def {operation['operationId']}({', '.join(taken)}) -> {answer}:"
    if len(head) > LINE:
        inside = "\n".join(f"        {each}," for each in taken)
        head = f"    def {operation['operationId']}(\n{inside}\n    ) -> {answer}:"
    said = _filled(" ".join(operation["summary"].split()), 8).strip()
    return f'{head}\n        """{said}"""\n{sent}'


def _taken(name: str, told: Json, is_needed: bool, schemas: Json) -> str:
    """A parameter of a method; what is not needed may be left out."""
    kind = _type(told, schemas)
    if is_needed:
        return f"{_python(name)}: {kind}"
    return f"{_python(name)}: {kind if 'None' in kind.split(' | ') else f'{kind} | None'} = None"


def _answer(operation: Json, schemas: Json) -> str:
    """The type of what comes back."""
    kinds = {
        content: told.get("schema", {})
        for status, answer in operation["responses"].items()
        if status[0] == "2"
        for content, told in answer.get("content", {}).items()
    }
    if not kinds:
        return "None"
    content, schema = next(iter(kinds.items()))
    if content == "application/json":
        return _type(schema, schemas)
    return "Iterator[Message]" if content == "text/event-stream" else "bytes"


def _sending(
    path: str,
    method: str,
    names: list[str],
    query: list[Json],
    body: Json | None,
    has_body: bool,
    answer: str,
) -> str:
    """The statements that ask."""
    parts = [
        _python(part) if number % 2 else f'"{part}"'
        for number, part in enumerate(re.split(r"[{}]", path))
        if part
    ]
    address = f"place({', '.join(parts)})" if names else f'"{path}"'
    asked = "{" + ", ".join(f'"{each["name"]}": {_python(each["name"])}' for each in query) + "}"
    if answer == "Iterator[Message]":
        return _statement("return", "_messages", [address, asked, "last_event_id"])
    sent = [_fields(body)] if body else ["body"] if has_body else []
    arguments = [f'"{method.upper()}"', address, asked, *sent]
    if answer == "None":
        return _statement("", "_json", arguments)
    if answer == "bytes":
        return _statement("return", "_bytes", arguments)
    return _statement(f"found: {answer} =", "_json", arguments) + "\n        return found"


def _fields(body: Json) -> str:
    """The body: what is needed as it is, of the rest what was given."""
    names, needed = list(body["properties"]), body.get("required", [])
    always = [f'"{name}": {_python(name)}' for name in names if name in needed]
    sometimes = [f"{name}={_python(name)}" for name in names if name not in needed]
    return "{" + ", ".join([*always, *([f"**given({', '.join(sometimes)})"] if sometimes else [])]) + "}"


def _statement(before: str, how: str, arguments: list[str]) -> str:
    """A call, on one line if it fits."""
    line = f"{' ' * 8}{f'{before} ' if before else ''}self.{how}({', '.join(arguments)})"
    if len(line) <= LINE:
        return line
    inside = "\n".join(f"{_filled(each, 12, 4)}," for each in arguments)
    return f"{' ' * 8}{f'{before} ' if before else ''}self.{how}(\n{inside}\n        )"


def _filled(text: str, indent: int, further: int = 0) -> str:
    first, later = " " * indent, " " * (indent + further)
    return textwrap.fill(
        text, LINE - 3, initial_indent=first, subsequent_indent=later, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


if __name__ == "__main__":
    for name, text in files(document()).items():
        (FOLDER / name).write_text(text, "utf-8")
