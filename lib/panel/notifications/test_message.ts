import type { NotificationWords } from "@/lib/panel/notifications/words.ts";

export const messageTypes = ["info", "success", "warning", "error"] as const;
export const messagePriorities = ["low", "normal", "high"] as const;

export interface Draft {
  userId: string;
  title: string;
  body: string;
  type: (typeof messageTypes)[number];
  priority: (typeof messagePriorities)[number];
  labels: string[];
  allowReply: boolean;
}

export interface DraftLimits {
  userId: number;
  title: number;
  body: number;
  actions: number;
  actionLabel: number;
}

export function sampleDraft(email: string, { form: { sample } }: NotificationWords): Draft {
  return {
    userId: email,
    title: sample.title,
    body: sample.body,
    type: "info",
    priority: "normal",
    labels: [sample.yes, sample.no],
    allowReply: true,
  };
}

/** All attempts to send a draft share the idempotency key. */
export function toRequest({ labels, ...draft }: Draft, idempotencyKey: string) {
  const actions = labels.map((label, at) => ({ id: String(at + 1), label }));
  return { ...draft, actions, idempotencyKey };
}

/** `crypto.randomUUID` is missing on plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
