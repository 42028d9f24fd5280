from wayproof.errors import UnknownName, missing_dependency, unknown_name


def test_a_wrong_name_gets_the_nearest_right_one() -> None:
    error = unknown_name("corruption", "depth_dropuot", ["depth_dropout", "speckle"])
    assert isinstance(error, UnknownName)
    assert str(error) == (
        "no corruption named 'depth_dropuot'. Did you mean 'depth_dropout'? Known: depth_dropout, speckle."
    )


def test_long_lists_are_cut_and_counted() -> None:
    assert str(unknown_name("seed", "zz", [f"name{k:02}" for k in range(20)])).endswith("name11 and 8 more.")


def test_a_missing_library_names_the_extra_that_brings_it() -> None:
    assert "pip install 'wayproof[ray]'" in str(missing_dependency("ray", "ray", "running on a cluster"))


def test_a_word_with_several_meanings_gets_all_of_them() -> None:
    names = ["motion_blur_navtrust", "motion_blur_robustnav", "motion_drift"]
    assert "Did you mean 'motion_blur_navtrust' or 'motion_blur_robustnav'?" in str(
        unknown_name("corruption", "motion_blur", names)
    )
