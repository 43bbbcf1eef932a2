import type { Trx } from "@/lib/db/connection.ts";
import { inWords } from "@/lib/crm/notices/notices.ts";
import { notifyMember } from "@/lib/crm/notices/notifying.ts";
import { sentences } from "@/lib/crm/notices/sentences.ts";
import type { Actor } from "@/lib/records/records.ts";
import { speak } from "@/lib/words/language.ts";
import { noticeWords } from "@/lib/words/notices.ts";

interface Change {
  /** The event as it is now; in the trash where it is cancelled. */
  event: {
    id: number;
    title: string;
    starts_at: Date;
    all_day: boolean;
    location: string | null;
    assignee_id: number | null;
  };
  isCancelled: boolean;
}

/** Notifies the assignee of an event that a colleague moved or cancelled as its invitation said. */
export async function notifyInvitedEvent(
  trx: Trx,
  { companyId, userId }: Actor,
  { event, isCancelled }: Change,
): Promise<void> {
  const { id, title, starts_at, all_day, location, assignee_id } = event;
  if (assignee_id === null) return;
  await notifyMember(trx, {
    companyId,
    userId: assignee_id,
    kind: "event_reminder",
    tag: `event:${id}`,
    page: isCancelled ? "/panel/trash" : `/panel/events/${id}`,
    by: userId,
    words: (reader) => {
      const words = speak(noticeWords, reader.language);
      const when = inWords(reader, starts_at, all_day);
      return {
        title: isCancelled ? words.eventCancelled(title) : words.eventMoved(title),
        body: isCancelled
          ? sentences(words.eventWas(when), reader.by && words.doneBy(reader.by))
          : sentences(words.eventIs(when), location, reader.by && words.doneBy(reader.by)),
      };
    },
  });
}
