"""What can be seen: where a thing, or evidence for an answer, is seen from, and what is in view now."""
