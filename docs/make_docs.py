"""Regenerate the pictures and reference pages of the documentation: `make docs`.

`python docs/make_docs.py statistics` also re-checks 1,000 houses for the statistics page (about 15 minutes),
`python docs/make_docs.py speed [AREA...]` measures the bench tables anew (5 minutes on a quiet machine).
Pictures of report and viewer come from a browser: `make_screens.py`.
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

import make_python_reference
import make_reference
import msgspec
import numpy as np
from paper_links import linked
from PIL import Image, ImageDraw, ImageFont

from wayproof.cli.bench import AREAS
from wayproof.corruptions import CORRUPTIONS, MODALITIES
from wayproof.navigation.fitness.many_houses import BulkResult, check_houses
from wayproof.navigation.free_points import snap
from wayproof.pictures.contact_sheet import contact_sheet
from wayproof.pictures.corruption_gallery import colour_names, gallery
from wayproof.pictures.people_sheet import most_open_corner, people_in_room
from wayproof.pictures.scene_sheets import save_picture
from wayproof.pictures.views import corner_eyes, from_above, into_rooms
from wayproof.pictures.walk_sheet import show_walk
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import Renderer, render
from wayproof.scenes.by_name import scene_named
from wayproof.scenes.furniture import FURNITURE, HOME, Furniture, home_categories
from wayproof.scenes.houses.house import make_house
from wayproof.scenes.meshes.mesh_reader import read_mesh
from wayproof.scenes.packs.pack_files import installed_packs
from wayproof.scenes.plan.drawing import draw_plan, polygon_area
from wayproof.scenes.plan.png import to_pixels
from wayproof.scenes.scene import Room, Scene
from wayproof.scenes.textures import TEXTURES
from wayproof.sensors.rig import view_of
from wayproof.simulator.body import body_names, load_body
from wayproof.simulator.world import World
from wayproof.vocabulary import Pose

DOCS = Path(__file__).parent
PICTURES = DOCS / "pictures"
REFERENCE = DOCS / "reference"
STATISTICS = REFERENCE / "house_statistics.json"
HOUSES = 1000
LARGEST_PICTURE_BYTES = 300_000


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    REFERENCE.mkdir(exist_ok=True)
    draw_objects()
    draw_houses()
    write_objects_page()
    draw_worlds()
    draw_own_scene()
    draw_packs()
    draw_people()
    draw_bodies()
    draw_walk()
    draw_corruptions()
    write_corruptions_page()
    make_reference.main()
    make_python_reference.main()
    if "speed" in sys.argv:
        write_speed_page(sys.argv[2:])
    if "statistics" in sys.argv:
        STATISTICS.write_bytes(msgspec.json.encode(check_houses(range(HOUSES), split="train")))
    if STATISTICS.exists():
        write_statistics_page(msgspec.json.decode(STATISTICS.read_bytes(), type=BulkResult))


def by_group() -> list[tuple[str, list[Furniture]]]:
    """The furniture of homes."""
    known = [kind for kind in FURNITURE if kind.place == HOME]
    ordered = sorted(known, key=lambda kind: (kind.group, kind.name))
    return [(group, list(members)) for group, members in groupby(ordered, key=lambda kind: kind.group)]


def save_small(pixels: np.ndarray, file: Path) -> None:
    """As JPEG, at the best quality that stays under the limit for committed pictures."""
    for quality in (88, 80, 70, 60, 50):
        Image.fromarray(pixels).save(file, "JPEG", quality=quality, optimize=True)
        if file.stat().st_size < LARGEST_PICTURE_BYTES:
            return
    raise SystemExit(f"{file} is too large even at low quality")


def draw_objects() -> None:
    """Three variants of every category, in sheets of at most 40 categories."""
    names = [category.name for _, members in by_group() for category in members]
    for number, start in enumerate(range(0, len(names), 40), start=1):
        sheet = contact_sheet(names[start : start + 40], tile_px=92, across=4)
        save_small(sheet, PICTURES / f"objects-{number}.jpg")
        print(f"drew objects-{number}.jpg")


def draw_houses() -> None:
    """Ten houses: plan, view from above, and two rooms each."""
    rows = []
    for seed in range(10):
        scene = make_house(seed, split="val")
        rooms = into_rooms(scene, width_px=320, height_px=240)
        chosen = [picture for _, picture in rooms[:2]]
        tiles = [
            fitted(to_pixels(draw_plan(scene), width_px=480)),
            fitted(from_above(scene, width_px=480)),
            *chosen,
        ]
        rows.append(np.concatenate(tiles, axis=1))
        if seed == 0:
            save_picture(from_above(scene, width_px=760), PICTURES / "house.jpg")
    for number, start in enumerate(range(0, 10, 5), start=1):
        save_small(np.concatenate(rows[start : start + 5], axis=0), PICTURES / f"houses-{number}.jpg")
        print(f"drew houses-{number}.jpg")


def draw_worlds() -> None:
    """A house and the same house as a scan, an office and a shop: from above, and two rooms each."""
    rows = []
    for name in ("houses-v1/val/1", "houses-v1/val/1@scan_like", "offices-v1/val/0", "shops-v1/val/0"):
        scene = scene_named(name)
        tiles = [fitted(from_above(scene, width_px=480)), *largest_rooms(scene)[:2]]
        rows.append(np.concatenate(tiles, axis=1))
    save_small(np.concatenate(rows), PICTURES / "worlds.jpg")
    print("drew worlds.jpg")


def draw_own_scene() -> None:
    """The rooms of examples/own_scene.py as their file has them, and lit on import."""
    sys.path.insert(0, str(DOCS.parent / "examples"))
    own_scene = importlib.import_module("own_scene")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "flat.glb"
        own_scene.write_mesh(file)
        tiles = []
        for light in ("none", "auto"):
            scene = read_mesh(file, light=light).scene
            views = [view_from((4.1, 1.4, 4.4), 0.75), view_from((8.4, 1.4, 0.6), 2.3)]
            frames = render(prepare(scene), views, Camera(400, 300, 1.4), want=("rgb",))
            tiles.append(np.concatenate([np.asarray(frame.rgb) for frame in frames]))
    save_small(np.concatenate(tiles, axis=1), PICTURES / "own-scene.jpg")
    print("drew own-scene.jpg")


def draw_packs() -> None:
    """A room of each of twenty houses with real furniture, where Debian's packs are installed."""
    if not installed_packs():
        print("kept furniture-packs.jpg: no pack is installed (wayproof scenes pack add --debian)")
        return
    tiles = []
    for seed in range(20):
        rooms = largest_rooms(scene_named(f"houses-v1/val/{seed}@packs"))
        tiles.append(rooms[seed % min(3, len(rooms))])  # not living rooms alone
    rows = [np.concatenate(tiles[start : start + 4], axis=1) for start in range(0, len(tiles), 4)]
    save_small(np.concatenate(rows), PICTURES / "furniture-packs.jpg")
    print("drew furniture-packs.jpg")


def largest_rooms(scene: Scene) -> list[np.ndarray]:
    """Pictures of its rooms but hallways, the largest first."""
    views = [view for view in into_rooms(scene, width_px=320, height_px=240) if view[0].type != "hallway"]
    return [picture for _, picture in sorted(views, key=lambda view: -room_area(view[0]))]


def room_area(room: Room) -> float:
    return polygon_area(np.asarray(room.polygon_m, float))


def draw_people() -> None:
    """Three people each in four living rooms, at the eye height of a small robot."""
    pictures = []
    for number, seed in enumerate((0, 7, 2, 8)):
        scene = make_house(seed, split="val")
        pictures.append(people_in_room(scene, scene.rooms[0], first_figure=3 * number))
    rows = [np.concatenate(pair, axis=1) for pair in (pictures[:2], pictures[2:])]
    save_small(np.concatenate(rows), PICTURES / "people.jpg")
    print("drew people.jpg")


def draw_bodies() -> None:
    """The same place through the eyes of every body, each with its own height, lens and picture size."""
    scene = make_house(7, split="val")
    (x, _, z), heading = most_open_corner(Renderer(prepare(scene)), scene.rooms[0])
    tiles = []
    for name in body_names():
        body = load_body(name)
        world, mount = World(scene, body), body.cameras[0]
        place = snap(world.free, np.array([x, 0.0, z]), 1.0)
        state = world.simulator().start(Pose(*place.tolist(), heading))
        camera = Camera(mount.width_px, mount.height_px, mount.hfov_rad)
        rgb = render(world.prepared, [view_of(body, state, mount)], camera, want=("rgb",))[0].rgb
        caption = f"{name}: eye at {mount.height_m:.2f} m, {np.degrees(mount.hfov_rad):.0f} degrees"
        tiles.append(captioned(fitted(rgb), caption))
    rows = [np.concatenate(tiles[k : k + 3], axis=1) for k in range(0, len(tiles), 3)]
    save_small(np.concatenate(rows), PICTURES / "bodies.jpg")
    print("drew bodies.jpg")


def captioned(pixels: np.ndarray, text: str) -> np.ndarray:
    picture = Image.fromarray(pixels)
    font = ImageFont.load_default(size=13)
    ImageDraw.Draw(picture).text((8, 6), text, "black", font, stroke_width=3, stroke_fill="white")
    return np.asarray(picture)


def draw_walk() -> None:
    """The picture of the README: an expert's walk on the map, and what the robot saw on its way."""
    with TemporaryDirectory() as folder:
        files = show_walk(make_house(3, split="val"), Path(folder))
        pictures = {file.stem: Image.open(file).convert("RGB") for file in files}
    strip = pictures["walk"]
    plan = pictures["walk_map"]
    strip = strip.resize((900, round(strip.height * 900 / strip.width)), Image.Resampling.LANCZOS)
    plan = plan.resize(
        (round(plan.width * strip.height / plan.height), strip.height), Image.Resampling.LANCZOS
    )
    both = Image.new("RGB", (plan.width + strip.width + 8, strip.height), "white")
    both.paste(plan, (0, 0))
    both.paste(strip, (plan.width + 8, 0))
    save_small(np.asarray(both), PICTURES / "walk.jpg")
    print("drew walk.jpg")


def draw_corruptions() -> None:
    """Every corruption of colours and of depth at five severities on one view."""
    scene = make_house(7, split="val")
    _, frame = into_rooms(scene, width_px=200, height_px=150)[0]
    names = colour_names()
    for number, start in enumerate(range(0, len(names), 7), start=1):
        save_small(gallery(frame, names=names[start : start + 7]), PICTURES / f"corruptions-{number}.jpg")
        print(f"drew corruptions-{number}.jpg")
    save_small(gallery(depth_of(scene)), PICTURES / "corruptions-depth.jpg")
    print("drew corruptions-depth.jpg")


def depth_of(scene: Scene) -> np.ndarray:
    """The first room as a depth map, from the corner that sees furthest."""
    camera = Camera(200, 150, np.radians(80.0))
    views = [view_from(eye, heading, pitch_rad=-0.2) for eye, heading in corner_eyes(scene.rooms[0], 1.2)]
    frames = render(prepare(scene), views, camera, want=("depth",))
    return max((frame.depth_m for frame in frames), key=np.median)


def write_corruptions_page() -> None:
    lines = ["# Corruptions", "", "Made by `make docs` from what each corruption declares about itself.", ""]
    for modality in MODALITIES:
        lines += [
            f"## {modality.replace('_', ' ')}",
            "",
            "| name | what goes wrong | from | lasts | profiles | strength by level | other constants |",
        ]
        lines += ["| --- | --- | --- | --- | --- | --- | --- |"]
        for entry in CORRUPTIONS:
            if entry.modality == modality:
                stated = (f"{name}: {value}" for name, value in entry.constants.items())
                others = "; ".join(text for text in stated if text != entry.strength)
                cells = (
                    entry.name,
                    entry.summary,
                    ", ".join(entry.sources),
                    entry.scope,
                    ", ".join(entry.profiles),
                )
                numbers = (entry.strength.replace("|", "/"), others.replace("|", "/"))
                lines.append(f"| {' | '.join((*cells, *numbers))} |")
        lines.append("")
    sheets = sorted(PICTURES.glob("corruptions-*.jpg"))
    lines += [
        "## Pictures",
        "",
        *(f"![five severities of each](../pictures/{sheet.name})" for sheet in sheets),
        "",
    ]
    (REFERENCE / "corruptions.md").write_text(linked("\n".join(lines)))


SPEED_OPENING = """# Speed

Measured with `wayproof bench` on {machine}. A ratio above 1 means that we are better than the
peer in the same run. Machines differ and are shared: compare within one run only. Corruptions have a row
for each profile: `parity` does what the peer does, `fixed` what we recommend. Those of albumentations are of
the same kind, by other formulas.

| area | name | value | unit | peer | peer's value | ratio |
| --- | --- | ---: | --- | --- | ---: | ---: |
"""


def write_speed_page(areas: list[str]) -> None:
    """Bench rows as one table, with the machine; other areas and other tables stay."""
    page = REFERENCE / "speed.md"
    by_hand = page.read_text().partition("\n## ")[1:]
    kept = [line for line in page.read_text().splitlines() if line.startswith("| ")][2:]
    rows = []
    for area in AREAS:
        if area in (areas or AREAS):
            measured = importlib.import_module(f"wayproof.bench.{area}").rows()
            rows += [speed_row(row) for row in measured]
            print(f"measured {area}")
        else:
            rows += [line for line in kept if line.startswith(f"| {area} |")]
    table = "\n".join([SPEED_OPENING.format(machine=machine()) + "\n".join(rows), ""])
    page.write_text(table + "".join(by_hand))


def speed_row(row: dict[str, object]) -> str:
    cells = [row[key] for key in ("area", "name", "value", "unit", "peer", "peer_value", "ratio")]
    return f"| {' | '.join(shown(cell) for cell in cells)} |"


def shown(cell: object) -> str:
    return "" if cell is None else f"{cell:.4g}" if isinstance(cell, float) else str(cell)


def machine() -> str:
    """Processor and cores, as the system names them."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.split(":")[1].strip() for line in lines if "model name" in line]
    processor = names[0] if names else platform.machine()
    return f"{processor}, {os.cpu_count()} cores, Python {platform.python_version()}"


def fitted(pixels: np.ndarray, size: tuple[int, int] = (320, 240)) -> np.ndarray:
    """Scaled to fit, centred on white."""
    picture = Image.fromarray(pixels)
    picture.thumbnail(size, Image.Resampling.LANCZOS)
    paper = Image.new("RGB", size, "white")
    paper.paste(picture, ((size[0] - picture.width) // 2, (size[1] - picture.height) // 2))
    return np.asarray(paper)


def write_objects_page() -> None:
    lines = [
        "# Objects",
        "",
        f"{len(home_categories())} categories; shapes in *italics* are in the test split only. "
        "Made by `make docs`.",
        "",
    ]
    for group, members in by_group():
        lines += [
            f"## {group}",
            "",
            "| name | what it is | shapes | also called |",
            "| --- | --- | --- | --- |",
        ]
        for category in members:
            shapes = ", ".join([*category.shapes, *(f"*{shape}*" for shape in category.held_out_shapes)])
            lines.append(
                f"| {category.name} | {category.summary} | {shapes} | {', '.join(category.synonyms)} |"
            )
        lines.append("")
    sheets = sorted(PICTURES.glob("objects-*.jpg"))
    lines += [
        "## Pictures",
        "",
        *(f"![three variants of each](../pictures/{sheet.name})" for sheet in sheets),
        "",
    ]
    lines += ["## Textures", "", ", ".join(f"`{name}`" for name in TEXTURES.names()) + ".", ""]
    (REFERENCE / "objects.md").write_text("\n".join(lines))


def write_statistics_page(result: BulkResult) -> None:
    areas: dict[str, list[float]] = {}
    words: dict[str, int] = {}
    for house in result.houses:
        for room_type, area in house.room_areas_m2:
            areas.setdefault(room_type, []).append(area)
        for word, count in house.attributes.items():
            words[word] = words.get(word, 0) + count
    lines = [
        "# What is in the houses",
        "",
        f"Measured over {len(result.houses)} houses of `houses-v1/train` with `wayproof scenes check`; "
        f"{len(result.houses) - len(result.problems)} are valid. Generated by `make docs`.",
        "",
        "## Rooms",
        "",
        "| type | in houses | area m², 5 % to 95 % (median) |",
        "| --- | --- | --- |",
    ]
    for room_type, sizes in sorted(areas.items()):
        share = np.mean([room_type in {name for name, _ in house.room_areas_m2} for house in result.houses])
        low, middle, high = np.percentile(sizes, [5, 50, 95])
        lines.append(f"| {room_type} | {100 * share:.0f} % | {low:.1f} to {high:.1f} ({middle:.1f}) |")
    lines += [
        "",
        "## Things per house",
        "",
        "| rooms | houses | median number of things |",
        "| --- | --- | --- |",
    ]
    for rooms in range(2, 11):
        count = sum(len(house.room_areas_m2) == rooms for house in result.houses)
        lines.append(f"| {rooms} | {count} | {result.median_objects(rooms)} |")
    lines += ["", "## Categories: share of houses that have one", ""]
    shares = sorted(result.category_shares().items(), key=lambda entry: entry[1])
    lines.append(", ".join(f"{name} {100 * share:.1f} %" for name, share in shares) + ".")
    lines += [
        "",
        "## Attributes",
        "",
        "| attribute | values and how many things have them |",
        "| --- | --- |",
    ]
    for name in ("colour", "size", "pattern", "material", "state", "modifier", "number", "support"):
        values = sorted(
            ((w.removeprefix(f"{name} "), n) for w, n in words.items() if w.startswith(f"{name} "))
        )
        lines.append(f"| {name} | {', '.join(f'{value} {count}' for value, count in values)} |")
    (REFERENCE / "house-statistics.md").write_text("\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
