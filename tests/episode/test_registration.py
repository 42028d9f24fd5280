"""`gymnasium.make` knows our environments, whichever is imported first, and nothing heavy is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest


def _run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("order", ["import wayproof, gymnasium", "import gymnasium, wayproof"])
def test_the_environment_is_known_in_either_order_of_imports(order: str) -> None:
    assert (
        _run(f"{order}; print(gymnasium.spec('wayproof/PointNav-v0').entry_point)")
        == "wayproof.episode.environment:PointNavEnv"
    )


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = "{'gymnasium', 'numpy', 'numba', 'cv2'}"
    assert _run(f"import sys, wayproof; print({heavy} & set(sys.modules))") == "set()"


def test_gymnasium_is_left_as_it_was() -> None:
    program = (
        "import sys, importlib.util, wayproof\n"
        "importlib.util.find_spec('gymnasium')\n"
        "import gymnasium\n"
        "print(type(gymnasium.__loader__).__name__, type(gymnasium.__spec__.loader).__name__)\n"
        "print([finder for finder in sys.meta_path if type(finder).__module__ == 'wayproof.episode.registration'])\n"
        "print('wayproof/PointNav-v0' in gymnasium.registry)"
    )
    assert _run(program).splitlines() == ["SourceFileLoader SourceFileLoader", "[]", "True"]


def test_announcing_twice_registers_once() -> None:
    program = (
        "import sys, wayproof\n"
        "from wayproof.episode.registration import announce_environments\n"
        "announce_environments()\n"
        "print(sum(type(finder).__module__ == 'wayproof.episode.registration' for finder in sys.meta_path))\n"
        "import gymnasium\n"
        "announce_environments()"
    )
    assert _run(program) == "1"
