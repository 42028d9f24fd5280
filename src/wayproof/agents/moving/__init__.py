"""Getting about on a map: planning, stepping, getting unstuck, coming near a thing."""
