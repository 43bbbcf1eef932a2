import type { Language } from "@/lib/words/language.ts";
import { inStore, resultOf } from "@/lib/phone/database.ts";
import type { PhoneNotification } from "@/lib/phone/notification.ts";

export interface CachedInbox {
  notifications: PhoneNotification[];
  unread: number;
  now: string;
  fetchedAt: number;
  lastEventId: string;
}

export interface Settings {
  language: Language;
  sound: boolean;
  /** Whether the person wants pushes; the browser's permission alone does not say so. */
  push: boolean;
  /** The push key, with which the worker subscribes again. */
  pushKey: string;
  pushDevices: string[];
  unread: Record<string, number>;
  removed: string[];
  readers: Record<string, string>;
  clockAheadMs: number;
}

/** The kept inbox; `undefined` also where the browser keeps nothing. */
export async function readCache(device: string): Promise<CachedInbox | undefined> {
  return await orNothing(inStore("caches", "readonly", (store) => resultOf(store.get(device))));
}

/** A browser that keeps nothing shows nothing at the next start. */
export async function writeCache(device: string, inbox: CachedInbox): Promise<void> {
  await orNothing(
    inStore("caches", "readwrite", (store) => void store.put({ ...inbox, device })),
  );
  await changeSetting("unread", (unread) => ({ ...unread, [device]: inbox.unread }));
  await writeSetting("clockAheadMs", Date.parse(inbox.now) - inbox.fetchedAt);
}

/** Forgets what an unpaired phone must not show any more. What it had to send is kept apart. */
export async function forgetDevice(device: string): Promise<void> {
  await orNothing(inStore("caches", "readwrite", (store) => void store.delete(device)));
  for (const name of ["marks", "talks"] as const) {
    await orNothing(inStore(name, "readwrite", async (store) => {
      const rows: { id: string; device: string }[] = await resultOf(store.getAll());
      for (const row of rows) if (row.device === device) store.delete(row.id);
    }));
  }
  await changeSetting("unread", (unread) => {
    const { [device]: _, ...others } = unread ?? {};
    return others;
  });
  await changeSetting("pushDevices", (devices = []) => devices.filter((id) => id !== device));
}

export async function readSetting<Name extends keyof Settings>(
  name: Name,
): Promise<Settings[Name] | undefined> {
  return await orNothing(inStore("settings", "readonly", (store) => resultOf(store.get(name))));
}

export async function writeSetting<Name extends keyof Settings>(
  name: Name,
  value: Settings[Name],
): Promise<void> {
  await changeSetting(name, () => value);
}

/** Reads and writes in one transaction, so that two tabs do not undo each other's change. */
export async function changeSetting<Name extends keyof Settings>(
  name: Name,
  change: (value: Settings[Name] | undefined) => Settings[Name],
): Promise<void> {
  await orNothing(inStore("settings", "readwrite", async (store) => {
    store.put(change(await resultOf(store.get(name))), name);
  }));
}

/** The server's clock as well as this phone can tell it, in milliseconds. */
export async function serverNow(): Promise<number> {
  return Date.now() + (await readSetting("clockAheadMs") ?? 0);
}

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch {
    return undefined;
  }
}
