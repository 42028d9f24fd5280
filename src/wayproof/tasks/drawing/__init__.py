"""Where episodes come from: starts, ways, questions and constraints, drawn until the expert solves one."""
