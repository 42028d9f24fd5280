"""Furniture packs: libraries of real models (Sweet Home 3D's `.sh3f`) that a user adds to this machine."""
