"""Where worlds come from: every source ends in a Scene."""
