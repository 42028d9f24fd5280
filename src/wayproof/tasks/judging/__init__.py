"""What judges share: how far it is to the places of a goal, and what an expert would do next."""
