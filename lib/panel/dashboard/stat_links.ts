import type { Page } from "@/components/page.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import { listHref, within } from "@/lib/panel/reports/links.ts";
import { daysAhead, type Stats } from "@/lib/figures/stats_record.ts";

/** A figure of the indicators by its path: `quotes.sent`, `contacts.by_channel.web`. */
export type StatPath = {
  [Group in keyof Stats]: `${Group}.${keyof Stats[Group] & string}`;
}[keyof Stats];

/** How the lists are filtered that have as many records as the figure says. */
const filters: Record<string, Record<string, string>> = {
  "contacts.converted": { converted: "true" },
  "contacts.waiting": { waiting: "true", sort: "last_message_at" },
  "contacts.unanswered_24h": { unanswered: "true" },
  "clients.total": {},
  "opportunities.open_amount": { status: "open" },
  "opportunities.weighted_amount": { status: "open" },
  "opportunities.rotting": { rotting: "true" },
  "opportunities.without_next_action": { status: "open", next_action: "none" },
  "quotes.sent_amount": { status: "sent" },
  "quotes.pending_my_approval": { approver_id: "me" },
  "quotes.expired": { expired: "true" },
  "quotes.expiring_7d": { expiring: "true" },
  "sales.total": { status: "active" },
  "sales.amount": { status: "active" },
  "tasks.overdue": { due: "overdue" },
  "tasks.due_today": { due: "today" },
  "tasks.mine": { assignee_id: "me", status: "pending,in_progress" },
};

/** The list behind a figure; events have their calendar. */
export function statHref(path: StatPath, page: Page): string {
  const { companyId } = page;
  const today = dayIn(page.timeZone, page.now);
  const [noun, name] = path.split(".") as [keyof Stats, string];
  if (noun === "events") {
    const view = name === "today" ? "view=day" : `view=agenda&days=${daysAhead}`;
    return page.href(`/panel/events?${view}&day=${today}&hide=tasks,quotes`);
  }
  if (path === "sales.month_count" || path === "sales.month_amount") {
    const month = { from: `${today.slice(0, 7)}-01`, to: lastOfMonth(today) };
    return listHref("sales", companyId, { status: "active", ...within("sold_at", month) });
  }
  return listHref(noun, companyId, filters[path] ?? { status: name });
}

function lastOfMonth(day: string): string {
  const next = addDays(`${day.slice(0, 7)}-01`, 31);
  return addDays(`${next.slice(0, 7)}-01`, -1);
}
