import type { Selectable } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { delaysMs, maxAttempts } from "@/lib/notify/callbacks/retry_schedule.ts";
import { insertRows } from "./rows.ts";
import type { SampleCallback } from "./trade.ts";

/** An answer that a program is told of. */
type SampleResponse = Pick<
  Selectable<Schema["responses"]>,
  "id" | "notification_id" | "user_id" | "action" | "reply" | "responded_at"
>;

export interface CallbackResponse {
  response: SampleResponse;
  keyId: number;
  data: Record<string, unknown> | null;
  callback: SampleCallback;
}

/** One attempt: outcome, HTTP status, answer and duration. */
type Try = readonly [outcome: string, status: number | null, answer: string | null, ms: number];

const down: Try = ["timeout", null, null, 15_000];
const busy: Try = ["status", 503, "Service Unavailable", 212];

const courses: Record<SampleCallback["course"], readonly Try[]> = {
  delivered: [["status", 204, null, 143]],
  retried: [busy, ["status", 200, "ok", 187]],
  failed: Array.from({ length: maxAttempts }, (_, at) => at % 3 === 0 ? busy : down),
  gone: [busy, ["status", 410, "Gone", 96]],
};

/** Adds the attempts of the callbacks; each has ended, so that none is pending. */
export async function fillCallbacks(
  trx: Trx,
  companyId: number,
  responses: readonly CallbackResponse[],
): Promise<void> {
  const callbacks = responses.map((one) => ({ ...one, attempts: attemptsOf(one) }));
  await insertRows(trx, "callbacks", companyId, callbacks.map(callbackOf));
  await insertRows(
    trx,
    "callback_attempts",
    companyId,
    callbacks.flatMap(({ attempts }) => attempts),
  );
}

type Callback = CallbackResponse & { attempts: ReturnType<typeof attemptsOf> };

function callbackOf({ response, keyId, data, callback, attempts }: Callback) {
  const { id, notification_id, user_id, action, reply, responded_at } = response;
  const { course, url } = callback;
  const last = attempts.at(-1)!;
  const status = course === "retried" ? "delivered" : course;
  return {
    response_id: id,
    key_id: keyId,
    url,
    host: new URL(url).host,
    body: JSON.stringify({
      notificationId: notification_id,
      userId: user_id,
      action,
      reply,
      respondedAt: responded_at,
      data,
    }),
    status,
    attempts: attempts.length,
    schedule_start: 0,
    last_status: last.status,
    last_outcome: last.outcome,
    delivered_at: status === "delivered" ? last.started_at : null,
    created_at: responded_at,
  };
}

/** Attempts at the instants of the schedule, without its jitter. */
function attemptsOf({ response, callback }: CallbackResponse) {
  let at = response.responded_at.getTime();
  return courses[callback.course].map(([outcome, status, answer, duration_ms], index) => {
    if (index > 0) at += delaysMs[index - 1]!;
    const started_at = new Date(at);
    const number = index + 1;
    return { response_id: response.id, number, started_at, duration_ms, outcome, status, answer };
  });
}
