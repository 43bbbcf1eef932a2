/** Payload of a push in the form of Declarative Web Push. The app fetches the rest. Pure. */
import { createHash } from "node:crypto";
import type { priorities, types } from "@/lib/notify/sending/notification.ts";
import type { PushReason } from "@/lib/db/tables/notify.ts";
import { contactOf } from "@/lib/notify/sending/conversation_tag.ts";
import { summaryWords } from "@/lib/words/phone/summary.ts";
import { typeWords } from "@/lib/words/phone/types.ts";

export interface PushContent {
  publicUrl: string;
  companyId: number;
  company: string;
  userId: string;
  isShared: boolean;
  deviceId: string;
  language: "es" | "en";
  notificationId: string;
  internal: boolean;
  title: string;
  body: string;
  type: (typeof types)[number];
  priority: (typeof priorities)[number];
  sender: string | null;
  tag: string | null;
  actions: { id: string; label: string }[];
  allowReply: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  unread: number;
  reason: PushReason;
  /** Number of reminders. */
  reminded: number;
  /** Number of notifications in a summary. */
  count: number | null;
}

/** Encrypted, it fits a service that accepts only 2,744 bytes. */
export const usualBytes = 2_500;
const shortTitleBytes = 120;
const shortNameBytes = 60;

type VisibleContent = Pick<
  PushContent,
  "title" | "body" | "company" | "userId" | "sender" | "actions"
>;

const utf8 = new TextEncoder();
const graphemes = new Intl.Segmenter();

/** Makes at most `usualBytes`: cuts the body, then drops buttons, then cuts the title. */
export function pushPayload(original: PushContent): Uint8Array {
  const content = original.reason === "summary" ? summaryOf(original) : original;
  const whole = encoded(content, content);
  if (whole.length <= usualBytes) return whole;
  for (const actions of [content.actions, []]) {
    const visible = { ...content, actions, body: "" };
    const room = usualBytes - encoded(content, visible).length - inJson("\n");
    if (room >= 0) return encoded(content, { ...visible, body: cut(content.body, room) });
  }
  return encoded(content, shortened(content));
}

/** One push for all that quiet hours held, by the newest of them. */
function summaryOf(content: PushContent): PushContent {
  const words = summaryWords(content.count ?? 1, content.title);
  return {
    ...content,
    title: words.title[content.language],
    body: words.body[content.language],
    actions: [],
    allowReply: false,
    expiresAt: null,
    type: "info",
    sender: null,
  };
}

/** Makes a payload for a service that refused the usual one as too large. */
export function shortPushPayload(original: PushContent): Uint8Array {
  const content = original.reason === "summary" ? summaryOf(original) : original;
  return encoded(content, shortened(content));
}

function shortened({ title, company, userId }: PushContent): VisibleContent {
  const [shortCompany, shortUser] = [cut(company, shortNameBytes), cut(userId, shortNameBytes)];
  return {
    title: cut(title, shortTitleBytes),
    body: "",
    company: shortCompany,
    userId: shortUser,
    sender: null,
    actions: [],
  };
}

function encoded(content: PushContent, visible: VisibleContent): Uint8Array {
  return utf8.encode(JSON.stringify(declared(content, visible)));
}

function declared(content: PushContent, visible: VisibleContent) {
  const { title, actions } = visible;
  const { notificationId: id, deviceId, type, priority, tag, allowReply, publicUrl } = content;
  const isSummary = content.reason === "summary";
  const isAgain = content.reason === "remind" || content.reason === "snooze";
  const contactId = isSummary ? null : contactOf(content);
  const place = { ...(isSummary ? {} : { n: id }), ...(contactId ? { c: `${contactId}` } : {}) };
  const opened = `${publicUrl}/phone?${new URLSearchParams({ device: deviceId, ...place })}`;
  return {
    web_push: 8030,
    mutable: true,
    app_badge: content.unread,
    notification: {
      title,
      body: [fromLine(content, visible), visible.body].filter(Boolean).join("\n"),
      lang: content.language,
      navigate: opened,
      tag: `${content.companyId}:${placeOf(content)}`,
      silent: priority === "low",
      requireInteraction: priority === "high",
      // Heard also where it takes an older one's place.
      renotify: priority !== "low" && (tag !== null || isAgain),
      icon: `${publicUrl}/phone/icons/${type}.png`,
      timestamp: content.createdAt.getTime(),
      actions: actions.map((action) => ({
        action: action.id,
        title: action.label,
        navigate: `${opened}&answer=${encodeURIComponent(action.id)}`,
      })),
      data: {
        id,
        device: deviceId,
        type,
        priority,
        actions,
        allowReply,
        expiresAt: content.expiresAt?.toISOString() ?? null,
        tag,
        ...(isAgain ? { again: `${content.reason} ${content.reminded}` } : {}),
        ...(isSummary ? { summary: true } : {}),
        ...(contactId === null ? {} : { contactId }),
      },
    },
  };
}

/** Its type, and whom it comes from: "Aviso · Carpintería Sol · Agenda". */
function fromLine(
  { type, language, isShared }: PushContent,
  { company, userId, sender }: VisibleContent,
): string {
  const from = [company, isShared && userId, sender !== company && sender];
  return [typeWords[type][language], ...from].filter(Boolean).join(" · ");
}

/** Slot on a phone: a tag's or its own, 32 characters of base64url (`Topic`, RFC 8030, 5.4). */
export function placeOf(
  { companyId, userId, internal, tag, notificationId, reason }: Pick<
    PushContent,
    "companyId" | "userId" | "internal" | "tag" | "notificationId" | "reason"
  >,
): string {
  if (reason === "summary") return slot([companyId, userId, "summary"]);
  return slot([companyId, userId, internal, tag, tag === null ? notificationId : null]);
}

function slot(parts: unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 32);
}

/** Whole characters that fit in so many bytes of JSON, with an ellipsis where some are cut. */
function cut(text: string, bytes: number): string {
  if (inJson(text) <= bytes) return text;
  let room = bytes - inJson("…");
  let output = "";
  for (const { segment } of graphemes.segment(text)) {
    room -= inJson(segment);
    if (room < 0) break;
    output += segment;
  }
  return output === "" ? "" : `${output.trimEnd()}…`;
}

function inJson(text: string): number {
  return utf8.encode(JSON.stringify(text)).length - 2;
}
