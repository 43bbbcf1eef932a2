import { pathOf, type RecordChange } from "@/lib/panel/live/change.ts";
import { sectionOf } from "@/lib/panel/live/sections.ts";

export interface PageShown {
  path: string;
  links: ReadonlySet<string>;
}

/** Nouns, besides its own, that a list of the section shows figures of. */
const alsoShown: Record<string, readonly string[]> = {
  contacts: ["client"],
  sales: ["task"],
  opportunities: ["quote", "sale"],
  events: ["task", "quote"],
  employees: ["task", "opportunity", "contact"],
};

/** Pages that show all nouns. */
const ofAll = ["", "activities", "reports", "trash"];

export function concerns(change: RecordChange, { path, links }: PageShown): boolean {
  const [, , section = "", id] = path.split("/");
  if (ofAll.includes(section)) return true;
  if (links.has(pathOf(change))) return true;
  // Each message that comes or goes is said of the account that it passed by.
  if (path.startsWith("/panel/settings/channels")) {
    return change.noun === "contact" || change.noun === "channel";
  }
  const own = sectionOf(change.noun) === section;
  if (!id) return own || (alsoShown[section]?.includes(change.noun) ?? false);
  if (own && Number(id) === change.id) return true;
  if (change.client_id === null) return false;
  return path === `/panel/clients/${change.client_id}` || links.has(`clients/${change.client_id}`);
}

export function isOwnPage(change: Pick<RecordChange, "noun" | "id">, path: string): boolean {
  return path === `/panel/${pathOf(change)}`;
}

export function shownNow(): PageShown {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("main a[href^='/panel/']")]
    .map((link) => /^\/panel\/([a-z]+\/\d+)/.exec(link.getAttribute("href")!)?.[1])
    .filter((path) => path !== undefined);
  return { path: location.pathname.replace(/\/$/, ""), links: new Set(links) };
}
