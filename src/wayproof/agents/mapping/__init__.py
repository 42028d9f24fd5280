"""Maps that agents keep: occupancy, the thing sought, value, and what stands in which room."""
