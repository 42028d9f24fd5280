"""Moving: from a map and a goal to the next action.

point_navigation.py   the policy of point-goal agents: map, plan, go, stop
navigator.py          a robot's map and motion in one episode; moves that failed
grid_planner.py       costs to the goal on the grid; step_search.py  the next turns and steps
given_plan.py         walking along a plan that is not the agent's own
approach.py           getting within reach of the target; escape.py  getting unstuck
"""
