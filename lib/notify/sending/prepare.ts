import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { isExactNumber } from "@/lib/input/json_text.ts";
import { asksOf } from "@/lib/notify/sending/asks.ts";
import { type NotifyRequest, recipientsOf } from "@/lib/notify/sending/notification.ts";

export interface Send {
  request: NotifyRequest;
  keyId?: number;
  createdBy?: number;
  /** Set by the CRM: the named handler acts on the answer. */
  internal?: { handler: string | null; ref: unknown };
}

export type Row = ReturnType<typeof prepare>;

export function prepare({ request, keyId, createdBy, internal }: Send, now: Date) {
  const key = request.idempotencyKey;
  return {
    id: uuidv7(),
    key_id: keyId ?? null,
    created_by: createdBy ?? null,
    internal: internal !== undefined,
    handler: internal?.handler ?? null,
    ref: internal?.ref ?? null,
    title: request.title,
    body: request.body,
    type: request.type,
    priority: request.priority,
    sender: request.sender ?? null,
    url: request.url ?? null,
    tag: request.tag ?? null,
    ttl: request.ttl ?? null,
    data: request.data?.text ?? null,
    actions: request.actions,
    allow_reply: request.allowReply,
    callback_url: request.callbackUrl ?? null,
    idempotency_key: key ?? null,
    fingerprint: key === undefined ? null : fingerprint(request),
    created_at: now,
    expires_at: request.ttl === undefined ? null : new Date(now.getTime() + request.ttl * 1000),
    to_list: request.userIds !== undefined,
    user_ids: recipientsOf(request),
    asks: asksOf(request),
  };
}

/** SHA-256 (hex) of the validated request; the order of keys does not count, each digit does. */
function fingerprint(request: NotifyRequest): string {
  const { idempotencyKey: _, userId: __, ...rest } = request;
  const whole = { ...rest, userIds: recipientsOf(request), data: request.data?.parseExactly() };
  return createHash("sha256").update(JSON.stringify(whole, sortedKeys)).digest("hex");
}

function sortedKeys(_: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  if (isExactNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
