/** Locks and messages between the tabs of the app and its worker. */

/** Names of what is kept on the phone and watched by all. */
export const channels = {
  outbox: "relevo-outbox",
  sends: "relevo-sends",
  unsent: "relevo-unsent",
} as const;

/**
 * Runs `work` in one of them at a time. Old browsers and plain addresses have no locks: there it
 * must tell by the age of a claim whether another is at it.
 */
export async function alone(
  name: string,
  work: (hasLock: boolean) => Promise<void>,
): Promise<void> {
  if (navigator.locks) await navigator.locks.request(name, () => work(true));
  else await work(false);
}

/** Has all who watch `name` look again. */
export function tell(name: string): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
}

/** Calls `listener` with what `read` gives, now and whenever it is told. @returns ends it */
export function watch<T>(
  name: string,
  read: () => Promise<T>,
  listener: (value: T) => void,
): () => void {
  let isOver = false;
  const look = async () => {
    const value = await read();
    if (!isOver) listener(value);
  };
  const channel = new BroadcastChannel(name);
  channel.onmessage = look;
  void look();
  return () => {
    isOver = true;
    channel.close();
  };
}
