"""What answers of the API about many games have in common."""

from marshmallow import Schema, fields


class ChartOut(Schema):
    """One chart: its title, the finding in words, the numbers as a table, the figure as Plotly JSON."""

    title = fields.String(required=True)
    summary = fields.String(required=True)
    head = fields.List(fields.String(), required=True)
    rows = fields.List(fields.List(fields.String()), required=True)
    figure = fields.Dict(required=True, allow_none=True)
