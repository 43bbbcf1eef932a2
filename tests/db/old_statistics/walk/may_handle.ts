/** What may handle more than it gives when it is called, with the reason. */
import type { State } from "../states.ts";

interface Exception {
  /** Beginning of a path in `lib`. */
  place: string;
  /** Part of the statement's text; all of the place's statements without it. */
  text?: string;
  states?: State[];
  why: string;
}

export const mayHandle: Exception[] = [
  { place: "access/addressees.ts", why: "counts the people who were sent to or have a phone" },
  { place: "access/bounds.ts", why: "counts the company's phones" },
  { place: "access/devices.ts", why: "sorts the company's phones, which are 20,000 at most" },
  { place: "crm/companies/companies.ts", text: "count(*)", why: "counts quotations and sales" },
  {
    place: "crm/companies/companies.ts",
    text: 'update "companies"',
    why: "another time zone moves the figures of every day",
  },
  { place: "crm/companies/hand_over.ts", why: "hands over all that a member has to do" },
  { place: "crm/contacts/held/hold.ts", why: "reads the messages of a day" },
  {
    place: "crm/conversations/list_conversations.ts",
    why: "follows the inbox until a page is full of those that the member may see",
  },
  { place: "crm/opportunities/board.ts", text: "count(", why: "sums each stage" },
  { place: "crm/stages/delete_stage.ts", why: "moves and counts all that is in the stage" },
  { place: "crm/stages/stage_log.ts", text: "to_stage_id = ", why: "moves all of a stage" },
  { place: "crm/tasks/task_board.ts", text: "count(", why: "counts each column" },
  { place: "files/file_store.ts", why: "adds up the sizes of the company's files" },
  { place: "figures/stats.ts", why: "counts the company's business" },
  { place: "figures/workload.ts", why: "counts what each has to do" },
  { place: "notify/callbacks/callback_pages.ts", why: "counts callbacks" },
  { place: "notify/callbacks/callbacks.ts", why: "looks through the callbacks since an hour" },
  { place: "notify/inbox/inbox.ts", text: "count(*)", why: "counts what is unread" },
  { place: "notify/inbox/pairings.ts", why: "counts what is unread" },
  {
    place: "notify/sending/notification_pages.ts",
    why: "counts the recipients of each notification by what became of them",
  },
  {
    place: "notify/",
    text: "notification_recipients",
    states: ["few"],
    why: "an inbox looks like one row after a restore; the refresh of statistics ends that",
  },
  {
    place: "notify/sending/due_times.ts",
    states: ["few"],
    why: "the same, for the check of its foreign key",
  },
  { place: "records/activities.ts", why: "looks through what happened for what somebody did" },
  { place: "records/listing/listing.ts", text: "string_agg", why: "gives many ids as one text" },
  { place: "records/listing/listing.ts", text: "sum(", why: "sums a list" },
  { place: "records/listing/values.ts", why: "counts the values of a filter" },
  { place: "records/lists.ts", text: "count(*)", why: "counts the matches of a filter" },
  {
    place: "records/lists.ts",
    text: "quote_approvals",
    why: "reads the company's few people for each quotation that waits for one of them",
  },
  { place: "records/lists.ts", text: '"events"', why: "sorts the events of its days" },
  {
    place: "records/position.ts",
    why: "walks along a column: Postgres compares numerics after row-level security alone",
  },
  { place: "sales/products/products.ts", text: "distinct", why: "reads products' categories" },
];

/** Parts whose statements are asked by work of their own too, and are looked at there. */
const elsewhere =
  /^lib\/(channels|privacy|records\/imports|status|crm\/events\/remind_events\.ts)\b/;

export function isExcused(
  { site = "", sql }: { site?: string; sql: string },
  state: State,
): boolean {
  return elsewhere.test(site) ||
    mayHandle.some(({ place, text = "", states }) =>
      site.startsWith(`lib/${place}`) && sql.includes(text) && (states?.includes(state) ?? true)
    );
}
