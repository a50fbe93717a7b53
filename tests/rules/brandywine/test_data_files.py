"""A mistake in a data file is refused with its file, entry and field; what no pack changes is refused too."""

import pytest

from domain.brandywine.facts import DATA, FACTS, SECTIONS, packs
from domain.kernel.errors import DataError

FILES = {name: (DATA / name).read_bytes() for name in SECTIONS}


def learn(name: str, old: str, new: str) -> None:
    text = FILES[name].decode()
    assert old in text
    packs.learn({**FILES, name: text.replace(old, new, 1).encode()}, f"{name} {old} {new}")


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("map.toml", 'side = "0618-0717"', 'side = "0618-0818"', "no side of the creek"),
        ("map.toml", '"0906>0907"', '"0906>0909"', "no neighbours"),
        ("map.toml", '"......ff..ff', '"x.....ff..ff', "letters"),
        ("map.toml", 'hexes = "1127"', 'hexes = "9927"', "hexes of the map"),
        ("tables.toml", "from = 0\n", "from = 3\n", "fall"),
        ("tables.toml", '"1-3" = ["2/-"', '"1-3" = ["2/x"', "results"),
        ("tables.toml", "[0, 1, -1, 99, -2, 1, 1, 0],", "[0, 1, -1, 99],", "line and a column"),
        ("units.toml", "sp = [3, 1]\nmorale = [1, 0]", "sp = [1, 3]\nmorale = [1, 0]", "must not grow"),
        ("units.toml", 'type = "artillery"', 'type = "infantry"', "cannot change"),
        ("units.toml", "rifle = true\n", "", "cannot change"),
        ("scenarios.toml", '"us_smith"', '"us_nobody"', "no piece"),
        ("scenarios.toml", '["us_nelson", "us_smith"]', '["us_nelson", "us_smith", "us_smith"]', "twice"),
    ],
)  # fmt: skip
def test_a_mistake_is_named(name: str, old: str, new: str, said: str) -> None:
    with pytest.raises(DataError) as refused:
        learn(name, old, new)
    assert said in str(refused.value) and name in str(refused.value)


def test_values_may_be_corrected() -> None:
    printed, corrected = "sp = [6, 3]\nmorale = [2, 1]", "sp = [5, 3]\nmorale = [2, 1]"
    text = FILES["units.toml"].decode().replace(printed, corrected, 1)
    found = packs.learn({**FILES, "units.toml": text.encode()}, "five light companies")
    assert found.units.units["gb_1_light_infantry"].sp == (5, 3)
    assert FACTS.units.units["gb_1_light_infantry"].sp == (6, 3)
