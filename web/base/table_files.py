"""Tables that are given to programs as files: CSV, or Parquet with the types of its columns."""

from typing import TYPE_CHECKING, Any

from flask import Response
from marshmallow import fields, validate

if TYPE_CHECKING:
    import polars as pl

PARQUET, CSV = "application/vnd.apache.parquet", "text/csv"
FORMATS = {"parquet": PARQUET, "csv": CSV}
DESCRIBED: dict[str, Any] = {
    "responses": {
        "200": {
            "description": "The table",
            "content": {each: {"schema": {"type": "string", "format": "binary"}} for each in (PARQUET, CSV)},
        }
    }
}
"""What the API's document says of the answer."""


def form_field() -> fields.String:
    """`form`: which kind of file is asked for."""
    known = validate.OneOf(list(FORMATS))
    return fields.String(load_default="parquet", validate=known, metadata={"description": "parquet or csv"})


def table_file(frame: "pl.DataFrame", name: str, form: str) -> Response:
    """The table as a file of this form."""
    from replays.group_tables import csv_of_frame, parquet_of_frame

    body: Any = parquet_of_frame(frame) if form == "parquet" else csv_of_frame(frame)
    response = Response(body, mimetype=FORMATS[form])
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response
