"""How fast are we, beside named peers in the same run: one file per area."""
