"""The viewer: a local page that shows where the clean and the corrupted twin diverge; and videos of failures.

tail.py run_library.py index.py query.py      which runs and episodes there are, also while a run continues
story.py shown_text.py trace_overlays.py      one episode and its clean twin as plain data
film.py projector.py reading_pictures.py      frames, rendered again from the log on demand
guard.py app.py page_server.py page/          the web application: loopback only, read-only
failure_choice.py failure_videos.py video_frames.py   failures as MP4 files
"""
