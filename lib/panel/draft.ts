import type { NotificationWords } from "@/lib/words/panel/notifications.ts";

export const messageTypes = ["info", "success", "warning", "error"] as const;
export const messagePriorities = ["low", "normal", "high"] as const;

/** A test notification while it is being written. */
export interface Draft {
  userId: string;
  title: string;
  body: string;
  type: (typeof messageTypes)[number];
  priority: (typeof messagePriorities)[number];
  /** The buttons' words. */
  labels: string[];
  allowReply: boolean;
}

/** The most that a notification's parts may hold: characters, and how many buttons. */
export interface DraftLimits {
  userId: number;
  title: number;
  body: number;
  actions: number;
  actionLabel: number;
}

/** One that can be sent as it is, to oneself. */
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

/**
 * The body of POST /api/admin/notifications.
 * @param idempotencyKey the same for every attempt at one draft
 */
export function toRequest({ labels, ...draft }: Draft, idempotencyKey: string) {
  const actions = labels.map((label, at) => ({ id: String(at + 1), label }));
  return { ...draft, actions, idempotencyKey };
}

/** A random name; `crypto.randomUUID` is missing where the panel is reached by plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
