"""Reading an instruction: from words to a list of what to do, in which direction, at what, in which room.

goal_phrase.py reads what a described goal asks for; household_nouns.py  other names of things.
route_reader.py reads directions: english_reader.py by phrases, verb_final_reader.py (Hindi and Telugu)
by clauses.
"""
