/** Look for more to save, or wait for a person, the network or a later try. */
export type Attempt = "again" | "wait";

export interface SaveQueue {
  isRunning(): boolean;
  /** Saves until nothing is left or an attempt waits; joins a run. @returns whether all is saved */
  run(): Promise<boolean>;
}

/** One save at a time. @param attempt sends what is unsaved; null if there is nothing */
export function createSaveQueue(attempt: () => Promise<Attempt> | null): SaveQueue {
  let running: Promise<boolean> | null = null;
  async function runAll(): Promise<boolean> {
    for (;;) {
      const sent = attempt();
      if (!sent) return true;
      if (await sent === "wait") return false;
    }
  }
  return {
    isRunning: () => running !== null,
    run: () => running ??= runAll().finally(() => (running = null)),
  };
}
