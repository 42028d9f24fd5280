// Frames of both twins: fetched ahead, kept for a while, and drawn in all views at once or not at all.

import { LATER, ask, episodePath, picture } from "./api.js";

const AHEAD = 32;
const BEHIND = 64;
const AT_ONCE = 5; // a browser opens six connections to one host; one stays free for the rest
const AGAIN_MS = 700;
const TELL_EVERY_MS = 400;

export class Frames {
  // views: [{ key, view, length, canvas, onDrawn, onWaiting }], one for each canvas of the page
  constructor(run, views, signal) {
    Object.assign(this, { run, views, signal });
    this.store = new Map(); // "side/view/step" to a frame, or an error
    this.busy = new Set();
    this.step = 0;
    this.drawn = -1;
    signal.addEventListener("abort", () => this.close());
  }

  setViews(views) {
    this.views = views;
    this.drawn = -1;
    this.show(this.step);
  }

  ready(step) {
    return this.views.every((view) => this.store.has(this.name(view, step)));
  }

  show(step) {
    this.step = step;
    this.draw();
    this.fetchMore();
  }

  // All canvases change together, so that the twins are never seen out of step.
  draw() {
    const waiting = !this.ready(this.step);
    for (const view of this.views) view.canvas.classList.toggle("late", waiting);
    if (waiting) this.tellProgress();
    if (waiting || this.drawn === this.step) return;
    for (const view of this.views) {
      const frame = this.store.get(this.name(view, this.step));
      if (frame.bitmap) paint(view.canvas, frame.bitmap);
      view.canvas.dataset.step = String(clamped(view, this.step));
      view.onDrawn(frame, clamped(view, this.step));
    }
    this.drawn = this.step;
  }

  // While pictures are missing: how many steps of each twin have been made.
  async tellProgress() {
    if (this.telling) return;
    this.telling = true;
    while (!this.signal.aborted && !this.ready(this.step)) {
      for (const key of new Set(this.views.map((view) => view.key))) {
        try {
          const { steps } = await ask(`${episodePath(this.run, key)}/made`, this.signal);
          for (const view of this.views)
            if (view.key === key && this.drawn !== this.step) view.onWaiting(steps);
        } catch {
          // the frames themselves say what is wrong
        }
      }
      await pause(TELL_EVERY_MS);
    }
    this.telling = false;
  }

  fetchMore() {
    if (this.signal.aborted) return;
    for (const [view, step] of this.wanted()) {
      if (this.busy.size >= AT_ONCE) return;
      this.fetch(view, step);
    }
  }

  // What is missing, the nearest steps first.
  *wanted() {
    for (let step = this.step; step <= this.step + AHEAD; step++) {
      for (const view of this.views) {
        if (step > this.step && step >= view.length) continue;
        const name = this.name(view, step);
        if (!this.store.has(name) && !this.busy.has(name)) yield [view, clamped(view, step)];
      }
    }
  }

  async fetch(view, step) {
    const name = this.name(view, step);
    this.busy.add(name);
    try {
      this.store.set(
        name,
        await picture(
          `${episodePath(this.run, view.key)}/frames/${encodeURIComponent(view.view)}/${step}`,
          this.signal,
        ),
      );
      this.forget();
    } catch (error) {
      if (this.signal.aborted) return;
      if (error.status === LATER || error.status === undefined) await pause(AGAIN_MS);
      else this.store.set(name, { error: error.message });
    } finally {
      this.busy.delete(name);
    }
    this.draw();
    this.fetchMore();
  }

  forget() {
    for (const [name, frame] of this.store) {
      const step = Number(name.slice(name.lastIndexOf("/") + 1));
      const needed = this.views.some((view) => this.name(view, this.step) === name);
      if (needed || (step >= this.step - BEHIND && step <= this.step + 2 * AHEAD)) continue;
      frame.bitmap?.close();
      this.store.delete(name);
    }
  }

  name(view, step) {
    return `${view.key}/${view.view}/${clamped(view, step)}`;
  }

  close() {
    for (const frame of this.store.values()) frame.bitmap?.close();
    this.store.clear();
  }
}

// A twin that ended earlier goes on showing its last state.
const clamped = (view, step) => Math.min(step, view.length - 1);

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function paint(canvas, bitmap) {
  if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
  }
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
}
