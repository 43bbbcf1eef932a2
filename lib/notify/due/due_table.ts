import type { Planned } from "@/lib/notify/sending/due_times.ts";

/** Later events of a notification: docs/what-reaches-whom.md is drawn from it. */

interface Later {
  when: string;
  unless: string;
  does: string;
}

export const dueTable: Record<Planned["kind"], Later> = {
  remind: {
    when: "`remind.every` seconds after the send, and again, at most `remind.times`",
    unless: "It was read, answered or ended",
    does: "The stream's event and a push again, to each who has not read it",
  },
  escalate: {
    when: "`escalate.after` seconds after the send",
    unless: "Somebody answered, or read it where no answer is asked for",
    does: "Goes to `escalate.userIds` too",
  },
  fallback: {
    when: "`fallback.after` seconds after the send",
    unless: "Somebody answered, or read it where no answer is asked for",
    does: "A mail with the text and a link to a page with the buttons",
  },
  snooze: {
    when: "When the person wanted it back",
    unless: "It was answered or ended",
    does: "The stream's event and a push, on all of the person's phones",
  },
  summary: {
    when: "At the end of the person's quiet hours",
    unless: "Everything was read or answered meanwhile",
    does: "One push for each browser; the newest stands for all",
  },
};
