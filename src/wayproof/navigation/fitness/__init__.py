"""Is a scene fit to navigate in? Checks of one house, and of many with statistics."""
