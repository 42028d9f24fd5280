"""What AI2-THOR's object types are called and built as here: one readable table.

`Kind(category)`: our category, built as our furniture. `shapes` limits it to the shapes that suit; `like` is
the category whose builder lends the geometry when the name has none of its own. `form` is a plain body for
small things that no builder makes, and for things that would have to be stretched too far. `lies`: it has no
top of its own, so any side may be up; `turns`: it has no front.
"""

from __future__ import annotations

from dataclasses import dataclass

from wayproof.geometry.solid import Point
from wayproof.scenes.procthor.procthor_plan import lower_snake

BOX, BALL, CAN, PAD, BLADE, SACK, SCREEN = "box", "ball", "can", "pad", "blade", "sack", "flat_screen"


@dataclass(frozen=True)
class Kind:
    category: str
    shapes: tuple[str, ...] = ()
    like: str = ""
    form: str = ""
    built: bool = True
    material: str = ""  # of a form
    colour: str = ""
    lies: bool = False
    turns: bool = False

    @property
    def builder(self) -> str:
        """The category whose builder makes it; empty for a form."""
        return (self.like or self.category) if self.built else ""


def _form(category: str, form: str, material: str, colour: str) -> Kind:
    return Kind(category, form=form, built=False, material=material, colour=colour, lies=True)


KINDS: dict[str, Kind] = {
    # furniture
    "ArmChair": Kind("easy_chair"),
    "Bed": Kind("bed", ("panel", "upholstered", "platform")),
    "Cart": Kind("cart", ("shelf",), like="side_table", turns=True),
    "Chair": Kind("chair"),
    "ClothesDryer": Kind("clothes_dryer"),
    "CoffeeTable": Kind("coffee_table", ("shelf", "waterfall", "hairpin"), turns=True),
    "Desk": Kind("desk"),
    "DiningTable": Kind("dining_table", ("four_legs", "trestle"), turns=True),
    "DogBed": Kind("pet_bed"),
    "Dresser": Kind("dresser", ("chest", "wide")),
    "CounterTop": Kind("kitchen_counter"),  # see counters.py
    "Footstool": Kind("stool", turns=True),
    "Fridge": Kind("refrigerator"),
    "LaundryHamper": Kind("laundry_basket"),
    "Ottoman": Kind("ottoman"),
    "Safe": Kind("safe"),
    "ShelvingUnit": Kind("bookshelf", ("tall", "low", "open_frame")),
    "SideTable": Kind("side_table", ("shelf",), turns=True),
    "Sofa": Kind("couch"),
    "Stool": Kind("stool", ("three_legs", "square"), turns=True),
    "Toilet": Kind("toilet", ("close_coupled",)),
    "TVStand": Kind("tv_stand"),
    "WashingMachine": Kind("washing_machine"),
    # lamps, screens, machines
    "CellPhone": Kind("cellular_telephone", ("smartphone", "keypad"), lies=True),
    "CoffeeMachine": Kind("coffee_machine"),
    "DeskLamp": Kind("desk_lamp"),
    "Desktop": Kind("desktop_computer", ("round_foot", "legs"), like="monitor"),
    "FloorLamp": Kind("floor_lamp", ("straight", "tripod")),
    "Kettle": Kind("kettle", turns=True),
    "Laptop": Kind("laptop", ("slim", "chunky")),
    "Microwave": Kind("microwave"),
    "RemoteControl": Kind("remote_control", lies=True),
    "Television": Kind("television", ("feet", "stand")),
    "Toaster": Kind("toaster", turns=True),
    "VacuumCleaner": Kind("vacuum_cleaner"),
    # decoration and cloth
    "Candle": Kind("candle", ("pillar", "taper"), turns=True),
    "HousePlant": Kind("house_plant", turns=True),
    "Painting": Kind("picture", ("landscape", "portrait")),
    "Pillow": Kind("pillow", ("square", "oblong"), turns=True),
    "Statue": Kind("statue"),
    "TableTopDecor": Kind("bowl", turns=True),
    "TeddyBear": Kind("teddy_bear", ("sitting",)),
    "Vase": Kind("vase", turns=True),
    "Cloth": Kind("cloth", ("folded",), like="towel", turns=True),
    "HandTowel": _form("hand_towel", PAD, "fabric", "white"),
    "Towel": _form("towel", PAD, "fabric", "blue"),
    "ShowerCurtain": _form("shower_curtain", PAD, "fabric", "white"),
    # things one reads, writes with, carries
    "AlarmClock": Kind("alarm_clock"),
    "BaseballBat": Kind("baseball_bat", lies=True),
    "BasketBall": Kind("basketball", ("ball",)),
    "Book": Kind("book", ("single",), lies=True),
    "Boots": Kind("shoes", ("boots",), turns=True),
    "Box": Kind("box", turns=True),
    "Dumbbell": Kind("dumbbell", lies=True),
    "KeyChain": Kind("keys", lies=True),
    "Newspaper": Kind("newspaper", ("folded", "rolled"), lies=True),
    "TennisRacket": Kind("tennis_racket", lies=True),
    "TissueBox": Kind("tissue_box", turns=True),
    "WateringCan": Kind("watering_can", turns=True),
    "CD": _form("compact_disc", CAN, "metal", "silver"),
    "CreditCard": _form("credit_card", BOX, "plastic", "blue"),
    "Pen": _form("pen", BLADE, "plastic", "blue"),
    "Pencil": _form("pencil", BLADE, "wood", "yellow"),
    "Watch": _form("watch", CAN, "metal", "gold"),
    # kitchen
    "Bottle": Kind("bottle", turns=True),
    "Bowl": Kind("bowl", turns=True),
    "Cup": Kind("cup", ("straight", "tapered"), like="mug", turns=True),
    "Mug": Kind("mug", turns=True),
    "Pan": Kind("pan", ("skillet",), turns=True),
    "PepperShaker": Kind("pepper_shaker", like="salt_shaker", turns=True),
    "Plate": Kind("plate", ("round",), turns=True),
    "Pot": Kind("pot", turns=True),
    "SaltShaker": Kind("salt_shaker", turns=True),
    "WineBottle": Kind("bottle", ("wine",), turns=True),
    "AluminumFoil": _form("aluminum_foil", CAN, "metal", "silver"),
    "ButterKnife": _form("butter_knife", BLADE, "metal", "silver"),
    "DishSponge": _form("dish_sponge", PAD, "fabric", "yellow"),
    "Fork": _form("fork", BLADE, "metal", "silver"),
    "Knife": _form("knife", BLADE, "metal", "silver"),
    "Ladle": _form("ladle", BLADE, "metal", "silver"),
    "Spatula": _form("spatula", BLADE, "plastic", "black"),
    "Spoon": _form("spoon", BLADE, "metal", "silver"),
    # food
    "Apple": Kind("apple", turns=True),
    "Bread": Kind("bread", ("loaf",), turns=True),
    "Egg": _form("egg", BALL, "ceramic", "beige"),
    "Lettuce": _form("lettuce", BALL, "plant", "green"),
    "Potato": _form("potato", BALL, "food", "brown"),
    "Tomato": _form("tomato", BALL, "food", "red"),
    # bathroom and cleaning
    "Blinds": _form("blinds", BOX, "plastic", "white"),
    "Faucet": _form("faucet", CAN, "metal", "silver"),
    "GarbageBag": _form("garbage_bag", SACK, "plastic", "black"),
    "GarbageCan": Kind("garbage_can", turns=True),
    "PaperTowelRoll": _form("paper_towel_roll", CAN, "paper", "white"),
    "HandTowelHolder": _form("towel_rack", CAN, "metal", "silver"),
    "LightSwitch": _form("light_switch", BOX, "plastic", "white"),
    "Plunger": Kind("plunger", turns=True),
    "ScrubBrush": Kind("scrub_brush", ("classic",), like="plunger", turns=True),
    "ShowerHead": _form("shower_head", CAN, "metal", "silver"),
    "Sink": Kind("washbasin", ("pedestal", "vanity")),
    "SoapBar": _form("soap_bar", PAD, "wax", "white"),
    "SoapBottle": Kind("soap_dispenser", turns=True),
    "SprayBottle": Kind("spray_bottle", turns=True),
    "ToiletPaper": Kind("toilet_paper", ("roll",), form=CAN, material="paper", colour="white", turns=True),
    "ToiletPaperHanger": Kind("toilet_paper_holder"),
    "TowelHolder": _form("towel_rack", BLADE, "metal", "silver"),
}
HAS_ITS_TAP = ("washbasin", "kitchen_sink")  # a faucet that the file puts on them is there already
TALL_STOOL_M = 0.55
LOW_SINK_M = 0.5  # basins to be let into a worktop


FLAT_SCREEN_M = 0.16  # televisions less deep than this hang on a wall


def kind_of(asset_type: str, asset_id: str, size_m: Point) -> Kind:
    """How an asset of AI2-THOR is built; an unknown type keeps its own name and becomes a box."""
    _, height_m, depth_m = size_m
    if "office_chair" in asset_id.lower():
        return Kind("office_chair")
    if asset_type == "CounterTop" and "Island" in asset_id:
        return Kind("kitchen_island")
    if asset_type == "Stool" and height_m > TALL_STOOL_M:
        return Kind("bar_stool", ("round", "swivel"), turns=True)
    if asset_type == "Television" and depth_m < FLAT_SCREEN_M:
        return _form("television", SCREEN, "plastic", "black")
    if asset_type == "Sink" and height_m < LOW_SINK_M:
        return _form("washbasin", PAD, "ceramic", "white")
    return KINDS.get(asset_type) or _form(lower_snake(asset_type), BOX, "plastic", "grey")
