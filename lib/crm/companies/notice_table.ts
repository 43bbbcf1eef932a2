import type { NoticeKind } from "@/lib/crm/companies/notice_kinds.ts";

/** Notices of the CRM to members; docs/what-reaches-whom.md is generated from this table. */

interface NoticeRow {
  means: string;
  to: string;
  when: string;
  until: string;
}

export const notices: Record<NoticeKind | "snoozed" | "morning", NoticeRow> = {
  contact_new: {
    means: "A new message has come in.",
    to: "The assignee; while nobody has the contact, members who chose the account and those who " +
      "never chose, or all where nobody chose it",
    when: "At once",
    until: "Anybody answers",
  },
  contact_waiting: {
    means: "A customer has waited too long for an answer.",
    to: "Every member, whoever has the contact",
    when: "After `unanswered_minutes` of the company's opening hours, once a wait",
    until: "Anybody answers",
  },
  task_assigned: {
    means: "Somebody assigned a task to you.",
    to: "The assignee, unless they assigned it themselves",
    when: "At once",
    until: "It is replaced or read",
  },
  quote_decided: {
    means: "A client has answered a quotation.",
    to: "Who has the opportunity; of a client's question every member where nobody has it",
    when: "At once",
    until: "It is replaced or read",
  },
  quote_approval: {
    means: "A quotation waits for your approval, or yours was decided.",
    to: "Who is asked; then who asked",
    when: "At once",
    until: "It is decided, taken back or changed",
  },
  event_reminder: {
    means: "An event of yours is about to begin.",
    to: "The assignee",
    when: "As many minutes before as the event says",
    until: "The event is over",
  },
  channel_trouble: {
    means:
      "A channel does not work or has paused itself; or fallback mails go to too many strangers.",
    to: "Every member",
    when: "At once",
    until: "It is replaced or read",
  },
  snoozed: {
    means: "A conversation that you snoozed has come back.",
    to: "Who snoozed it",
    when: "At the time that they said",
    until: "Anybody answers",
  },
  morning: {
    means: "What your day brings: tasks, events, who waits for an answer.",
    to: "Who set `morning_at`, if there is something to say",
    when: "At that hour by the company's clocks, on days that it works; late, if the service was " +
      "down",
    until: "The next one",
  },
};
