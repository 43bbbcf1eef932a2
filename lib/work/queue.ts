import type { Due } from "@/lib/tools/after_commit.ts";
import type { Log } from "@/lib/tools/log.ts";
import { describeError } from "@/lib/tools/log.ts";
import { openQueueFile } from "@/lib/work/queue_file.ts";

/** Says where to look in Postgres, which holds the truth. */
export type Message = { kind: "callback" | "push" | "message" | "time" } & Due;

export interface Queue {
  enqueue(message: Message, delayMs: number): Promise<void>;
  listen(handle: (message: Message) => void | Promise<void>): Promise<void>;
  ready(): Promise<boolean>;
  close(): void;
}

/**
 * Opens the queue in memory: Deno ends the process when a queue's own file is damaged or full.
 * @param path a file that keeps what waits for the next process
 */
export async function openQueue(path: string | undefined, log: Log): Promise<Queue> {
  const kv = await Deno.openKv(":memory:");
  const file = path === undefined ? undefined : await openQueueFile(path, log);
  const enqueue = async (text: string, delayMs: number) => {
    try {
      await kv.enqueue(text, { delay: delayMs });
    } catch (error) {
      log.warn("enqueue_failed", describeError(error));
    }
  };
  for (const { text, delayMs } of file?.waiting() ?? []) await enqueue(text, delayMs);
  return {
    async enqueue(message, delayMs) {
      const text = JSON.stringify(message);
      file?.keep(text, delayMs);
      await enqueue(text, delayMs);
    },
    listen: (handle) =>
      kv.listenQueue(async (text: string) => {
        await handle(JSON.parse(text));
        file?.forget(text);
      }),
    async ready() {
      try {
        await kv.get(["ready"]);
        return true;
      } catch {
        return false;
      }
    },
    close() {
      kv.close();
      file?.close();
    },
  };
}
