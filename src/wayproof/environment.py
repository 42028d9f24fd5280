"""PointNav as a Gymnasium environment: `gymnasium.make("wayproof/PointNav-v0")`.

An episode is known by three numbers: the seed given to `reset`, the house, and its index. `reset(seed=s)` begins
with index 0, each further `reset()` takes the next, and the draws of one episode depend on nothing that came
before, so a run can be repeated, cut in pieces or resumed.

The reward is Wayproof's own choice, of the usual form: metres of progress along the floor, a small price per step,
and a bonus for success. It is for training only; scores come from `info`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from wayproof.crowd import Crowd, check_people, crowd_in
from wayproof.errors import InvalidInput, unknown_name
from wayproof.navigation.fields import Field
from wayproof.pictures.first_person import first_person
from wayproof.pictures.route_map import MapOfScene, Walk, map_of
from wayproof.scenes.houses.house import make_house
from wayproof.scenes.light.conditions import condition_named
from wayproof.seeding import generator_for
from wayproof.sensors import SENSORS, Reading, Sensor, Settings, sensors_for
from wayproof.sensors.rig import SensorRig
from wayproof.simulator.actuation import actuation_for
from wayproof.simulator.body import load_body
from wayproof.simulator.people.reactive import Walker
from wayproof.simulator.simulator import Simulator
from wayproof.simulator.state import State
from wayproof.tasks.point_goal import (
    ACTIONS,
    body_under,
    distance_to_goal,
    field_to_goal,
    goal_of,
    path_efficiency,
    protocol_named,
    reached,
)
from wayproof.tasks.point_goal_sampling import sample_episode
from wayproof.vocabulary import Action, Episode
from wayproof.world import World
