import type { Trx } from "@/lib/db/connection.ts";
import type { Change } from "@/lib/notify/streams/live.ts";

const noted = new WeakMap<Trx, Change[]>();

/**
 * Notes whose streams have something new once the transaction is committed: for domains, which know
 * nothing of the running process. Whoever opened the transaction takes the notes and publishes them;
 * one that is undone or run again takes its notes with it.
 */
export function noteWake(trx: Trx, ...changes: Change[]): void {
  noted.set(trx, [...noted.get(trx) ?? [], ...changes]);
}

/** Takes what was noted, for `Live.publish` after the commit. */
export function takeWakes(trx: Trx): Change[] {
  const changes = noted.get(trx) ?? [];
  noted.delete(trx);
  return changes;
}
