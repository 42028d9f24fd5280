"""Following directions: the steps of a route as goals on a map, and progress along them."""
