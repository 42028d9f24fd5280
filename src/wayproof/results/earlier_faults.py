"""What the faults of earlier versions act on: logs up to version 2 name a fault and do not say it.

Later logs say it themselves, so nothing is ever added here.
"""

from __future__ import annotations

_NAMES = {
    ("dynamics",): (
        "action_delay dropped_actions locobot_noise motion_bias_constant motion_bias_stochastic motion_drift "
        "motor_failure pyrobot_noise pyrobot_noise_lite_ilqr pyrobot_noise_lite_movebase "
        "pyrobot_noise_lite_proportional pyrobot_noise_locobot_movebase pyrobot_noise_locobot_proportional"
    ),
    ("rgb",): (
        "black_out brightness camera_crack contrast defocus_blur_robustnav defocus_navtrust flare fog "
        "foreign_object gaussian_blur gaussian_noise habitat_gaussian habitat_poisson "
        "habitat_salt_and_pepper habitat_speckle impulse_noise jpeg low_lighting_navtrust "
        "low_lighting_noise_navtrust low_lighting_robustnav motion_blur_navtrust motion_blur_robustnav "
        "pixelate shot_noise spatter_navtrust spatter_robustnav speckle_noise"
    ),
    ("instruction",): (
        "capitalise mask_non_essential mask_random prefix_black_box style_concise style_first_person "
        "style_formal style_friendly style_novice style_professional style_verbose"
    ),
    ("depth",): (
        "dead_rows depth_lag depth_quantisation gaussian_depth_noise missing_depth multipath "
        "redwood_depth_noise"
    ),
    ("rgb", "depth"): ("lower_fov"),
}
EARLIER_FAULTS: dict[str, tuple[str, ...]] = {
    name: modalities for modalities, names in _NAMES.items() for name in names.split()
}
