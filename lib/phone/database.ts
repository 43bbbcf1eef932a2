/** The browser's own database: what pages and the service worker share and keep. */

const name = "relevo-phone";
const version = 3;

/** Each store and the path of its key; without one, the key is given at each write. */
const stores = {
  caches: "device",
  outbox: "id",
  marks: "id",
  settings: null,
  talks: "id",
  sends: "id",
  unsent: "id",
} as const;
export type StoreName = keyof typeof stores;

let opened: Promise<IDBDatabase> | undefined;

/**
 * Runs `work` in a transaction until it is kept; it may wait for that store alone.
 * @throws DOMException where the browser keeps nothing
 */
export async function inStore<T>(
  store: StoreName,
  mode: "readonly" | "readwrite",
  work: (store: IDBObjectStore) => T | Promise<T>,
): Promise<T> {
  return await inStores([store], mode, (storeOf) => work(storeOf(store)));
}

/** The same over several stores: all of it is kept, or nothing. */
export async function inStores<T>(
  names: StoreName[],
  mode: "readonly" | "readwrite",
  work: (storeOf: (name: StoreName) => IDBObjectStore) => T | Promise<T>,
): Promise<T> {
  const transaction = (await open()).transaction(names, mode, {
    // An answer that was said to be kept must survive a dead battery.
    durability: names.some((one) => /^(outbox|sends|unsent)$/.test(one)) ? "strict" : "default",
  });
  const committed = untilCommitted(transaction);
  committed.catch(() => {});
  const result = await work((name) => transaction.objectStore(name));
  await committed;
  return result;
}

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function untilCommitted(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
  });
}

function open(): Promise<IDBDatabase> {
  opened ??= openAnew();
  opened.catch(() => opened = undefined);
  return opened;
}

function openAnew(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(stores)) {
        if (!request.result.objectStoreNames.contains(store)) {
          request.result.createObjectStore(store, keyPath ? { keyPath } : {});
        }
      }
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => opened = undefined;
      database.onclose = forget;
      // A newer build wants another version: it must not wait for this tab.
      database.onversionchange = () => {
        forget();
        database.close();
      };
      resolve(database);
    };
  });
}
