"""Moves at random, whatever it sees: what chance alone solves."""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.seeding import generator_for
from wayproof.vocabulary import Action, AgentCard, Brief, Observation

MOVES = ("forward", "turn_left", "turn_right")
MEAN_CLAIMS = 4.0  # of goals that follow one another, per episode


@agent
class RandomActions:
    """Moves uniformly and stops at a step drawn uniformly from the episode's steps.

    With "stop" among its moves it would be over after four steps on average, and show how often goals are at
    the start rather than what chance can do. Where goals follow one another ("found"), it claims one with
    the same chance at each step.
    """

    card = AgentCard(
        "random",
        "moves at random, claims the goal at a random step",
        actions=("stop", "forward", "turn_left", "turn_right", "found"),
        stateful=False,
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.seed = seed
        self.moves = [name for name in MOVES if name in brief.actions] or list(brief.actions[:1])
        self.last_step = int(generator_for(seed, "random", "stop").integers(1, max(brief.maximum_steps, 2)))
        self.can_stop = "stop" in brief.actions
        self.claim_chance = MEAN_CLAIMS / brief.maximum_steps if "found" in brief.actions else 0.0

    def act(self, observation: Observation) -> Action:
        rng = generator_for(self.seed, "random", observation.step)
        if rng.random() < self.claim_chance:
            return Action("found")
        if observation.step >= self.last_step and self.can_stop:
            return Action("stop")
        return Action(self.moves[int(rng.integers(len(self.moves)))])
