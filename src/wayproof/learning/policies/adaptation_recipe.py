"""How a trained policy is trained further, so that variants differ only in what they saw.

continue   clean houses, as it was trained: the control
augment    clean houses, with pictures cropped, shifted and tinted
action     clean houses, with an auxiliary head that tells the action between two frames
rotation   clean houses, with an auxiliary head that tells which way up the picture is
monitor    clean houses, with a progress monitor that the actor hears
finetune   houses under the target's faults, with expert and reward: the bound

With a target, `action` and `rotation` are self-supervised adaptation: under the target's faults, a policy
that has such a head learns by that head alone. All ways see the camera of one suite and as many steps in the
same train houses; their episodes are apart from those of every suite.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec.structs import replace

from wayproof.agents.learned.policy_card import PolicyCard
from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.written import condition_written
from wayproof.errors import InvalidInput
from wayproof.learning.policies.auxiliary_heads import HEADS
from wayproof.learning.policies.policy_network import PolicyNetwork
from wayproof.learning.policies.policy_recipe import PolicyRecipe
from wayproof.learning.policies.policy_transfer import digest_of
from wayproof.learning.policies.ppo import PpoRecipe
from wayproof.learning.policies.self_supervision import SelfSupervisionRecipe
from wayproof.results.applicability import modalities_of, reach
from wayproof.suite import Suite
from wayproof.suites import conditions_of, load_suite, settings_of
from wayproof.vocabulary import AgentCard, Condition

WAYS = ("continue", "augment", *HEADS, "monitor", "finetune")
BUDGET = 166_000  # RobustNav's calibration budget in steps
FIRST_EPISODE = 1_000_000_000  # of the first seed; trainings count from 0
EPISODES_PER_SEED = 10_000_000
IMITATION_RATE, PPO_RATE = 3e-4, 1e-4  # gentler than from scratch


@dataclass(frozen=True)
class AdaptationJob:
    """What a user asks for."""

    policy: Path
    way: str
    folder: Path
    to: str = ""  # corruptions joined by "+", or a condition of the suite
    steps: int = BUDGET
    suite: str = "robustnav-pointnav"  # whose camera, profile and conditions make the target world
    reinforced: float | None = None  # share of the steps for PPO; None: as the policy was trained
    houses: int | None = None  # None: those that the policy was trained in
    episodes: int = 60  # in val houses at the end, clean and under the target's faults
    seed: int = 0
    threads: int = 1
    processes: int = 1

    @property
    def command(self) -> str:
        words = ["wayproof adapt", self.policy.name, "--way", self.way, "--steps", str(self.steps)]
        words += ["--to", f'"{self.to}"'] if self.to else []
        words += ["--suite", self.suite, "--seed", str(self.seed)]
        words += [] if self.reinforced is None else ["--ppo", f"{self.reinforced:g}"]
        words += [] if self.houses is None else ["--houses", str(self.houses)]
        return " ".join(words)

    @property
    def self_supervised(self) -> bool:
        return self.way in HEADS and bool(self.to)


def check_job(job: AdaptationJob) -> None:
    """Refuse what cannot be done before anything is made."""
    if job.way not in WAYS:
        raise InvalidInput(f"--way is {job.way!r}; give {', '.join(WAYS)}")
    if job.way == "finetune" and not job.to:
        raise InvalidInput("--way finetune needs a target; name its corruptions, as --to spatter_robustnav:1")
    if job.way in ("continue", "augment", "monitor") and job.to:
        raise InvalidInput(f"--way {job.way} sees clean houses only; leave out --to {job.to}")
    if job.reinforced is not None and not 0.0 <= job.reinforced <= 1.0:
        raise InvalidInput(f"--ppo is {job.reinforced:g}; give a share from 0 to 1")


def adaptation_recipe(job: AdaptationJob, base: PolicyNetwork, card: PolicyCard) -> PolicyRecipe:
    """All that decides what comes out."""
    trained, suite = _recipe_on(card), load_suite(job.suite)
    dagger, ppo = trained.dagger, trained.ppo or PpoRecipe(0)
    share = _share_of_ppo(trained) if job.reinforced is None else job.reinforced
    size, long = dagger.trials * dagger.steps, dagger.trials * ppo.steps
    if 0 < job.steps < size:
        raise InvalidInput(f"--steps is {job.steps}, less than one round of {size}; give at least that, or 0")
    own = SelfSupervisionRecipe(
        job.steps // size * size, job.way, dagger.trials, dagger.steps, dagger.passes, dagger.parts
    )
    rewarded = min(round(job.steps * share / long), job.steps // long) * long
    imitated = (job.steps - rewarded) // size * size if share < 1.0 else 0
    last = dagger.led_at_last
    supply = trained.supply
    return replace(
        trained,
        supply=replace(
            supply,
            houses=job.houses or supply.houses,
            first_episode=FIRST_EPISODE + job.seed * EPISODES_PER_SEED,
        ),
        settings=settings_of(suite),
        dagger=replace(dagger, frames=imitated, rate=IMITATION_RATE, led_at_first=last, led_at_last=last),
        ppo=replace(ppo, frames=rewarded, trials=dagger.trials, rate=PPO_RATE) if rewarded else None,
        sizes=base.sizes,
        seed=job.seed,
        threads=job.threads,
        begun_from=digest_of(base),
        condition=target_of(job, card) if job.to else faultless(suite),
        augmented=job.way == "augment",
        self_supervision=own if job.self_supervised else None,
    )


def target_of(job: AdaptationJob, card: PolicyCard) -> Condition:
    """The faults of the target world: a condition of the suite by its name, or corruptions as written."""
    suite = load_suite(job.suite)
    named = {condition.name: condition for condition in conditions_of(suite)[1:]}
    texts = [text.strip() for text in job.to.split("+")]
    found = named.get(job.to) or condition_written(texts, profile=suite.profile)
    has = modalities_of(AgentCard(card.name, "", sensors=card.form.sensors), words=False)
    acts_on = {fault.name: CORRUPTIONS[fault.name].modalities for fault in found.faults}
    met = reach(found.faults, acts_on, has)
    if all(one.missing for one in met):
        why = " and ".join(dict.fromkeys(one.missing for one in met))
        raise InvalidInput(f"{found.name} cannot reach {card.name}, since {why}; name another target")
    return found


def faultless(suite: Suite) -> Condition | None:
    """The suite's reference, None where it has no faults at all."""
    clean = conditions_of(suite)[0]
    return clean if clean.faults else None


def updates_of(recipe: PolicyRecipe) -> int:
    """How many steps of its optimiser a recipe makes."""
    loops = [recipe.self_supervision] if recipe.self_supervision else [recipe.dagger, recipe.ppo]
    return sum(loop.rounds * loop.passes * loop.parts for loop in loops if loop is not None)


def frames_of(recipe: PolicyRecipe) -> int:
    """How many steps of the world a recipe takes."""
    loops = [recipe.self_supervision] if recipe.self_supervision else [recipe.dagger, recipe.ppo]
    return sum(loop.rounds * loop.trials * loop.steps for loop in loops if loop is not None)


def _recipe_on(card: PolicyCard) -> PolicyRecipe:
    try:
        return msgspec.convert(card.made["recipe"], PolicyRecipe)
    except (KeyError, msgspec.ValidationError) as error:
        raise InvalidInput(
            f"the card of {card.name} does not tell how it was trained ({error}), so it cannot be trained "
            "further; take a policy of `wayproof train`"
        ) from None


def _share_of_ppo(trained: PolicyRecipe) -> float:
    rewarded = trained.ppo.frames if trained.ppo else 0
    return rewarded / max(rewarded + trained.dagger.frames, 1)
