"""Training of the network that guesses what lies where a mapping agent has not looked yet.

map_samples        walks through houses, maps them as an agent does, and keeps windows with the truth
occupancy_network  the network
train_occupancy    the loop, with checkpoints
occupancy_scores   how much of unseen space is guessed right, beside "unknown is free"
"""
