"""Light in a scene: baked once per vertex and source, then summed for a time of day and a set of switches."""
