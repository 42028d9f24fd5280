"""Variants: another look of a scene on the same layout, with the same rooms and things."""
