"""Desks and dressing tables: tops to sit at, with drawers beside or below and free room for the knees."""

from __future__ import annotations

from wayproof.geometry.outlines import arch, oval, rounded_rectangle
from wayproof.geometry.solid import Floats, Solid, both_sides, join, turn
from wayproof.geometry.solids import box, upright
from wayproof.geometry.sweeps import leg
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import Joinery, joinery
from wayproof.scenes.furniture_parts.drawers import apron_drawers, drawer_block
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import reflecting
from wayproof.scenes.furniture_parts.picture_frames import framed_picture
from wayproof.scenes.furniture_parts.tabletops import table_top

TOP_M = 0.028


@furniture(
    "desk",
    group="tables",
    shapes=("pedestal", "writing", "double_pedestal"),
    held_out=("hutch",),
    synonyms=("writing desk", "work table"),
)
def desk(shape: str, vary: Variation) -> Model:
    """A table to work at, with drawers and free room for a chair."""
    width, depth, height = 1.28 * vary.scale, 0.64 * vary.scale**0.5, 0.74
    if shape == "double_pedestal":
        width = max(width, 1.3)
    work = joinery(vary, ("wood", ()), ("wood", ()), ("metal", ("white", "grey", "black")))
    top = table_top(width, depth, TOP_M, height)
    if shape == "pedestal":
        parts = _pedestal_desk(width, depth, height, work, vary)
    elif shape == "double_pedestal":
        parts = _double_pedestal_desk(width, depth, height, work, vary)
    else:
        under = height - TOP_M + 0.002
        parts = apron_drawers(width, depth, under, 0.095, vary.count("drawer", 1, 3), work)
    parts.append(Part(top, work.body))
    room, middle = depth - 0.08, 0.0
    shelves: list[Surface] = []
    if shape == "hutch":
        hutch, shelves, taken = _hutch(width, depth, height)
        parts.append(Part(hutch, work.body))
        room, middle = depth - taken - 0.06, taken / 2
    surface = Surface((0, height, middle), width - 0.08, room)
    return settled(parts, vary, surfaces=[surface, *shelves])


def _pedestal_desk(width: float, depth: float, height: float, work: Joinery, vary: Variation) -> list[Part]:
    """Drawers on one side, a panel or a pair of legs on the other, and a board behind the knees."""
    count = vary.count("drawer", 2, 4)
    side = vary.choose((-1.0, 1.0))
    under = height - TOP_M + 0.002
    block = min(0.4, width / 2 - 0.31)  # a chair fits beside it, in the middle of the desk
    x = side * (width / 2 - block / 2 - 0.01)
    parts = drawer_block(x, (block, under - 0.04, depth - 0.03), 0.04, count, work)
    plinth = box((block - 0.03, 0.042, depth - 0.08), (x, 0, -0.01))
    far = -side * (width / 2 - 0.03)
    if vary.chance(0.5):
        end = upright((0.026, under, depth - 0.04), (far + side * 0.002, 0, 0))
    else:
        z = depth / 2 - 0.05
        legs = [leg((far, 0, s * z), (far, under, s * z), 0.03, 0.045) for s in (-1, 1)]
        end = join([*legs, box((0.02, 0.06, 2 * z - 0.03), (far, under - 0.062, 0))])
    inner = x - side * block / 2
    panel = box((abs(inner - far) - 0.01, 0.3, 0.018), ((inner + far) / 2, under - 0.302, 0.03 - depth / 2))
    return [*parts, Part(join([plinth, end, panel]), work.body)]


def _double_pedestal_desk(
    width: float, depth: float, height: float, work: Joinery, vary: Variation
) -> list[Part]:
    """Drawers on both sides and a board behind the knees down to the floor."""
    count = 2 * vary.choose((2, 3))
    vary.count("drawer", count, count)
    under, block = height - TOP_M + 0.002, min(0.4, (width - 0.62) / 2)
    parts: list[Part] = []
    for side in (-1.0, 1.0):
        x = side * (width / 2 - block / 2 - 0.012)
        parts += drawer_block(x, (block, under - 0.04, depth - 0.03), 0.04, count // 2, work)
        parts.append(Part(box((block - 0.02, 0.042, depth - 0.06), (x, 0, -0.008)), work.body))
    panel = box((width - 2 * block, 0.55, 0.018), (0, under - 0.552, 0.035 - depth / 2))
    return [*parts, Part(panel, work.body)]


def _hutch(width: float, depth: float, height: float) -> tuple[Solid, list[Surface], float]:
    """A rack of shelves at the back of the top; also its surfaces and the depth that it takes."""
    deep, high, back = 0.22, 0.36, -depth / 2 + 0.012
    z = back + deep / 2
    side = width / 2 - 0.025
    pieces = [
        both_sides(box((0.02, high + 0.002, deep), (side, height - 0.002, z))),
        box((2 * side + 0.016, 0.02, deep + 0.012), (0, height + high - 0.002, z + 0.004)),
        box((2 * side - 0.016, high, 0.012), (0, height - 0.001, back + 0.008)),
        both_sides(box((0.016, high, deep - 0.014), (side * 0.36, height - 0.001, z + 0.005))),
        both_sides(box((0.64 * side - 0.02, 0.016, deep - 0.018), (0.68 * side, height + 0.17, z + 0.005))),
    ]
    wide = 0.64 * side - 0.08
    top = Surface((0, height + high + 0.018, z), 2 * side - 0.06, deep - 0.05)
    shelves = [
        Surface((x, height + 0.186, z + 0.006), wide, deep - 0.06, clearance_m=high - 0.21, relation="in")
        for x in (-0.68 * side, 0.68 * side)
    ]
    return join(pieces), [top, *shelves], deep + 0.02


@furniture(
    "dressing_table",
    group="tables",
    shapes=("round_mirror", "triple_mirror"),
    held_out=("arched_mirror",),
    synonyms=("vanity", "vanity table", "dresser table"),
)
def dressing_table(shape: str, vary: Variation) -> Model:
    """A small table with a mirror to dress and make up at."""
    width, depth, height = 1.0 * vary.scale, 0.44 * vary.scale**0.5, 0.75
    work = joinery(vary, ("wood", ()))
    under, high = height - 0.024 + 0.002, 0.13
    if shape == "triple_mirror":
        count = 2 * vary.choose((2, 3))
        vary.count("drawer", count, count)
        parts = _side_blocks(width, depth, under, count // 2, work)
    else:
        parts = apron_drawers(width, depth, under, high, vary.count("drawer", 1, 3), work)
    parts.append(Part(table_top(width, depth, 0.024, height), work.body))
    glass = reflecting(vary)
    back = 0.012 - depth / 2
    for frame, pane in _mirrors(shape, width, height, back):
        parts += [Part(frame, work.body), Part(pane, glass)]
    surface = Surface((0, height, 0.07), width - 0.08, depth - 0.24)
    return settled(parts, vary, surfaces=(surface,))


def _side_blocks(width: float, depth: float, under: float, count: int, work: Joinery) -> list[Part]:
    block = min(0.26, (width - 0.44) / 2)
    parts: list[Part] = []
    for side in (-1.0, 1.0):
        x = side * (width / 2 - block / 2 - 0.01)
        parts += drawer_block(x, (block, under - 0.1, depth - 0.02), 0.1, count, work)
        parts.append(Part(box((block - 0.03, 0.102, depth - 0.07), (x, 0, -0.01)), work.body))
    return parts


def _mirrors(shape: str, width: float, height: float, back: float) -> list[tuple[Solid, Solid]]:
    """Frames and panes of the mirrors above the top."""
    if shape == "round_mirror":
        return [_mirror(oval(0.56, 0.56, sides=24), (0, height + 0.36, back + 0.03), stays=True)]
    if shape == "arched_mirror":
        return [_mirror(arch(0.6 * width, 0.84), (0, height + 0.42, back), stays=False)]
    tall, half, wing = 0.32, 0.24 * width, 0.13 * width
    pairs = [_mirror(rounded_rectangle(2 * half, 2 * tall, 0.05), (0, height + tall, back), stays=False)]
    for side in (-1.0, 1.0):
        hinge = (side * (half + 0.004), 0.0, back)
        pieces = _mirror(
            rounded_rectangle(2 * wing, 1.72 * tall, 0.05),
            (side * (half + wing + 0.006), height + 0.86 * tall, back),
            stays=False,
        )
        frame, pane = (turn(piece, -side * 0.5, about=hinge) for piece in pieces)
        pairs.append((frame, pane))
    return pairs


def _mirror(outline: Floats, at: tuple[float, float, float], *, stays: bool) -> tuple[Solid, Solid]:
    """A framed mirror that looks along +Z, its middle at a point; on two stays where it stands free."""
    frame, pane = framed_picture(outline, 0.03, 0.028, at)
    if stays:
        x, low = 0.55 * float(outline[:, 0].max()), at[1] - float(outline[:, 1].max()) - 0.1
        stay = upright((0.035, at[1] - low, 0.02), (x, low, at[2] - 0.012))
        frame = join([frame, both_sides(stay)])
    return frame, pane
