import type { messagePriorities, messageTypes } from "@/lib/panel/notifications/message_kinds.ts";
import type { NotificationWords } from "@/lib/panel/notifications/words.ts";

/** A notification that is being written. */
export interface Draft {
  userIds: string[];
  title: string;
  body: string;
  type: (typeof messageTypes)[number];
  priority: (typeof messagePriorities)[number];
  labels: string[];
  allowReply: boolean;
  sender: string;
  url: string;
  tag: string;
  /** Seconds; null where it never expires. */
  ttl: number | null;
  asks: AskDraft;
}

/** Reminders, escalation and fallback mail if nobody answers; spans are seconds. */
export interface AskDraft {
  remindEvery: number | null;
  remindTimes: number;
  /** Users, as typed. */
  escalateTo: string;
  escalateAfter: number;
  email: string;
  emailAfter: number;
  first: boolean;
}

export const spanChoices: readonly number[] = [
  ...[60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400, 172_800],
];

const noAsks: AskDraft = {
  remindEvery: null,
  remindTimes: 3,
  escalateTo: "",
  escalateAfter: 1_800,
  email: "",
  emailAfter: 3_600,
  first: false,
};

interface SentAsks {
  remind: { every: number; times: number } | null;
  escalate: { after: number; userIds: string[] } | null;
  answers: "each" | "first";
  fallback: { after: number; email: string } | null;
}

export function askDraftOf({ remind, escalate, answers, fallback }: SentAsks): AskDraft {
  return {
    ...noAsks,
    ...(remind ? { remindEvery: remind.every, remindTimes: remind.times } : {}),
    ...(escalate ? { escalateTo: escalate.userIds.join(", "), escalateAfter: escalate.after } : {}),
    ...(fallback ? { email: fallback.email, emailAfter: fallback.after } : {}),
    first: answers === "first",
  };
}

function asksIn(asks: AskDraft) {
  const { remindEvery: every, remindTimes: times, escalateAfter, emailAfter, first } = asks;
  const userIds = usersIn(asks.escalateTo);
  const email = asks.email.trim();
  return {
    ...(every === null ? {} : { remind: { every, times } }),
    ...(userIds.length > 0 ? { escalate: { after: escalateAfter, userIds } } : {}),
    ...(first ? { answers: "first" } : {}),
    ...(email ? { fallback: { after: emailAfter, email } } : {}),
  };
}

/** Limits of what a test sends. */
export interface TestLimits {
  userId: number;
  title: number;
  body: number;
  actions: number;
  actionLabel: number;
}

export interface DraftLimits extends TestLimits {
  recipients: number;
  sender: number;
  url: number;
  tag: number;
}

export const emptyDraft: Draft = {
  userIds: [],
  title: "",
  body: "",
  type: "info",
  priority: "normal",
  labels: [],
  allowReply: false,
  sender: "",
  url: "",
  tag: "",
  ttl: null,
  asks: noAsks,
};

/** A test as it is offered. */
export function sampleDraft(email: string, { form: { sample } }: NotificationWords): Draft {
  const { title, body, yes, no } = sample;
  return { ...emptyDraft, userIds: [email], title, body, labels: [yes, no], allowReply: true };
}

/** The choices of when it expires, in seconds. */
export const ttlChoices = [
  ["none", null],
  ["hour", 3_600],
  ["hours", 14_400],
  ["day", 86_400],
  ["days", 259_200],
  ["week", 604_800],
  ["month", 2_592_000],
] as const;

/** Request body for the API; blank optional fields are left out. All attempts share the key. */
export function toRequest(draft: Draft, idempotencyKey: string) {
  const { userIds, labels, sender, url, tag, ttl, asks, ...message } = draft;
  const [first] = userIds;
  return {
    // Without a recipient the API reports the missing field.
    ...(userIds.length > 1 ? { userIds } : first === undefined ? {} : { userId: first }),
    ...message,
    actions: labels.map((label, at) => ({ id: String(at + 1), label })),
    ...(sender.trim() ? { sender: sender.trim() } : {}),
    ...(url.trim() ? { url: url.trim() } : {}),
    ...(tag.trim() ? { tag: tag.trim() } : {}),
    ...(ttl === null ? {} : { ttl }),
    ...asksIn(asks),
    idempotencyKey,
  };
}

/** The users that a text names, as typed or pasted: separated by commas, semicolons or lines. */
export function usersIn(text: string): string[] {
  return text.split(/[,;\n]/).map((one) => one.trim()).filter(Boolean);
}

/** Characters left, in code points as the API counts. */
export function leftOf(text: string, most: number): number {
  return most - [...text].length;
}
