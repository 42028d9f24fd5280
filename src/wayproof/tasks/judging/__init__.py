"""When a goal is met, how far it is, and what an expert would do: the judges that tasks share."""
