/** What work by the clock and flows from outside handle beside what they give, with the reason. */
export const mayWork: Record<string, string> = {
  "lib/access/bounds.ts": "counts the company's phones",
  "lib/channels/email/refused_addresses.ts": "looks through a company's list once a night",
  "lib/channels/out/leases.ts": "looks through all that waits, at a release",
  "lib/crm/contacts/conversation/known_addresses.ts":
    "looks through the company's phones: policies keep `lower` from its index",
  "lib/crm/contacts/held/hold.ts": "looks through a day's messages for those of forms",
  "lib/crm/contacts/unanswered/waits.ts": "plans all waits anew when the settings change",
  "lib/crm/events/grow_series.ts": "looks at each series once a day",
  "lib/crm/morning/day.ts": "counts what a member has today",
  "lib/figures/days/fold_figures.ts": "reads a table of a few rows whole, for each day",
  "lib/files/file_store.ts": "adds up the sizes of the company's files",
  "lib/files/keep_files.ts": "adds up the sizes of the company's files",
  "lib/notify/due/drop_due.ts": "looks through all that waits, at a release",
  "lib/privacy/empty_trash.ts": "reads the catalogue, once for a process",
  "lib/privacy/erase.ts": "looks through a day's changes of many, and what hooks of a month had",
  "lib/privacy/erase_messages.ts": "looks through pairing codes, which live for minutes",
  "lib/privacy/retention.ts": "looks at a thousand contacts in a step",
  "lib/records/imports/compare_rows.ts": "compares a file with the company's products",
  "lib/records/lists.ts": "reads the records that have the words of a search",
  "lib/records/room.ts": "adds up a kept count",
  "lib/service/hold/pending.ts": "counts all that waits, at a release",
};
