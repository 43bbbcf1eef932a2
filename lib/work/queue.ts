import { dirname } from "node:path";
import { ensureDir } from "@/lib/db/folder.ts";
import { describeError, type Log } from "@/lib/log.ts";

/** Says where to look in Postgres, which holds the truth. */
export type Message = { kind: "callback" | "push"; id: string; host: string };

/** Deno KV's queue, which delivers a message once its delay has passed. */
export interface Queue {
  enqueue(message: Message, delayMs: number): Promise<void>;
  /** Settles once the queue is closed. */
  listen(handle: (message: Message) => void | Promise<void>): Promise<void>;
  ready(): Promise<boolean>;
  close(): void;
}

export async function openQueue(path: string, log: Log): Promise<Queue> {
  await ensureDir(dirname(path));
  const kv = await Deno.openKv(path);
  return {
    async enqueue(message, delayMs) {
      try {
        await kv.enqueue(message, { delay: delayMs });
      } catch (error) {
        // The sweep finds the row in Postgres, which is due all the same.
        log.warn("enqueue_failed", describeError(error));
      }
    },
    listen: (handle) => kv.listenQueue(handle),
    async ready() {
      try {
        await kv.get(["ready"]);
        return true;
      } catch {
        return false;
      }
    },
    close: () => kv.close(),
  };
}
