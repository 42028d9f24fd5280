"""Exploring: where to go to see what was not seen yet, and the search for a thing.

object_search.py          the policy of object-goal agents: explore, recognise, approach, claim
explorer_traits.py        how explorers see, use depth, map floors and claim: options of theirs
frontier_exploration.py   from frontier to frontier of the map; frontiers.py  which one is best
mapless_exploration.py    without a map: look round, draw a direction, go
random_exploration.py     towards random points
described_search.py       the policy of agents for described goals; described_goal.py  the search for one
  grounding.py            the map of such an agent, and how it is asked; pursuit.py  going where it says
"""
