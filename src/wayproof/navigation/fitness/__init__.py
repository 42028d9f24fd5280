"""Whether a scene is fit for navigation: checks of one house, and of many with statistics."""
