// The one clock of the page: a step that all views, the map and the chart show together.

export class Player {
  constructor(length, ready) {
    this.length = length; // states
    this.ready = ready; // whether a step can be shown in all views
    this.step = 0;
    this.playing = false;
    this.perSecond = 8;
    this.listeners = [];
    this.due = 0;
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  seek(step) {
    this.step = Math.max(0, Math.min(this.length - 1, Math.round(step)));
    this.tell();
  }

  // By hand: playing ends.
  jump(step) {
    this.pause();
    this.seek(step);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.step >= this.length - 1) this.step = 0;
    this.playing = true;
    this.due = performance.now() + 1000 / this.perSecond;
    this.frame = requestAnimationFrame((now) => this.tick(now));
    this.tell();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.tell();
  }

  // A step is shown when it is due and all its pictures are there; late pictures delay, they are not left out.
  tick(now) {
    if (!this.playing) return;
    if (now >= this.due && this.ready(this.step + 1)) {
      const every = 1000 / this.perSecond;
      this.due = Math.max(this.due + every, now);
      this.step += 1;
      if (this.step >= this.length - 1) this.playing = false;
      this.tell();
    }
    if (this.playing) this.frame = requestAnimationFrame((next) => this.tick(next));
  }

  tell() {
    for (const listener of this.listeners) listener(this.step);
  }
}
