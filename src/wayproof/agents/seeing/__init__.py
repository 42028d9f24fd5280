"""What agents make of their readings: labels, certainty and depth per pixel; pictures of it for a trace."""
