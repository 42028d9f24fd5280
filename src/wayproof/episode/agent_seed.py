"""The seed that an agent is given: enough for chance, too little to tell which episode it is in."""

from __future__ import annotations

from wayproof.seeding import ANY_SEED, key_for
from wayproof.vocabulary import Episode

# A seed of its own for every episode would name the episode: whoever tries the names of a public suite finds
# the one that gives it, and with it the house. One of 16 tells four bits at most, and agents that use chance
# still differ between episodes, and always between the first 16 repeats of one.
AGENT_SEEDS = 16


def agent_seed(episode: Episode, repeat: int, seeds: int = AGENT_SEEDS) -> int:
    """One of so many seeds of 63 bits; ANY_SEED is the form of older runs, unlike for every episode."""
    names = (episode.scene, episode.id, "agent")
    if seeds == ANY_SEED:
        return key_for(episode.seed, *names, repeat) % 2**63
    return key_for((key_for(episode.seed, *names) + repeat) % seeds, "agent seed") % 2**63
