"""What is trained for which task: the sensors that a policy can have, and the recipe that fits them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.errors import InvalidInput
from wayproof.kinds import ROBOTHOR_NAMES
from wayproof.learning.policies.dagger import DaggerRecipe
from wayproof.learning.policies.episode_supply import Supply
from wayproof.learning.policies.policy_network import PolicyNetwork, PolicySizes, made_network
from wayproof.learning.policies.policy_recipe import MakeNetwork, PolicyRecipe
from wayproof.learning.policies.policy_transfer import begun_network, digest_of, known_policy
from wayproof.learning.policies.ppo import PpoRecipe
from wayproof.learning.policies.residual_encoder import ResidualEncoder, Trunk, take_weights
from wayproof.learning.policies.trial_batch import EXPLORER, SHORTEST
from wayproof.vocabulary import Settings

CAMERAS = {"blind": (), "rgb": ("rgb",), "depth": ("depth",), "rgbd": ("rgb", "depth")}
SENSORS = {"pointnav": tuple(CAMERAS), "objectnav": ("rgb", "rgbd")}  # a thing is known by its looks
GROUPS = 4  # of trials; their number decides the bits, so it does not follow the number of processes
KNOWING_RATE = 5e-4  # of a policy that begins with the weights of another one for the same task
PERCEIVED_PX = (224, 168)  # the size of pictures that the perception network was trained with


@dataclass(frozen=True)
class PolicyJob:
    """What a user asks for."""

    folder: Path
    task: str = "pointnav"
    sensors: str = "depth"
    frames: int | None = None  # instead of hours
    hours: float = 1.0
    reinforced: float = 0.0  # share of the frames that PPO gets
    houses: int = 100
    seed: int = 0
    threads: int = 1
    processes: int = 1  # that walk side by side
    begin: str = ""  # the policy whose weights are taken over at first: a shipped one, or an ONNX file
    encoder: str = "small"
    encoder_weights: Path | None = None  # of a ResNet-18, as safetensors
    frozen: bool = False  # whether the encoder keeps these weights

    @property
    def name(self) -> str:
        """Of the policy."""
        return f"{self.task}_{self.sensors}"

    def command(self, frames: int) -> str:
        """What makes the same policy again: hours depend on the machine, frames do not."""
        words = ["wayproof train", self.task, "--sensors", self.sensors, "--frames", str(frames)]
        words += ["--ppo", f"{self.reinforced:g}"] if self.reinforced else []
        words += ["--houses", str(self.houses), "--seed", str(self.seed), "--threads", str(self.threads)]
        words += ["--begin", self.begin or "''"] if self.task == "objectnav" else []
        words += ["--encoder", self.encoder] if self.encoder != "small" else []
        words += ["--encoder-weights", self.encoder_weights.name] if self.encoder_weights else []
        return " ".join([*words, *(["--freeze-encoder"] if self.frozen else []), "-o", self.folder.name])


def check_job(job: PolicyJob) -> None:
    """A sentence about options that make no sense."""
    if job.sensors not in SENSORS[job.task]:
        raise InvalidInput(f"--sensors is {job.sensors!r}; give {', '.join(SENSORS[job.task])}")
    if not 0.0 <= job.reinforced < 1.0:
        raise InvalidInput(f"--ppo is {job.reinforced:g}; give a share from 0 to below 1")
    if job.houses < GROUPS:
        raise InvalidInput(f"--houses is {job.houses}; give {GROUPS} or more, one for each group of episodes")
    if not (math.isfinite(job.hours) and job.hours > 0.0):
        raise InvalidInput(f"--hours is {job.hours:g}; give a number above 0")
    _check_encoder(job)


def _check_encoder(job: PolicyJob) -> None:
    PolicySizes(encoder=job.encoder)  # which knows the names
    if job.encoder != "small" and not CAMERAS[job.sensors]:
        raise InvalidInput("a blind policy has no encoder; leave --encoder out, or give it --sensors")
    if job.encoder_weights and job.encoder != "resnet18":
        raise InvalidInput("--encoder-weights are those of a ResNet-18; add --encoder resnet18")
    if job.frozen and job.encoder_weights is None:
        raise InvalidInput(
            "--freeze-encoder keeps an encoder as it is, so it needs trained weights; give --encoder-weights"
        )
    if job.encoder_weights:
        take_weights(Trunk(3), job.encoder_weights)


def recipe_for(job: PolicyJob, frames: int) -> PolicyRecipe:
    """The recipe of a job, for so many frames."""
    form, supply, settings = _pointnav(job) if job.task == "pointnav" else _objectnav(job)
    known = known_policy(job.begin) if job.begin else None
    imitation = DaggerRecipe(round(frames * (1.0 - job.reinforced)))
    if known is not None and known.form.goal == form.goal:  # it knows the task, so nobody has to lead it
        imitation = replace(imitation, led_at_first=imitation.led_at_last, rate=KNOWING_RATE)
    return PolicyRecipe(
        form=form,
        supply=supply,
        settings=settings,
        dagger=imitation,
        ppo=PpoRecipe(round(frames * job.reinforced)) if job.reinforced else None,
        seed=job.seed,
        threads=job.threads,
        groups=GROUPS,
        sizes=PolicySizes(encoder=job.encoder),
        frozen=job.frozen,
        begun_from=digest_of(known) if known is not None else "",
        expert=SHORTEST if job.task == "pointnav" else EXPLORER,
    )


def maker_for(job: PolicyJob, recipe: PolicyRecipe) -> MakeNetwork:
    """What makes the job's first network."""
    if job.encoder_weights:
        return partial(_with_trained_trunk, file=job.encoder_weights)
    if not recipe.begun_from:
        return made_network
    return partial(begun_network, name=job.begin, digest=recipe.begun_from)


def _with_trained_trunk(
    form: InputForm, actions: int, sizes: PolicySizes, seed: int, *, file: Path
) -> PolicyNetwork:
    network = made_network(form, actions, sizes, seed)
    assert isinstance(network.encoder, ResidualEncoder)
    take_weights(network.encoder.trunk, file)
    return network


def _pointnav(job: PolicyJob) -> tuple[InputForm, Supply, Settings]:
    cameras = CAMERAS[job.sensors]
    coloured = "rgb" in cameras
    # Colours are averaged to half the size, as agents do with larger pictures; depths are picked, so that
    # rendering the small picture is the same. A ResNet-18 needs twice the size to see more than four cells.
    scale = 2 if job.encoder == "resnet18" else 1
    form = InputForm(cameras, "point", width_px=64 * scale, height_px=48 * scale)
    width_px, height_px = (
        (2 * form.width_px, 2 * form.height_px) if coloured else (form.width_px, form.height_px)
    )
    return (
        form,
        Supply("point_goal", "robustnav", job.houses, seed=job.seed, lit=coloured),
        Settings(width_px=width_px, height_px=height_px),
    )


def _objectnav(job: PolicyJob) -> tuple[InputForm, Supply, Settings]:
    """Without a depth camera the perception network's guess of depth takes its place."""
    cameras = CAMERAS[job.sensors]
    perceived = ("wanted",) if "depth" in cameras else ("depth", "wanted")
    width_px, height_px = PERCEIVED_PX
    return (
        InputForm(cameras, "category", tuple(ROBOTHOR_NAMES), perceived=perceived),
        Supply("object_goal", "robustnav", job.houses, seed=job.seed),
        Settings(width_px=width_px, height_px=height_px),
    )
