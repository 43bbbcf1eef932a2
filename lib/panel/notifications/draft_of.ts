import type { findSummarised } from "@/lib/notify/sending/notification_pages.ts";
import { askDraftOf, type Draft, emptyDraft } from "@/lib/panel/notifications/draft.ts";

type Shown = NonNullable<Awaited<ReturnType<typeof findSummarised>>>;

/** A new notification with the words of one that was sent; whom it goes to is said anew. */
export function draftOf(sent: Shown | undefined): Draft {
  if (!sent) return emptyDraft;
  const { title, body, type, priority, actions, allowReply, ttl } = sent;
  const { first, recipients } = sent.summary;
  const laterCount = sent.dueTimes.find(({ kind }) => kind === "escalate")?.reached ?? 0;
  const many = recipients - laterCount;
  return {
    title,
    body,
    type,
    priority,
    allowReply,
    ttl,
    userIds: many <= first.length ? first.slice(0, many) : [],
    labels: actions.map(({ label }) => label),
    sender: sent.sender ?? "",
    url: sent.url ?? "",
    tag: sent.tag ?? "",
    asks: askDraftOf(sent),
  };
}
