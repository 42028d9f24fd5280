"""Looking for what has not been seen: frontiers, mapless exploration, the search for a thing."""
