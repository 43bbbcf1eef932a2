import type { Due } from "@/lib/tools/after_commit.ts";
import type { Log } from "@/lib/tools/log.ts";
import { describeError } from "@/lib/tools/log.ts";

/** Says where to look in Postgres, which holds the truth. */
export type Message = { kind: "callback" | "push" | "message" | "time" } & Due;

export interface Queue {
  enqueue(message: Message, delayMs: number): Promise<void>;
  listen(handle: (message: Message) => void | Promise<void>): Promise<void>;
  ready(): Promise<boolean>;
  close(): void;
}

/** Opens the queue in memory: Deno ends the process when a queue's file is damaged or full. */
export async function openQueue(log: Log): Promise<Queue> {
  const kv = await Deno.openKv(":memory:");
  return {
    async enqueue(message, delayMs) {
      try {
        await kv.enqueue(message, { delay: delayMs });
      } catch (error) {
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
