import { longInbox } from "./rows.ts";
import type { Sizes, State } from "./states.ts";

const erasing = "looks through a day's changes of many, and what imports of a month can undo";

const adding = "adds up the sizes of the company's files";

/** Rows that some statements handle beside those that they give, with the reason. */
export const mayHandle: Record<
  string,
  { states?: State[]; rows(sizes: Sizes): number; why: string }
> = {
  "send": { rows: () => 400, why: "looks at the twenty phones of each of twenty users" },
  "erase contacts": { rows: ({ records }) => records, why: erasing },
  "erase clients": { rows: ({ records }) => records, why: erasing },
  "sign a mailbox in": {
    states: ["few"],
    rows: ({ records }) => records,
    why: "the embedded database believes in few events; the refresh of statistics ends that",
  },
  "open erasures": { rows: ({ records }) => records, why: erasing },
  "erase messages": {
    rows: ({ records }) => records,
    why: "looks through pairing codes, which live for minutes",
  },
  "files of a mail": { rows: ({ records }) => records, why: adding },
  "a file that finds no room": { rows: ({ records }) => records, why: adding },
  "an empty file": { rows: ({ records }) => records, why: adding },
  "redirect what waits": {
    rows: ({ rows }) => rows,
    why: "looks through the queue, where an account's server has changed",
  },
  "too many matches": { rows: ({ records }) => records, why: "counts the matches of a filter" },
  "free leases": {
    rows: ({ rows }) => 2 * rows,
    why: "looks through each queue once, where a process has gone",
  },
  "leave out conversations": {
    rows: ({ records }) => records,
    why: "looks through all that waits, where an installation that was held is released",
  },
  "leave out what waits": {
    rows: ({ rows }) => 4 * rows,
    why: "looks through all that waits, where an installation that was held is released",
  },
  "name messages": {
    states: ["few"],
    rows: ({ records }) => 48 * records,
    why: "the embedded database believes in one message; the refresh of statistics ends that",
  },
  "inbox": { rows: () => longInbox, why: "counts what is unread" },
  "responses": {
    states: ["never"],
    rows: ({ rows }) => rows,
    why: "Postgres counts on 33 rows and sorts them; the refresh of statistics ends that",
  },
};
