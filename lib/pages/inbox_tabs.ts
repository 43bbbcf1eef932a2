import type { ListView } from "@/lib/panel/list_view.ts";

/** The inbox's tabs: which contacts each stands for. The first is what the bare address shows. */
export const inboxTabs = {
  open: { status: "new,read" },
  fresh: { status: "new" },
  archived: { status: "archived" },
  all: { status: "new,read,archived" },
  spam: { is_spam: "true" },
} as const satisfies Record<string, Record<string, string>>;
export type InboxTab = keyof typeof inboxTabs;

/** What says how a list is shown, and not what of it. */
const ofShowing = ["company_id", "page", "per_page", "sort", "columns"];

/** The address with the first tab's filter, where it asks for nothing; links to figures do ask. */
export function withFirstTab(url: URL): URL {
  if ([...url.searchParams.keys()].some((name) => !ofShowing.includes(name))) return url;
  const shown = new URL(url);
  shown.searchParams.set("status", inboxTabs.open.status);
  return shown;
}

/** The tab that a list belongs to; none where its status is one that no tab stands for. */
export function tabOf({ params }: ListView): InboxTab | undefined {
  if (params.is_spam === "true") return "spam";
  if (params.status === undefined) return "all";
  const statuses = (text: string) => text.split(",").sort().join(",");
  const names = Object.keys(inboxTabs) as InboxTab[];
  return names.find((name) => {
    const tab: Record<string, string> = inboxTabs[name];
    return tab.status !== undefined && statuses(tab.status) === statuses(params.status!);
  });
}

/** What a link to the tab changes in the address. */
export function tabParams(tab: InboxTab): Record<string, string | null> {
  return { status: null, is_spam: null, ...inboxTabs[tab] };
}
