import { useEffect, useRef } from "preact/hooks";

/** Result of one attempt: look for more to save, or wait for a person, the network or a later try. */
export type Attempt = "again" | "wait";

export interface SaveQueue {
  isRunning(): boolean;
  /**
   * Saves until nothing is left or an attempt has to wait; joins the run that is under way.
   * @returns whether all is saved
   */
  run(): Promise<boolean>;
}

/**
 * One save at a time: input during a save goes with the next.
 * @param attempt sends what is unsaved; null if there is nothing
 */
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

/** A queue of a component; `attempt` is that of its last rendering. */
export function useSaveQueue(attempt: Parameters<typeof createSaveQueue>[0]): SaveQueue {
  const latest = useRef(attempt);
  latest.current = attempt;
  const queue = useRef<SaveQueue | null>(null);
  return queue.current ??= createSaveQueue(() => latest.current());
}

/** Calls `retry` when the network is back. */
export function useOnline(retry: () => void): void {
  useEffect(() => {
    const online = () => retry();
    addEventListener("online", online);
    return () => removeEventListener("online", online);
  }, []);
}
