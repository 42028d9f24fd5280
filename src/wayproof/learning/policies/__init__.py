"""Training of policies that act end to end, one readable file per loop.

policy_network.py    pictures, goal and memory -> action and value
residual_encoder.py  ResNet-18 for it
episode_supply.py    which episode a trial gets next
trial_batch.py       many trials stepping side by side
exploring_expert.py  an expert that knows only what was in view, for object goals
policy_steps.py      what a batch of trials went through, as arrays
dagger.py            imitation: do what the expert would have done where the policy goes
ppo.py               reinforcement: do more of what paid off
auxiliary_heads.py   which action, which way up: questions that any world answers
self_supervision.py  adaptation by such a question alone
picture_augmentation.py  pictures cropped, shifted and tinted
policy_recipe.py     all that decides what comes out; policy_trainer.py  the loop over rounds
policy_checkpoint.py a training on disk, resumed to the same bits
policy_export.py     torch -> ONNX with its card, and back
policy_scores.py     success in houses never seen
policy_curve.py      the figures of each round
policy_transfer.py   a policy that begins with what another one knows
policy_tasks.py      PointNav and ObjectNav: what is trained with which recipe
policy_job.py        all of it in a row
adaptation_recipe.py a trained policy trained further: the ways; adaptation_job.py  all of it in a row
"""
