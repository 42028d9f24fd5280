"""Reading an instruction: from words to a list of what to do, in which direction, at what, in which room."""
