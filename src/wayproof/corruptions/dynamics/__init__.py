"""Faults of motors and wheels, one file each; each is an actuation in the sense of the simulator."""
