"""What programs import: `grognard.client` (the API), `grognard.learning` (rules without a server),
`grognard.data` (games to analyse).

The program itself stands beside this folder in a checkout (`domain`, `projections`, `replays`, `web`), and
below this name in an installed wheel, which brings no other import name (`scripts/wheel/one_name.py`).
"""
