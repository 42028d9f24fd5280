"""Gazebo worlds: an SDF file, the folders of its models, and their meshes, read as one scene."""
