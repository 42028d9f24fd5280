"""Test cases in the words of a language model, where one is named; offline our own sentences are used.

case_prompts.py   five prompts, and the form of each answer
word_rules.py     what words of a case must and must not say
case_writer.py    asks, checks, asks again with the objection, keeps the answer
"""
