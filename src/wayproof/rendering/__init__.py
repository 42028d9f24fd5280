"""What a camera sees: pose and camera in, colour, depth and labels out, on a plain CPU."""
