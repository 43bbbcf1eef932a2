export interface Limits {
  perQueue: number;
  inAll: number;
  /** A cooling place counts against all queues, not only its own. */
  coolsDownForAll?: boolean;
}

interface Queue {
  running: number;
  waiting: Set<Waiting>;
}

interface Waiting {
  start(): void;
  giveUp(reason: unknown): void;
}

/** @param isAwaited whether others wait elsewhere */
export type Release = (cooldownMs?: number, isAwaited?: boolean) => void;

/** Places for work, shared between queues (companies): those with the fewest places take turns. */
export class FairSemaphore<Name> {
  /** Queues in the order of service; one without work is removed. */
  #queues = new Map<Name, Queue>();
  #running = 0;

  constructor(private readonly limits: Limits) {}

  /** Waits for a place. @param signal ends the wait, with its reason @returns releases the place */
  acquire(name: Name, signal?: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const release = this.tryAcquire(name);
      if (release) return resolve(release);
      const queue = this.#queueOf(name);
      this.#queues.set(name, queue);
      const quit = () => {
        queue.waiting.delete(waiting);
        this.#forgetIdle(name, queue);
        reject(signal!.reason);
      };
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener("abort", quit);
          resolve((cooldownMs, isAwaited) => this.#release(name, queue, cooldownMs, isAwaited));
        },
        giveUp: (reason) => {
          signal?.removeEventListener("abort", quit);
          reject(reason);
        },
      };
      signal?.addEventListener("abort", quit, { once: true });
      queue.waiting.add(waiting);
    });
  }

  /** Takes a place if one is free. @returns releases it */
  tryAcquire(name: Name): Release | undefined {
    const queue = this.#queueOf(name);
    if (this.#running >= this.limits.inAll || queue.running >= this.limits.perQueue) {
      return undefined;
    }
    this.#start(name, queue);
    return (cooldownMs, isAwaited) => this.#release(name, queue, cooldownMs, isAwaited);
  }

  isAwaited(name: Name): boolean {
    return this.#queueOf(name).waiting.size > 0;
  }

  /** Rejects all waiters; running work continues. */
  clear(reason: unknown): void {
    for (const [name, { running, waiting }] of this.#queues) {
      for (const one of waiting) one.giveUp(reason);
      waiting.clear();
      if (running === 0) this.#queues.delete(name);
    }
  }

  #queueOf(name: Name): Queue {
    return this.#queues.get(name) ?? { running: 0, waiting: new Set() };
  }

  #startNext(): void {
    while (this.#running < this.limits.inAll) {
      const next = this.#nextQueue();
      if (!next) return;
      const [name, queue] = next;
      const [first] = queue.waiting;
      queue.waiting.delete(first!);
      this.#start(name, queue);
      first!.start();
    }
  }

  #nextQueue(): [Name, Queue] | undefined {
    let next: [Name, Queue] | undefined;
    let fewest = this.limits.perQueue;
    for (const [name, queue] of this.#queues) {
      if (queue.waiting.size === 0 || queue.running >= fewest) continue;
      next = [name, queue];
      fewest = queue.running;
    }
    return next;
  }

  #start(name: Name, queue: Queue): void {
    queue.running++;
    this.#running++;
    this.#goBehind(name, queue);
  }

  #release(name: Name, queue: Queue, cooldownMs = 0, isAwaited = false): void {
    const coolsDown = cooldownMs > 0 && (isAwaited || queue.waiting.size > 0);
    const isHeld = coolsDown && this.limits.coolsDownForAll;
    if (!isHeld) this.#running--;
    if (!coolsDown) return this.#free(name, queue);
    setTimeout(() => {
      if (isHeld) this.#running--;
      this.#free(name, queue);
    }, cooldownMs);
    this.#startNext();
  }

  #free(name: Name, queue: Queue): void {
    queue.running--;
    this.#goBehind(name, queue);
    this.#forgetIdle(name, queue);
    this.#startNext();
  }

  #goBehind(name: Name, queue: Queue): void {
    this.#queues.delete(name);
    this.#queues.set(name, queue);
  }

  #forgetIdle(name: Name, { running, waiting }: Queue): void {
    if (running === 0 && waiting.size === 0) this.#queues.delete(name);
  }
}
