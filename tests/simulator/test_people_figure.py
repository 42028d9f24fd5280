"""Bodies of people: their size, their bones, their skin, and that no two look alike."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.moving_meshes import posed as moving_batch
from wayproof.rendering.moving_meshes import prepare_moving
from wayproof.seeding import generator_for
from wayproof.simulator.people.appearance import SHORTEST_M, TALLEST_M, draw_look
from wayproof.simulator.people.figure import Figure, figure_for, joint_frames, posed
from wayproof.simulator.people.skeleton import (
    ARM,
    BONES,
    ELBOW,
    FOOT,
    HAND,
    HEAD,
    HIP,
    KNEE,
    NECK,
    PARENT,
    Pose,
)

REST = Pose(np.zeros((BONES, 3)), np.zeros(3))
FIGURE = figure_for(3)
LIMBS = [(ARM, ELBOW), (ELBOW, HAND), (HIP, KNEE), (KNEE, FOOT)]

DIGEST = """
import hashlib
import numpy as np
from wayproof.navigation.free_space import free_space_of_plan
from wayproof.navigation.paths import prepare_paths
from wayproof.simulator.people.figure import figure_for, posed
from wayproof.simulator.people.persons import draw_people, movement_of, person_at
from wayproof.simulator.people.gait_cycle import pose_at
digest = hashlib.sha256()
people = draw_people(prepare_paths(free_space_of_plan(np.ones((120, 100), bool))), 2, 5, "scene", 3)
for person in people:
    figure = figure_for(person.figure_seed)
    state = person_at(person, 12.3)
    pose = pose_at(figure.joints_m, movement_of(state))
    digest.update(posed(figure, pose, position_m=state.position_m, heading_rad=state.heading_rad).tobytes())
    for texture in figure.textures:
        digest.update(texture.tobytes())
print(digest.hexdigest())
"""


@pytest.fixture(scope="module")
def figures() -> list[Figure]:
    return [figure_for(seed) for seed in range(24)]


poses = st.builds(
    Pose,
    arrays(np.float64, (BONES, 3), elements=st.floats(-1.5, 1.5)),
    arrays(np.float64, (3,), elements=st.floats(-0.2, 0.2)),
)


@given(pose=poses, heading=st.floats(-4, 4))
def test_limbs_keep_their_length_in_every_pose(pose: Pose, heading: float) -> None:
    figure = FIGURE
    _, places = joint_frames(figure, pose, position_m=(3.0, 0.0, -2.0), heading_rad=heading)
    for upper, lower in LIMBS:
        for side in (0, 1):
            rest = np.linalg.norm(figure.joints_m[upper[side]] - figure.joints_m[lower[side]])
            assert np.linalg.norm(places[upper[side]] - places[lower[side]]) == pytest.approx(rest, abs=1e-9)


@given(pose=poses)
def test_skin_that_follows_one_bone_keeps_its_shape(pose: Pose) -> None:
    figure = FIGURE
    moved = posed(figure, pose)
    only = np.where(
        figure.share == 0.0, figure.bones[:, 0], np.where(figure.share == 1.0, figure.bones[:, 1], -1)
    )
    for bone in (HEAD, KNEE[0], ARM[1], HAND[0]):
        rigid = np.flatnonzero(only == bone)
        assert len(rigid) > 4
        before = np.linalg.norm(figure.vertices_m[rigid[0]] - figure.vertices_m[rigid], axis=1)
        after = np.linalg.norm(moved[rigid[0]] - moved[rigid], axis=1)
        assert np.allclose(before, after, atol=1e-5)


def test_at_rest_nothing_moves(figures: list[Figure]) -> None:
    for figure in figures[:4]:
        assert np.allclose(posed(figure, REST), figure.vertices_m, atol=1e-6)


def test_a_figure_is_as_tall_as_it_says_and_stands_on_the_floor(figures: list[Figure]) -> None:
    for figure in figures:
        assert figure.vertices_m[:, 1].max() == pytest.approx(figure.height_m, abs=1e-9)
        assert abs(figure.vertices_m[:, 1].min()) < 0.01
        assert SHORTEST_M <= figure.height_m <= TALLEST_M


def test_figures_fit_the_disc_that_stands_for_them(figures: list[Figure]) -> None:
    for figure in figures:
        trunk = figure.vertices_m[np.isin(figure.bones[:, 0], (HEAD, NECK, *HIP))]
        assert np.abs(trunk[:, [0, 2]]).max() < 0.25
        assert np.abs(figure.vertices_m[:, 0]).max() < 0.36


def test_figures_have_between_1000_and_2500_triangles(figures: list[Figure]) -> None:
    counts = [len(figure.faces) for figure in figures]
    assert min(counts) >= 1000
    assert max(counts) <= 2500


def test_left_and_right_joints_mirror_each_other(figures: list[Figure]) -> None:
    flip = np.array([-1.0, 1.0, 1.0])
    for right, left in (ARM, ELBOW, HAND, HIP, KNEE, FOOT):
        assert np.allclose(figures[0].joints_m[right] * flip, figures[0].joints_m[left])


def test_every_bone_comes_after_its_parent() -> None:
    assert all(PARENT[bone] < bone for bone in range(BONES))


def test_faces_look_outwards(figures: list[Figure]) -> None:
    for figure in figures:
        corners = figure.vertices_m[figure.faces]
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        agree = (across * figure.normals[figure.faces].mean(axis=1)).sum(axis=1) > 0
        assert agree.mean() > 0.97
        # The divergence theorem: surfaces that face outwards enclose a positive volume, that of a person.
        volume = (corners[:, 0] * np.cross(corners[:, 1], corners[:, 2])).sum() / 6
        assert 0.03 < volume < 0.2


def test_twelve_people_are_told_apart_by_clothes_hair_and_size() -> None:
    looks = [draw_look(generator_for(seed, "people", "look")) for seed in range(12)]
    for one, other in combinations(looks, 2):
        traits = (
            "top",
            "hair_style",
            "hair_rgb",
            "skin_rgb",
            "bottom",
            "shoe_rgb",
            "top_finish",
            "bottom_finish",
        )
        differ = sum(getattr(one, trait) != getattr(other, trait) for trait in traits)
        assert differ + (abs(one.height_m - other.height_m) > 0.05) >= 3


def test_looks_cover_every_kind_of_hair_and_clothes() -> None:
    looks = [draw_look(generator_for(seed, "people", "look")) for seed in range(300)]
    assert len({look.hair_style for look in looks}) == 10
    assert len({look.top for look in looks}) == 6
    assert len({look.bottom for look in looks}) == 4
    assert len({look.skin_rgb for look in looks}) == 8


def test_a_person_seen_from_the_front_has_the_right_size_and_a_face() -> None:
    from wayproof.bench.worlds import furnished_flat
    from wayproof.rendering.prepared_scene import prepare
    from wayproof.rendering.renderer import render

    figure = figure_for(3)
    prepared = prepare(furnished_flat(pieces=1))
    mesh = prepare_moving(
        figure.vertices_m.astype(np.float32),
        figure.faces,
        figure.uv,
        figure.face_texture,
        figure.textures,
        instance=777,
    )
    camera, view = Camera(200, 300, np.radians(50.0)), view_from((2.0, 0.9, 3.5), 0.0)
    heads = []
    for heading in (np.pi, 0.0):
        batch = moving_batch(mesh, posed(figure, REST, position_m=(2.0, 0.0, 1.0), heading_rad=heading))
        frame = render(prepared, [view], camera, moving=[batch])[0]
        assert frame.instance is not None and frame.rgb is not None
        rows, columns = np.nonzero(frame.instance == 777)
        expected_px = camera.focal_px * figure.height_m / 2.5
        assert np.ptp(rows) == pytest.approx(expected_px, rel=0.07)
        head = rows < rows.min() + 0.13 * np.ptp(rows)
        heads.append(frame.rgb[rows[head], columns[head]].astype(float).mean(axis=0))
    skin = np.asarray(figure.look.skin_rgb, float)
    assert np.abs(heads[0] - skin).sum() < np.abs(heads[1] - skin).sum()


def test_people_are_the_same_in_another_process_with_another_hash_seed() -> None:
    outputs = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], capture_output=True, text=True, check=True, env=environment
        )
        outputs.append(done.stdout.strip())
    assert outputs[0] == outputs[1] != ""
