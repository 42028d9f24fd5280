"""What furniture is built from: doors, drawers, cushions, shades and finishes that several families share."""
