"""Pictures of scenes for people: plans, views from above, rooms at eye height, contact sheets."""
