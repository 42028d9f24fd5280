"""Top-down plans of a scene: first as a list of shapes, then as SVG or PNG."""
