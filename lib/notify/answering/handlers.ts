import type { Device } from "@/lib/access/devices.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { ResponseRecord } from "@/lib/notify/sending/notification_records.ts";

/** A phone, or a link, which has no id. */
export type Answerer = Omit<Device, "id"> & { id: string | null };

export type AnswerHandler = (
  trx: Trx,
  answer: { device: Answerer; record: ResponseRecord; ref: unknown },
) => Promise<void>;

/** Handlers by name. The CRM registers its own in main.ts: this folder does not import it. */
export type AnswerHandlers = Map<string, AnswerHandler>;

export async function handleAnswer(
  handlers: AnswerHandlers,
  trx: Trx,
  { handler, ref }: { handler: string | null; ref: unknown },
  answer: { device: Answerer; record: ResponseRecord },
): Promise<void> {
  if (handler === null) return;
  const run = handlers.get(handler);
  if (!run) throw new Error(`no handler is registered under the name ${handler}`);
  await run(trx, { ...answer, ref });
}
