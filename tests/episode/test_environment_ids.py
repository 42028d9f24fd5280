"""Gymnasium finds our environments by `module:id`, and a plain `import wayproof` stays light."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import pytest

from wayproof.episode import ENVIRONMENTS
from wayproof.tasks import TASKS


def _run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_process_that_knows_nothing_of_wayproof_makes_an_environment_by_its_name() -> None:
    program = (
        "import gymnasium, sys\n"
        "assert not any(name.startswith('wayproof') for name in sys.modules)\n"
        "env = gymnasium.make('wayproof.episode:wayproof/PointNav-v0', sensors=('point_goal',))\n"
        "print(type(env.unwrapped).__name__, env.unwrapped.task.name)"
    )
    assert _run(program) == "NavigationEnv point_goal"


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = "{'gymnasium', 'numpy', 'numba', 'cv2'}"
    assert _run(f"import sys, wayproof; print({heavy} & set(sys.modules))") == "set()"


def test_registering_loads_no_environment_and_no_simulator() -> None:
    program = (
        "import sys, gymnasium, wayproof.episode\n"
        "print('wayproof/ObjectNav-v0' in gymnasium.registry)\n"
        "print([name for name in ('numba', 'cv2', 'wayproof.simulator') if name in sys.modules])"
    )
    assert _run(program).splitlines() == ["True", "[]"]


@pytest.mark.parametrize(("name", "task"), ENVIRONMENTS.items())
def test_each_name_stands_for_a_task(name: str, task: str) -> None:
    spec = gymnasium.spec(name)
    assert spec.kwargs == {"task": task} and task in TASKS.names()
