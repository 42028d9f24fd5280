"""Reports: from run folders to one page that can be opened from an e-mail, printed and filed.

text.py             numbers and untrusted text, made safe to read
run_data.py         run folders, each read once: their parts, labelled so as to differ
findings.py         all numbers of a report as plain data; every format below is made from it
  verdict.py        the result in one sentence, with what stays open
  severity_curves.py  one fault at several severities
  slices.py         by difficulty, room, language, scene ...
  behaviour.py      collisions, nearness, stopping, detours
  noise_floor.py    did the faults reach the agent, and how much do runs differ without them
  comparison.py     several agents on the same episodes
  published_rows.py published results from other worlds, set apart
  parameters.py     every parameter and where it comes from
  uncovered.py      what was not tested
  assurance.py      claims and evidence for an assurance file
example_episodes.py which episodes the report shows
example_panels.py   those made ready for the page
house_map.py        the house from above, one drawing for each floor
twin_map.py         clean and corrupted path on it
frames.py           what the agent saw where the paths diverge
trace_figures.py    what the agent recognised there, and its value map
charts.py           dots with intervals, bars, curves, as SVG that fits any width
page.py             the HTML file: page.html and the pieces it includes, page.css, sorting.js
markdown.py, episode_rows.py, junit.py   other formats; output_formats.py names them, outputs.py writes them
junit_xml.py        test cases as CI reads them, for the report and for gates

The package can be called: `wayproof.report("runs/first")`.
"""

from __future__ import annotations

from wayproof.callable_package import make_callable

make_callable(__name__)
