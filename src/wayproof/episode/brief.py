"""What an agent is told before its first step: the task, its body and its camera; never where things are."""

from __future__ import annotations

from msgspec.structs import replace

from wayproof.episode.trial import Trial
from wayproof.sensors.mounted_rig import geometry_of, mounts
from wayproof.vocabulary import AgentCard, Brief, Settings


def brief_for(trial: Trial, card: AgentCard, settings: Settings) -> Brief:
    """All that the agent may know before its first step."""
    body, protocol = trial.world.body, trial.protocol
    camera = mounts(body, replace(settings, cameras=()))[0]
    goal = trial.present
    return Brief(
        task=protocol.task,
        instruction=trial.instruction,
        language=trial.episode.language,
        category=goal.category if goal.kind == "object_goal" else None,
        actions=protocol.actions,
        sensors=card.sensors,
        forward_m=protocol.forward_m,
        turn_rad=protocol.turn_rad,
        maximum_steps=trial.episode.maximum_steps,
        success_distance_m=protocol.success_distance_m,
        body_radius_m=body.radius_m,
        body_height_m=body.height_m,
        camera_height_m=camera.height_m,
        camera_pitch_rad=camera.pitch_rad,
        camera_hfov_rad=camera.hfov_rad,
        furthest_depth_m=settings.furthest_depth_m,
        categories=trial.world.categories if "semantic" in card.sensors else (),
        system_prompt=trial.faults.on_system_prompt(card.system_prompt),
        cameras=geometry_of(body, settings, card.sensors),
    )
