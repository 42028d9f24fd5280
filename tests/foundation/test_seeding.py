import pickle
import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wayproof.seeding import generator_for, key_for

names = st.lists(st.one_of(st.text(max_size=8), st.integers(-5, 10**9)), max_size=4)


@given(st.integers(0, 2**64), names)
def test_the_same_names_give_the_same_draws(seed: int, given_names: list) -> None:
    first, second = (generator_for(seed, *given_names).random(4) for _ in range(2))
    assert np.array_equal(first, second)


@given(st.integers(0, 100), names, names)
def test_different_names_give_different_keys(seed: int, one: list, other: list) -> None:
    assert (key_for(seed, *one) == key_for(seed, *other)) == (one == other)


def test_numbers_and_texts_are_kept_apart() -> None:
    assert key_for(1, 2) != key_for(1, "2")
    assert key_for(1, "ab", "c") != key_for(1, "a", "bc")


def test_a_numpy_integer_counts_as_the_number_it_is() -> None:
    assert key_for(1, np.int64(5)) == key_for(1, 5)


def test_keys_do_not_depend_on_the_process() -> None:
    program = "from wayproof.seeding import key_for; print(key_for(3, 'house', 7))"
    keys = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert keys == {f"{key_for(3, 'house', 7)}\n"}


def test_draws_look_uniform() -> None:
    draws = np.array([generator_for(0, "episode", k).random() for k in range(2000)])
    assert abs(draws.mean() - 0.5) < 0.02
    assert abs(np.corrcoef(draws[:-1], draws[1:])[0, 1]) < 0.05


@given(st.integers(0, 2**64), names)
def test_a_generator_is_numpys_philox_with_that_key(seed: int, given_names: list) -> None:
    plain = np.random.Generator(np.random.Philox(key=key_for(seed, *given_names)))
    drawn = generator_for(seed, *given_names)
    assert np.array_equal(drawn.integers(2**63, size=5), plain.integers(2**63, size=5))
    assert pickle.loads(pickle.dumps(drawn)).random() == plain.random()
