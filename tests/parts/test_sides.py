"""Who belongs to whom."""

from domain.parts.sides import members, opposites


def test_each_side_has_the_other_as_its_opposite() -> None:
    assert opposites("red", "blue") == {"red": "blue", "blue": "red"}


def test_every_group_has_its_items_in_their_order_also_one_without_any() -> None:
    army = {"guard": "red", "line": "blue", "horse": "red"}
    assert members(("blue", "red", "green"), army, army.__getitem__) == {
        "blue": ("line",), "red": ("guard", "horse"), "green": (),
    }  # fmt: skip
    assert members("ab", iter("12"), lambda item: "a") == {"a": ("1", "2"), "b": ()}
