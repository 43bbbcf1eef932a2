/** Cache of loaded conversations in IndexedDB, for use without a connection. */
import { inStore, resultOf } from "@/lib/phone/database.ts";

const mostKept = 60;

interface Row {
  id: string;
  device: string;
  at: number;
  value: unknown;
}

/** @param id of the pairing's list, or of one of its conversations */
export async function readKept<T>(id: string): Promise<T | undefined> {
  const row: Row | undefined = await inStore(
    "talks",
    "readonly",
    (store) => resultOf(store.get(id)),
  ).catch(() => undefined);
  return row?.value as T | undefined;
}

/** Stores a value and evicts the oldest beyond the limit. Ignores failures of the database. */
export async function keepRead(id: string, device: string, value: unknown): Promise<void> {
  await inStore("talks", "readwrite", async (store) => {
    const row: Row = { id, device, at: Date.now(), value };
    store.put(row);
    const rows: Row[] = await resultOf(store.getAll());
    if (rows.length <= mostKept) return;
    rows.sort((a, b) => a.at - b.at);
    for (const old of rows.slice(0, rows.length - mostKept)) store.delete(old.id);
  }).catch(() => {});
}
