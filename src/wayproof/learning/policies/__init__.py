"""Training of policies that act end to end, one readable file per loop.

policy_network.py    pictures, goal and memory -> action and value
episode_supply.py    which episode a trial gets next
trial_batch.py       many trials stepping side by side
policy_steps.py      what a batch of trials went through, as arrays
dagger.py            imitation: do what the expert would have done where the policy goes
ppo.py               reinforcement: do more of what paid off
policy_recipe.py     all that decides what comes out; policy_trainer.py  the loop over rounds
policy_checkpoint.py a training on disk, resumed to the same bits
policy_export.py     torch -> ONNX with its card
policy_scores.py     success in houses never seen
policy_curve.py      the figures of each round
policy_job.py        all of it in a row
"""
