import type { ListView } from "@/lib/panel/list/list_view.ts";

const open = "new,read";

/** The inbox's tabs: which contacts each stands for. The first is what the bare address shows. */
export const inboxTabs = {
  open: { status: open },
  waiting: { waiting: "true" },
  fresh: { status: "new" },
  today: { status: open, next_action: "today" },
  overdue: { status: open, next_action: "overdue" },
  noNextStep: { status: open, next_action: "none" },
  archived: { status: "archived" },
  all: { status: "new,read,archived" },
  held: { held: "true" },
  spam: { is_spam: "true" },
} as const satisfies Record<string, Record<string, string>>;
export type InboxTab = keyof typeof inboxTabs;

/** Parameters for the look of a list, not its content. */
const ofShowing = ["company_id", "page", "per_page", "sort", "columns"];

/** The address with the first tab's filter, where it asks for nothing; links to figures do ask. */
export function withFirstTab(url: URL): URL {
  if ([...url.searchParams.keys()].some((name) => !ofShowing.includes(name))) return url;
  const address = new URL(url);
  address.searchParams.set("status", open);
  return address;
}

/** The tab that a list belongs to; none where its status is one that no tab stands for. */
export function tabOf({ params }: ListView): InboxTab | undefined {
  if (params.is_spam === "true") return "spam";
  if (params.held === "true") return "held";
  if (params.status === undefined) return params.waiting === "true" ? "waiting" : "all";
  const statuses = (text: string) => text.split(",").sort().join(",");
  const names = (Object.keys(inboxTabs) as InboxTab[]).filter((name) => {
    const tab: Record<string, string> = inboxTabs[name];
    return tab.status !== undefined && statuses(tab.status) === statuses(params.status!);
  });
  return names.find((name) => followUpOf(name) === params.next_action) ?? names[0];
}

/** Whether a filter says what the tab says already. */
export function isFilterOf(tab: InboxTab, filter: string): boolean {
  return filter === "next_action" ? followUpOf(tab) !== undefined : filter in inboxTabs[tab];
}

/** The follow-up that a tab stands for. */
function followUpOf(tab: InboxTab): string | undefined {
  return (inboxTabs[tab] as Record<string, string>).next_action;
}

const asksNothing = { status: null, is_spam: null, held: null, waiting: null, next_action: null };

/** Parameters that a link to the tab changes. Who has waited longest comes first. */
export function tabParams(tab: InboxTab): Record<string, string | null> {
  const sort = tab === "waiting" ? "last_message_at" : null;
  return { ...asksNothing, ...inboxTabs[tab], sort };
}
