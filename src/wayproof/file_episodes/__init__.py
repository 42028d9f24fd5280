"""Episodes of other platforms, run here: from a user's file and scenes to an episode set like any other.

format_choice.py   which format a file is in, by the fields that it has
scene_map.py       the scenes of ours that stand for the file's
goal_fit.py        what a goal needs so that a task of ours can judge it
episode_fit.py     start and goals on the floor of the scene, a way between them, its length
episode_source.py  what a suite's recipe says of a file, read and checked
file_set.py        the episode set of such a recipe
own_set.py         episodes that Wayproof wrote itself, run as they are
file_summary.py    what is in a file
file_problems.py   what is wrong with it, episode by episode
"""
