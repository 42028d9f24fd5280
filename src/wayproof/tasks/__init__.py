"""Tasks: one file per task, which samples episodes in a world and tells when their goal is met.

point_goal.py            go to a point: protocols, what counts as success
point_goal_sampling.py   go to a point: where episodes come from
"""
