"""Writing, tagging and reading navigation instructions; styles; the optional language model.

tokens -> tagger -> chunks -> parse        text to steps (action, direction, landmark), with spans
routes                                     steps to English text
meaning                                    do two texts ask for the same walk?
style -> style_draft -> restyle            one text in another tone, with the edits that made it
"""
