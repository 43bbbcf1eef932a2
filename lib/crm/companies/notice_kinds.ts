/** Kinds of notice; each can be switched off. Without imports, for browsers. */
export const noticeKinds = [
  "contact_new",
  "contact_waiting",
  "task_assigned",
  "quote_decided",
  "quote_approval",
  "event_reminder",
  "channel_trouble",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
