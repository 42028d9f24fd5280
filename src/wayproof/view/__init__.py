"""The viewer: a local page on which the clean and the corrupted twin are seen to part; and videos of that.

tail.py library.py index.py query.py   which runs and episodes there are, also while a run is going
story.py words.py                      one episode and its clean twin as plain data
film.py projector.py picture.py        frames, made again from the log on demand
guard.py app.py serve.py page/         the web application: loopback only, read-only
chosen.py video.py video_frames.py     failures as MP4 files
"""
