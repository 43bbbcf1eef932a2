import { AsyncLocalStorage } from "node:async_hooks";

export interface Alarm {
  /** By `performance.now()`. */
  at: number;
  ring(): void;
}

/** Rings many alarms by one timer: nearly all are cleared in time, and timers cost much. */
export class Alarms {
  #set = new Set<Alarm>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = Infinity;
  /** The timer is none of the request's that happens to start it. */
  readonly #ofNobody = AsyncLocalStorage.snapshot();

  set(alarm: Alarm): void {
    this.#set.add(alarm);
    if (alarm.at < this.#timerAt) this.#startTimer(alarm.at);
  }

  clear(alarm: Alarm): void {
    this.#set.delete(alarm);
    if (this.#set.size === 0) this.#stopTimer();
  }

  #startTimer(at: number): void {
    clearTimeout(this.#timer);
    this.#timerAt = at;
    const ms = Math.max(0, Math.ceil(at - performance.now()));
    this.#timer = this.#ofNobody(() => setTimeout(() => this.#ring(), ms));
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timerAt = Infinity;
  }

  #ring(): void {
    this.#timerAt = Infinity;
    const now = performance.now();
    const due = [...this.#set].filter(({ at }) => at <= now);
    for (const alarm of due) this.#set.delete(alarm);
    let next = Infinity;
    for (const { at } of this.#set) next = Math.min(next, at);
    if (next < Infinity) this.#startTimer(next);
    for (const { ring } of due) ring();
  }
}
