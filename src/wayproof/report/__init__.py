"""Reports: from run folders to one page that can be opened from an e-mail, printed and filed.

wording.py      numbers and foreign texts as people may safely read them
reading.py      run folders, each log read once, sorted into parts: one agent under one protocol
findings.py     all numbers of a report, as plain data; every format below is made of it
  verdict.py    the whole in one sentence, with what it cannot decide
  retained.py   how much survives, so that a reader can work it out again
  severities.py one fault at several severities
  slices.py     by difficulty, room, language, scene ...
  behaviour.py  collisions, nearness, stopping, detours
  noise.py      did the faults reach the agent, and how much do runs differ without them
  sides.py      several agents on the same episodes
  references.py published rows of other worlds, set apart
  protocols.py  every parameter and where it comes from
  uncovered.py  what was not tested
  assurance.py  claims and evidence for those who file them
measured.py     means over episodes with intervals
telling.py      which episodes are worth a look
cases.py        those made ready to be shown
floors.py       the house from above, one drawing for each floor
twin_map.py     clean and corrupted way on it
frames.py       what the agent saw where the ways part
charts.py       dots with intervals, bars, curves, as SVG that fits any width
page.py         the HTML file: page.html and the pieces it includes, page.css, sorting.js
markdown.py, plain_files.py, junit.py   the other formats; forms.py names them, writing.py writes them
"""
