"""The smallest agent worth running: goes straight on, turns when it touches something, stops in the end.

Try it:   wayproof check examples/wanderer.py:Wanderer
Run it:   wayproof run quickstart --agent examples/wanderer.py:Wanderer
"""

from wayproof.seeding import generator_for
from wayproof.vocabulary import Action, AgentCard, Brief, Observation


class Wanderer:
    # What it is called, which sensors it needs, which actions it uses. Nothing else reaches it.
    card = AgentCard("wanderer", "goes on until it bumps, then turns", sensors=("bump",))

    def start(self, brief: Brief, seed: int) -> None:
        """A new episode: note what matters of the brief, and forget the last one."""
        self.last_step = brief.maximum_steps - 1
        self.seed = seed
        self.turns_left = 0

    def act(self, observation: Observation) -> Action:
        """One step: readings in, an action out."""
        if observation.step >= self.last_step:
            return Action("stop")
        if observation.readings["bump"][0]:
            # The seed decides, so the same episode goes the same way twice.
            self.turns_left = int(generator_for(self.seed, "wanderer", observation.step).integers(2, 6))
        if self.turns_left > 0:
            self.turns_left -= 1
            return Action("turn_left")
        return Action("forward")

    def trace(self) -> dict[str, object]:
        """What it thought at the last step; optional, for testers and reports."""
        return {"memory": {"turns_left": self.turns_left}}
