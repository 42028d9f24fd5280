"""Writing, tagging and reading navigation instructions; styles; the optional language model.

tagger -> chunks -> parse                  tokens to steps (action, direction, landmark), with spans
routes                                     steps to English text
meaning                                    do two texts ask for the same walk?
path_reading -> path_steps                 a path in a house to steps, written in four languages
descriptions                               things to sentences in four languages, and what fits them
style -> style_draft -> restyle            one text in another tone, with the edits that made it
"""
