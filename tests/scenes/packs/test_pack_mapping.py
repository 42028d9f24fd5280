import pytest

from wayproof.scenes.furniture import home_categories
from wayproof.scenes.packs.catalogue_file import CatalogueItem
from wayproof.scenes.packs.category_table import PERSON, RULES, category_of


def _item(
    name: str,
    size_m: tuple[float, float, float] = (0.5, 0.5, 0.9),
    where: str = "Living room",
    *,
    tags: tuple[str, ...] = (),
    elevation_m: float = 0.0,
    opening: bool = False,
) -> CatalogueItem:
    width, depth, height = size_m
    return CatalogueItem(
        1,
        "Tiny#a",
        name,
        tags,
        where,
        "Jane",
        "/a.obj",
        width,
        depth,
        height,
        elevation_m=elevation_m,
        is_opening=opening,
    )


def test_every_rule_leads_to_a_category_that_exists() -> None:
    assert {rule.category for rule in RULES} - {PERSON} <= set(home_categories())


def test_no_name_is_written_in_capitals_or_with_a_stray_blank() -> None:
    for rule in RULES:
        names = [name.strip() for name in rule.names.split(",")]
        assert all(name and name == name.lower() for name in names), rule


@pytest.mark.parametrize(
    ("item", "category"),
    [
        (_item("Chair"), "chair"),
        (_item("Chair", (0.64, 0.64, 0.91), "Office"), "office_chair"),
        (_item("Chair", (0.9, 0.8, 0.8)), "easy_chair"),
        (_item("Stool", (0.4, 0.4, 0.46)), "stool"),
        (_item("Stool", (0.4, 0.4, 0.8)), "bar_stool"),
        (_item("Table", (1.4, 0.9, 0.75)), "dining_table"),
        (_item("Table", (1.0, 0.7, 0.45)), "coffee_table"),
        (_item("Wooden table", (1.6, 0.8, 0.75), "Office"), "desk"),
        (_item("Lamp", (0.3, 0.3, 0.5), "Lights"), "table_lamp"),
        (_item("Lamp", (0.3, 0.3, 1.5), "Lights"), "floor_lamp"),
        (_item("Lamp", (0.5, 0.5, 0.6), "Lights", elevation_m=1.9), "ceiling_lamp"),
        (_item("Washbasin", (0.6, 0.5, 0.9), "Bathroom"), "washbasin"),
        (_item("Washbasin", (0.6, 0.5, 0.5), "Bathroom", elevation_m=0.45), None),
        (_item("Towel rack", (0.6, 0.1, 0.4), "Bathroom", elevation_m=0.8), "towel_rack"),
        (_item("Clock", (0.1, 0.1, 0.1), tags=("Alarm",)), "alarm_clock"),
        (_item("Clock", (0.3, 0.1, 0.3)), None),
        (_item("Apple iMac 1998", (0.4, 0.5, 0.4), "Office"), "monitor"),
        (_item("TV 16:9", (0.6, 0.3, 0.5)), "television"),
        (_item("Captain's bed", (1.0, 2.1, 0.9), "Bedroom"), "bed"),
        (_item("Sitting female", where="Characters"), PERSON),
        (_item("Male", where="Bathroom"), None),
        (_item("Grand piano"), None),
        (_item("Chair", opening=True), None),
    ],
)
def test_names_sizes_and_rooms_decide(item: CatalogueItem, category: str | None) -> None:
    assert category_of(item) == category
