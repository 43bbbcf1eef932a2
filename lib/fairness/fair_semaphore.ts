export interface Limits {
  perLane: number;
  inAll: number;
  /** A cooling place counts against all lanes, not only its own. */
  coolsDownForAll?: boolean;
}

interface Lane {
  running: number;
  waiting: Set<Waiting>;
}

interface Waiting {
  start(): void;
  giveUp(reason: unknown): void;
}

/** @param isAwaited others wait elsewhere */
export type Release = (cooldownMs?: number, isAwaited?: boolean) => void;

/** Places for work, shared between lanes (companies): those with the fewest places take turns. */
export class FairSemaphore<Name> {
  /** In the order of turns; a lane without work is forgotten. */
  #lanes = new Map<Name, Lane>();
  #running = 0;

  constructor(private readonly limits: Limits) {}

  /** Waits for a place. @param signal ends the wait, with its reason @returns releases the place */
  acquire(name: Name, signal?: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const release = this.tryAcquire(name);
      if (release) return resolve(release);
      const lane = this.#laneOf(name);
      this.#lanes.set(name, lane);
      const quit = () => {
        lane.waiting.delete(waiting);
        this.#forgetIdle(name, lane);
        reject(signal!.reason);
      };
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener("abort", quit);
          resolve((cooldownMs, isAwaited) => this.#release(name, lane, cooldownMs, isAwaited));
        },
        giveUp: (reason) => {
          signal?.removeEventListener("abort", quit);
          reject(reason);
        },
      };
      signal?.addEventListener("abort", quit, { once: true });
      lane.waiting.add(waiting);
    });
  }

  /** Takes a place if one is free. @returns releases it */
  tryAcquire(name: Name): Release | undefined {
    const lane = this.#laneOf(name);
    if (this.#running >= this.limits.inAll || lane.running >= this.limits.perLane) return undefined;
    this.#start(name, lane);
    return (cooldownMs, isAwaited) => this.#release(name, lane, cooldownMs, isAwaited);
  }

  isAwaited(name: Name): boolean {
    return this.#laneOf(name).waiting.size > 0;
  }

  /** Rejects all waiters; running work continues. */
  clear(reason: unknown): void {
    for (const [name, { running, waiting }] of this.#lanes) {
      for (const one of waiting) one.giveUp(reason);
      waiting.clear();
      if (running === 0) this.#lanes.delete(name);
    }
  }

  #laneOf(name: Name): Lane {
    return this.#lanes.get(name) ?? { running: 0, waiting: new Set() };
  }

  #startNext(): void {
    while (this.#running < this.limits.inAll) {
      const next = this.#nextLane();
      if (!next) return;
      const [name, lane] = next;
      const [first] = lane.waiting;
      lane.waiting.delete(first!);
      this.#start(name, lane);
      first!.start();
    }
  }

  #nextLane(): [Name, Lane] | undefined {
    let next: [Name, Lane] | undefined;
    let fewest = this.limits.perLane;
    for (const [name, lane] of this.#lanes) {
      if (lane.waiting.size === 0 || lane.running >= fewest) continue;
      next = [name, lane];
      fewest = lane.running;
    }
    return next;
  }

  #start(name: Name, lane: Lane): void {
    lane.running++;
    this.#running++;
    this.#goBehind(name, lane);
  }

  #release(name: Name, lane: Lane, cooldownMs = 0, isAwaited = false): void {
    const coolsDown = cooldownMs > 0 && (isAwaited || lane.waiting.size > 0);
    const isHeld = coolsDown && this.limits.coolsDownForAll;
    if (!isHeld) this.#running--;
    if (!coolsDown) return this.#free(name, lane);
    setTimeout(() => {
      if (isHeld) this.#running--;
      this.#free(name, lane);
    }, cooldownMs);
    this.#startNext();
  }

  #free(name: Name, lane: Lane): void {
    lane.running--;
    this.#goBehind(name, lane);
    this.#forgetIdle(name, lane);
    this.#startNext();
  }

  #goBehind(name: Name, lane: Lane): void {
    this.#lanes.delete(name);
    this.#lanes.set(name, lane);
  }

  #forgetIdle(name: Name, { running, waiting }: Lane): void {
    if (running === 0 && waiting.size === 0) this.#lanes.delete(name);
  }
}
