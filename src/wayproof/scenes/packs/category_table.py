"""Which of our object categories a catalogue's model belongs to: a table of the names that catalogues use.

A rule holds when the model's name (lower case, without digits at its end) is one of the rule's names and the
rule's limits hold. The first rule that holds decides; what no rule names belongs to none of our categories.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wayproof.scenes.furniture import FURNITURE
from wayproof.scenes.packs.catalogue_file import CatalogueItem

PERSON = "person"  # not furniture: see people.py
STANDS_BELOW_M = 0.25  # what a catalogue hangs higher cannot stand on a floor or table


@dataclass(frozen=True)
class Rule:
    """Names for a category; sizes in metres bound it, `where` names the catalogue's own categories."""

    category: str
    names: str  # separated by commas
    height_m: tuple[float, float] = (0.0, 99.0)
    width_m: tuple[float, float] = (0.0, 99.0)
    hangs_above_m: float | None = None  # the least height at which the catalogue hangs it
    where: tuple[str, ...] = ()
    tag: str | None = None

    def holds(self, item: CatalogueItem, name: str) -> bool:
        return (
            name in {known.strip() for known in self.names.split(",")}
            and self.height_m[0] <= item.height_m <= self.height_m[1]
            and self.width_m[0] <= item.width_m <= self.width_m[1]
            and (self.hangs_above_m is None or item.elevation_m >= self.hangs_above_m)
            and (not self.where or item.category.lower() in self.where)
            and (self.tag is None or self.tag in {tag.lower() for tag in item.tags})
        )


_SOFAS = (
    "sofa, couch, corner sofa, futon couch, winchester sofa, clear sofa, burlap sofa, sofa 2 seats,"
    "sofa 3 seats, rattan sofa, convertible sofa bz"
)
_TABLES = (
    "table, black table, glass table, oak table, table with tablecloth, folding table, round table,"
    "cafe table, table on trestles, wooden table, wooden alder table, wooden teak table, rattan table"
)
_CHAIRS = (
    "chair, oak chair, folding chair, chair with cushion, plastic chair, osaka chair, cafe chair, child chair"
)
_PLANTS = (
    "plant, little plant, decorative plant, indoor plant, spathiphyllum, yucca, spider plant, ficus,"
    "succulent plant, cactus, bamboo, bonsai tree, flower box, plant box"
)

RULES: tuple[Rule, ...] = (
    # seats
    Rule("office_chair", "chair", where=("office",), width_m=(0.4, 0.8)),
    Rule("chair", _CHAIRS, height_m=(0.7, 1.25), width_m=(0.3, 0.62)),
    Rule("bar_stool", "bar stool, bar chair, stool", height_m=(0.66, 1.3)),
    Rule("stool", "stool", height_m=(0.3, 0.66)),
    Rule("easy_chair", "armchair", where=("office",), width_m=(0.8, 1.5)),
    Rule(
        "easy_chair",
        "armchair, winchester armchair, modern armchair, rattan armchair, chair, teck chair",
        where=("living room", "exterior"),
    ),
    Rule("high_chair", "baby high chair"),
    Rule("ottoman", "puff"),
    Rule("couch", _SOFAS, height_m=(0.5, 1.2)),
    Rule("bench", "bench, piano bench, painted bench, concrete bench, wood bank, little bank"),
    # tables
    Rule("coffee_table", "coffee table," + _TABLES, height_m=(0.3, 0.58)),
    Rule("desk", "wooden table, wooden alder table, wooden teak table, table", where=("office",)),
    Rule("dining_table", _TABLES, height_m=(0.62, 0.8), width_m=(0.6, 3.0)),
    Rule("desk", "desk, wooden desk, desk table, technical table", height_m=(0.65, 1.3)),
    Rule("dressing_table", "dressing table"),
    Rule("side_table", "children table," + _TABLES, height_m=(0.4, 0.7), width_m=(0.3, 0.65)),
    Rule("night_stand", "bedside table"),
    Rule("tv_stand", "tv stand"),
    # beds
    Rule("bed", "bed, iron bed, captain's bed", height_m=(0.4, 1.4)),
    Rule("child_bed", "child bed"),
    Rule("bunk_bed", "bunk bed, mezzanine bed"),
    Rule("crib", "crib, baby bed"),
    # storage
    Rule("bookshelf", "bookcase, shelves, vertical shelves, full bookcase, contemporary living room"),
    Rule("wardrobe", "wardrobe"),
    Rule("cabinet", "cupboard, box, television cabinet, high cabinet", height_m=(0.7, 2.4)),
    Rule("dresser", "dresser with drawers, chest"),
    Rule("filing_cabinet", "filing cabinet"),
    Rule("safe", "safe"),
    Rule("coat_rack", "clothes rack"),
    Rule("box", "cardboard box, open cardboard box, box, crate, gift", height_m=(0.05, 0.7)),
    Rule("toy_chest", "trunck"),
    Rule("laundry_basket", "clothes basket"),
    Rule("basket", "shopping basket"),
    Rule("suitcase", "suitcase, briefcase"),
    # kitchen
    Rule("kitchen_counter", "lower cabinet, small lower cabinet, drawers cabinet", height_m=(0.8, 1.0)),
    Rule("kitchen_sink", "sink, sink cabinet", where=("kitchen",)),
    Rule("kitchen_island", "island, island extension"),
    Rule(
        "wall_cupboard",
        "upper cabinet, small upper cabinet, glass door cabinet, upper shelves cabinet",
        height_m=(0.4, 1.0),
    ),
    Rule("refrigerator", "refrigerator, fridge, large fridge", height_m=(1.0, 2.2)),
    Rule("stove", "large stove, propane stove", height_m=(0.5, 1.2)),
    Rule("range_hood", "hood, range hood", height_m=(0.1, 0.8)),
    Rule("washing_machine", "washing machine, clothes washing machine"),
    Rule("clothes_dryer", "dryer machine"),
    Rule("microwave", "microwave"),
    Rule("coffee_machine", "coffee machine, coffee maker, coffee brewer"),
    Rule("mixer", "mixer"),
    Rule("toaster", "toaster"),
    Rule("kettle", "boiler"),
    Rule("teapot", "teapot"),
    Rule("pot", "large pan"),
    Rule("cup", "cup, coffee cup, plastic cup"),
    Rule("mug", "coffee mug"),
    Rule("wine_glass", "cocktail glass, glass"),
    Rule("bottle", "wine bottle, beer bottle, milk, yogurt bottle, baby bottle"),
    Rule("bowl", "bowl, bowl with fruits, bowl with salad, apples"),
    Rule("plate", "plate, oval plate"),
    Rule("tray", "tray, sushi tray, letter tray"),
    Rule("jar", "old jar, pottery, sugar"),
    Rule("salt_shaker", "salt shaker"),
    Rule("cutting_board", "chopping board"),
    Rule("knife_block", "knife stand"),
    Rule("bread", "bread"),
    Rule("cake", "birthday cake"),
    # bathroom
    Rule("washbasin", "washbasin, vanity, small lavatory, double vanity"),
    Rule("toilet", "toilets unit"),
    Rule("bathtub", "bath, island bath"),
    Rule("shower", "shower stall"),
    Rule("toilet_paper_holder", "toilet paper dispenser"),
    Rule("towel_rack", "towel rack"),
    Rule("towel", "towel", height_m=(0.0, 0.2)),
    Rule("soap_dispenser", "soap, bottle", where=("bathroom",)),
    Rule("bath_mat", "bathmat"),
    Rule("water_heater", "electric water heater, gaz water heater"),
    Rule("radiator", "radiator"),
    # light
    Rule("desk_lamp", "desk lamp"),
    Rule("ceiling_lamp", "lamp", hangs_above_m=1.5),
    Rule("table_lamp", "lamp, little lamp, pedestal vase lamp", height_m=(0.2, 0.9), where=("lights",)),
    Rule("floor_lamp", "lamp", height_m=(1.2, 2.2), where=("lights",)),
    Rule("ceiling_lamp", "pendant lamp, hanging light, chandelier lamp, ceiling lamp"),
    Rule("wall_lamp", "wall light, wall spotlight, wall lamp artwork, porch light"),
    Rule("candle", "candle"),
    # screens and gadgets
    Rule("television", "tv, tv 16:9, wall flat tv"),
    Rule("monitor", "apple imac"),
    Rule("laptop", "laptop, apple ibook"),
    Rule("printer", "inkjet printer and scanner"),
    Rule("cellular_telephone", "apple iphone, mobile phone"),
    Rule("game_console", "playstation"),
    Rule("remote_control", "tv remote control"),
    Rule("speaker", "speaker"),
    Rule("radio", "radio, mini stereo, mp3 station, mp3 base"),
    Rule("fan", "table fan, rigged fan"),
    Rule("alarm_clock", "clock", tag="alarm"),
    Rule("clock", "cuckoo clock"),
    # decoration and clothes
    Rule("house_plant", _PLANTS, height_m=(0.05, 2.3)),
    Rule("vase", "vase, flowers, tulips, white lily"),
    Rule("picture_frame", "frame chambord, frame hôi an"),
    Rule("rug", "round carpet, doormat"),
    Rule("curtain", "curtain"),
    Rule("fireplace", "fireplace"),
    Rule("aquarium", "aquarium"),
    Rule("statue", "deer"),
    Rule("book", "book"),
    Rule("newspaper", "newspaper"),
    Rule("pen_holder", "penbox"),
    Rule("keys", "keys"),
    Rule("eyeglasses", "glasses, sunglasses"),
    Rule("hat", "hat, cap", where=("bedroom",)),
    Rule("shoes", "sneakers, slippers, bootie, woman shoes, mocassin"),
    Rule("handbag", "handbag"),
    Rule("backpack", "backpack"),
    Rule("guitar", "electric guitar"),
    # household, sport and toys
    Rule("garbage_can", "dustbin, bullet trash can, residential trashcan, park trashcan, recycling bin"),
    Rule("broom", "broom"),
    Rule("ladder", "step ladder, small step ladder"),
    Rule("drying_rack", "clothes horse"),
    Rule("spray_bottle", "spray bottle"),
    Rule("basketball", "basketball"),
    Rule("soccer_ball", "soccer ball"),
    Rule("tennis_racket", "tennis racket"),
    Rule("teddy_bear", "teddy bear"),
    Rule("doll_house", "doll house"),
    Rule("toy_car", "car model"),
    # people
    Rule(
        PERSON,
        "female, male, boy, girl, holding male, holding female, sitting male, sitting female, sitting boy,"
        "sitting girl, lying down female, lying down male, lying down boy, mannequin male, mannequin female",
        where=("characters",),
    ),
)


def category_of(item: CatalogueItem, rules: tuple[Rule, ...] = RULES) -> str | None:
    """Our category for a model, `person` for people, None for what we have no word for."""
    if item.is_opening:
        return None
    name = item.name.lower().strip()
    names = (name, re.sub(r"\s*\d+$", "", name))
    found = next((rule.category for rule in rules if any(rule.holds(item, known) for known in names)), None)
    if found is None or found == PERSON or item.elevation_m <= STANDS_BELOW_M:
        return found
    return found if FURNITURE[found].stands in ("wall", "ceiling") else None
