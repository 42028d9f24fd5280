"""Pure array kernels on triangles, polygons, rays and grids; nothing here knows what a house is."""
