"""Sensors: what a body in a world perceives at one given, as arrays that say their shape, range and unit.

sensor.py       what a sensor is: a Reading that describes it and a function of a SensorInput
rig.py          the sensors of one agent together; renders each camera once, with the layers asked for
rig_files.py    rigs by name or file: which cameras, lidar and IMU a body carries (rigs/ holds ours)
mounted_rig.py  a rig on a body
given_size.py   the size in which an agent is given its pictures
frame_facts.py  what faults may know of the surfaces in a frame
rgb.py ...      one file per sensor, found by listing the folder
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wayproof.catalogue import Catalogue
from wayproof.errors import InvalidInput
from wayproof.sensors.given_size import in_given_size
from wayproof.sensors.mounted_rig import check_sensors
from wayproof.sensors.sensor import Reading, Sensor
from wayproof.simulator.body import Body
from wayproof.vocabulary import Settings

__all__ = ["SENSORS", "Reading", "Sensor", "SensorKind", "sensor", "sensors_for"]

Maker = Callable[[Body, Settings], Sequence[Sensor]]


@dataclass(frozen=True)
class SensorKind:
    """A kind of sensor by name. Privileged ones show the truth, which only oracles may ask for."""

    name: str
    summary: str
    privileged: bool
    make: Maker


SENSORS: Catalogue[SensorKind] = Catalogue("sensor", "wayproof.sensors")


def sensor(name: str, *, privileged: bool = False) -> Callable[[Maker], Maker]:
    """Register a maker of sensors; its docstring's first line is the summary."""

    def register(make: Maker) -> Maker:
        summary = (make.__doc__ or "").strip().split("\n")[0]
        SENSORS.add(name, SensorKind(name, summary, privileged, make))
        return make

    return register


def sensors_for(body: Body, names: Sequence[str], *, settings: Settings | None = None) -> tuple[Sensor, ...]:
    """The sensors of these names on a body; a camera sensor gives one per camera.

    The first camera's reading has the plain name ("rgb"), others add the camera's ("rgb_left").
    """
    if len(set(names)) < len(names):
        raise InvalidInput(f"sensors are {', '.join(names)}; name each only once")
    wanted = [SENSORS[name] for name in names]
    given = settings or Settings()
    check_sensors(names, body, given)
    return in_given_size([made for kind in wanted for made in kind.make(body, given)], given)
