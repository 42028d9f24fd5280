"""What can be seen: from where a thing is seen, and whether it is in view now."""
