/** Wakes the worker when the connection is back, in browsers that can. */

export const syncTag = "relevo-outbox";

type Syncing = ServiceWorkerRegistration & {
  sync?: { register(tag: string): Promise<void> };
};

export async function askForSync(registration?: ServiceWorkerRegistration): Promise<void> {
  try {
    await (registration as Syncing | undefined)?.sync?.register(syncTag);
  } catch {
    // Turned off by the person: the answer goes out when the app is opened.
  }
}
