"""Small self-made files of every format: the twins of genuine ones, with every field that the format defines.

A sample is a folder: file name to plain JSON document. The first file can also be read alone.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from wayproof.formats.file_bytes import packed

Folder = dict[str, Any]

HALF = math.sqrt(0.5)
SCENE = "hm3d/val/00800-TEEsavR23oF/TEEsavR23oF.basis.glb"
CONFIG = "./data/scene_datasets/hm3d/hm3d_annotated_basis.scene_dataset_config.json"


def _start(number: int, scene: str = SCENE) -> dict[str, Any]:
    """The fields of every Habitat episode; start 1 looks left, start 2 back."""
    turn = (0.0, HALF, 1.0)[number % 3]
    return {
        "episode_id": str(10 + number),
        "scene_id": scene,
        "scene_dataset_config": CONFIG,
        "additional_obj_config_paths": [],
        "start_position": [1.5 * number, 0.163, -2.25],
        "start_rotation": [0, turn, 0, math.sqrt(1.0 - turn * turn)],
    }


def _point_goal() -> Folder:
    path = [
        {"position": [0, 0, 0], "rotation": [0, 0, 0, 1], "action": 1},
        {"position": [0, 0, -1], "action": 0},
    ]
    content = [
        _start(i)
        | {
            "goals": [{"position": [4.0, 0.163, -3.5 - i], "radius": None if i else 0.2}],
            "start_room": None,
            "shortest_paths": [path] if i else None,
            "info": {"geodesic_distance": 5.25 + i, "difficulty": "easy"},
        }
        for i in range(3)
    ]
    return {"val.json.gz": {"episodes": []}, "content/TEEsavR23oF.json.gz": {"episodes": content}}


def _thing(number: int, category: str, **more: Any) -> dict[str, Any]:
    view = {"agent_state": {"position": [number, 0.1, -1.0], "rotation": [0, HALF, 0, HALF]}, "iou": 1.25}
    return {
        "position": [number + 0.5, 0.9, -1.5],
        "radius": None,
        "object_id": number,
        "object_name": f"{category}_{number}",
        "object_name_id": None,
        "object_category": category,
        "room_id": 4,
        "room_name": None,
        "view_points": [view, view | {"iou": 0.5}],
        **more,
    }


def _object_goal() -> Folder:
    maps = {
        "category_to_task_category_id": {"chair": 0, "bed": 1, "tv_monitor": 4},
        "category_to_scene_annotation_category_id": {"chair": 2, "bed": 3, "tv_monitor": 9},
    }
    info = {"geodesic_distance": 7.5, "euclidean_distance": 6.0, "closest_goal_object_id": 3}
    rest = {"goals": [], "start_room": None, "shortest_paths": None, "info": info}
    content = [_start(i) | rest | {"object_category": ("chair", "tv_monitor")[i % 2]} for i in range(3)]
    goals = {
        "TEEsavR23oF.basis.glb_chair": [_thing(3, "chair"), _thing(5, "chair")],
        "TEEsavR23oF.basis.glb_tv_monitor": [_thing(7, "tv_monitor")],
        "TEEsavR23oF.basis.glb_bed": [_thing(8, "bed")],
    }
    return {
        "val.json.gz": {"episodes": [], **maps},
        "content/TEEsavR23oF.json.gz": {"episodes": content, "goals_by_category": goals, **maps},
    }


def _vln(instruction: dict[str, Any], name: str, **more: Any) -> Folder:
    episode = {
        "trajectory_id": 4,
        "instruction": instruction,
        "goals": [{"position": [1, 0, -9], "radius": 3.0}],
        "reference_path": [[0, 0, 0], [0, 0, -5], [1, 0, -9]],
        "info": {"geodesic_distance": 9.5},
        "start_room": None,
        "shortest_paths": None,
    }
    episodes = [_start(i, "mp3d/2azQ1b91cZZ/2azQ1b91cZZ.glb") | episode for i in range(2)]
    del episodes[0]["scene_dataset_config"]  # older files have none
    track = {"locations": [[0, 0, 0], [0, 0, -0.25]], "forward_steps": 1, "actions": [1, 0]}
    stem = name.removesuffix(".json.gz")
    return {name: {"episodes": episodes, **more}, f"{stem}_gt.json.gz": {"10": track, "11": track}}


def _r2r() -> Folder:
    words = ["<pad>", "<unk>", "turn", "left"]
    vocabulary = {"word_list": words, "word2idx_dict": {"turn": 2}, "num_vocab": 4, "UNK_INDEX": 1}
    said = {"instruction_text": "Turn left.", "instruction_tokens": [2, 3, 0, 0]}
    return _vln(said, "val_seen.json.gz", instruction_vocab=vocabulary)


def _rxr() -> Folder:
    said = {
        "instruction_text": "आप मुड़िए।",
        "instruction_id": "26",
        "language": "hi-IN",
        "annotator_id": "8",
        "edit_distance": 0.125,
        "timed_instruction": [{"word": "आप", "start_time": 0.5, "end_time": 0.75}],
        "instruction_tokens": None,
        "split": "val_seen",
    }
    return _vln(said, "val_seen_guide.json.gz")


def _goat() -> Folder:
    picture = {"position": [1, 1, 1], "rotation": [0, 0, 0, 1], "hfov": 60.0, "image_dimensions": [512, 512]}
    picture |= {"frame_coverage": 0.5, "object_coverage": 0.25}
    chairs = [
        _thing(3, "chair", lang_desc="the red chair by the door", image_goals=[picture]),
        _thing(5, "chair", lang_desc=" ".join(["long"] * 56), image_goals=[]),
    ]
    chairs[0]["children_object_categories"] = ["armchair"]
    arm = [_thing(9, "armchair", lang_desc="a wide armchair", children_object_categories=[], image_goals=[])]
    tasks = [["chair", "object", None], ["chair", "description", 3], ["chair", "description", 5]]
    tasks += [["chair", "image", 3], ["armchair", "description", 9]]
    episodes = [_start(i) | {"tasks": tasks, "goals": [], "info": None} for i in range(2)]
    goals = {"TEEsavR23oF.basis.glb_chair": chairs, "TEEsavR23oF.basis.glb_armchair": arm}
    return {
        "val.json.gz": {"episodes": []},
        "content/TEEsavR23oF.json.gz": {"episodes": episodes, "goals": goals},
    }


def _langnav() -> Folder:
    def goal(text: str, tag: str) -> dict[str, Any]:
        facts = {tag: {"exists": True, "explanation": [text]}, "state": {"exists": False, "explanation": []}}
        thing = {
            "centroid": [1.0, 0.5, -2.0],
            "aabb": [[0, 0, 0], [1, 1, 1]],
            "navigable_points": [["0.5", "0.1", "-2.5"], [1.5, 0.1, -2.5]],
            "sizes": [1, 1, 1],
            "nearest_nav_point": [0.5, 0.1, -2.5],
        }
        extras = {"object_category": "lamp", "language_properties": {"features": [{"attributes": facts}]}}
        rest = {"granularity": "fine", "spatial_rel_type": None, "spatial_rel": None}
        return (
            {"language_instruction": text, "object_category": "lamp", "goal_object": [thing]}
            | rest
            | {"extras": extras}
        )

    goals = [goal("Find the red lamp on the table.", "color"), goal("Go to the lemon bowl.", "material")]
    ways = [[["0", "0", "0"], ["3", "0", "4"]], [[0, 0, 0], [0, 0, -2]]]
    rest = {"goals": goals, "shortest_paths": ways, "object_category": ["lamp"]}
    episodes = [_start(i, "102343992") | rest for i in range(2)]
    return {"val.json.gz": {"episodes": []}, "content/102343992.json.gz": {"episodes": episodes}}


def _robothor() -> Folder:
    path = [
        {"x": 4.0, "y": 0.01, "z": -1.0},
        {"x": 4.0, "y": 0.01, "z": 2.0},
        {"x": 5.0, "y": 0.01, "z": 2.0},
    ]
    shared = {
        "scene": "FloorPlan_Val9_9",
        "initial_position": {"x": 4.0, "y": 0.9009996652603149, "z": -1.0},
        "shortest_path": path,
        "shortest_path_length": 4.0,
    }
    things = [
        {"id": f"mug_{i}", "object_type": "Mug", "initial_orientation": 210, "initial_horizon": 30, **shared}
        for i in range(2)
    ]
    point = {"id": "point", "target_position": {"x": 5.0, "y": 0.9, "z": 2.0}, "initial_orientation": 90.0}
    return {"episodes/FloorPlan_Val9_9.json.gz": [*things, {**point, **shared, "difficulty": "hard"}]}


def _omninavbench() -> Folder:
    units = {"units_in_meters": 0.01, "manage_simulation": True}
    scene = {"category": "MP3D", "type": "matterport", "use_matterport": True, **units}
    scene["matterport"] = {
        "usd_path": "matterport_usd/17DRP5sb8fy/17DRP5sb8fy.usd",
        "add_ground_plane": False,
    }
    pose = {"position": [100.0, 200.0, 50.0], "orientation_deg": 90.0}
    control = {"mode": "move_by_speed", "params": {"base_velocity": 0.6, "base_turn_rate": 1.2}}
    robot = {"type": "carter_v1", "label": "r", "spawn_path": "/r", "initial_pose": pose, "control": control}
    navigation = {
        "instruction": "Go to the chair, then follow the man into the kitchen.",
        "goal_position": [0, 500, 0],
        "objects": {"chair_1": [0, 500, 0], "Human_2": [1, 2, 3]},
        "room_zone": {"living_room": {"aabb_min": [0, 0, 0], "aabb_max": [400, 300, 250]}},
        "success_radius": 1.5,
        "follow_distance": 2.5,
        "objects_meta": {"chair_1": {"colour": "red"}},
    }
    subtasks = [
        {"type": "VLN"},
        {"type": "GOTO_OBJECT", "object_id": "Chair 1", "radius": 1.0},
        {"type": "GOTO_ROOM", "room_id": "living room"},
        {"type": "GOTO_POINT", "position": [300, 0, 0]},
        {"type": "RETURN_TO", "target": "chair_1"},
        {"type": "FOLLOW_HUMAN", "human_id": "John"},
    ]
    task = {
        "navigation": navigation,
        "subtasks": subtasks,
        "qa": {"question": "How many?", "answer": "three"},
    }
    task["sub_instructions"] = [{"step": 0, "type": "VLN", "text": "Go to the chair"}]
    people = {"count": 2, "name_sequence": ["Anna", "John"], "stop_events": []}
    people["move_routes"] = [{"name": "Anna", "commands": ["Anna GoTo 1 2 0 _", "Anna Idle 3"]}]
    track = [
        {"frame": 0, "xyz": [100, 200, 50], "yaw_deg": 90.0},
        {"frame": 40, "xyz": [0, 500, 50], "time_s": 2},
    ]
    scenario = {
        "id": "scene_7",
        "scene": scene,
        "navmesh": {"z_padding": 2.0},
        "robots": {"entries": [robot]},
    }
    scenario |= {
        "task": task,
        "virtual_humans": people,
        "recording": {"gt_path": track, "metadata": {"n": 2}},
    }
    return {"concise/car/17DRP5sb8fy/final_episode_1.json": {"scenarios": [scenario]}}


def _onemap() -> Folder:
    start = {"scene_id": SCENE, "start_position": [1, 2, 3], "start_rotation": [0, 0, 0, 1], "floor": 1}
    legs = [[2.5, [1, 2, 0.5]], [4.0, [1, 2, -3.5]]]
    old = {**start, "object_goals": ["chair", "bed"], "best_seq_dists": [2.5, 4.0]}
    new = {**start, "object_goals": ["tv", "bed"], "best_seq_dists": legs}
    return {"a/TEEsavR23oF_episodes.json.gz": {"episodes": [old, new]}}


def _viewpoints() -> Folder:
    told = ["Walk down the stairs. ", "Go down and stop on the landing."]
    path = {"scan": "VLzqgDo317F", "path": ["af3a", "5be1", "79ae"], "heading": 3.751, "distance": 11.66}
    entries = [{**path, "path_id": number, "instructions": told} for number in (6250, 6251)]
    return {"R2R_train.json": entries}


def _questions() -> Folder:
    asked = {"question": "What is above the TV?", "answer": "A clock", "category": "object recognition"}
    place = {"question_id": "f2e8-1", "episode_history": "hm3d-v0/000-hm3d-BFRyYbPCCPE"}
    other = {"question_id": "f2e8-2", "extra_answers": ["The sofa", "Couch"]}
    return {"open-eqa.json": [{**asked, **place}, {**asked, **place, **other}]}


SAMPLES: dict[str, Folder] = {
    "habitat_point_goal": _point_goal(),
    "habitat_object_goal": _object_goal(),
    "vln_ce_r2r": _r2r(),
    "vln_ce_rxr": _rxr(),
    "goat_bench": _goat(),
    "langnav": _langnav(),
    "robothor": _robothor(),
    "omninavbench": _omninavbench(),
    "onemap": _onemap(),
    "openeqa": _questions(),
    "r2r": _viewpoints(),
}


def main_file(name: str) -> tuple[str, Any]:
    """The file of a sample that has episodes, and its document (a copy of its own)."""
    files = {file: document for file, document in SAMPLES[name].items() if "_gt." not in file}
    file, document = list(files.items())[-1]
    return file, json.loads(json.dumps(document))


def put(sample: Folder, folder: Path) -> Path:
    """Write a sample into a folder as other programs would."""
    for name, document in sample.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(packed(json.dumps(document).encode(), name))
    return folder


def plain(folder: Path) -> Folder:
    """All files of a folder as plain documents."""
    import gzip

    found = {}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = file.read_bytes()
        text = gzip.decompress(content) if file.name.endswith(".gz") else content
        found[file.relative_to(folder).as_posix()] = json.loads(text)
    return found
