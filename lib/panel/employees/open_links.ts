import { hrefIn } from "@/components/page.ts";
/** Open work of an employee that a list shows. */
export type Listed = "contacts" | "clients" | "opportunities" | "quotes" | "tasks" | "events";

const filters: Record<Listed, string> = {
  contacts: "status=new,read",
  clients: "",
  opportunities: "view=list&status=open",
  quotes: "status=draft,sent,approved",
  tasks: "view=list&status=pending,in_progress",
  events: "view=agenda",
};

/** The list that shows just what the number counts. */
export function openHref(noun: Listed, companyId: number, userId: number | null): string {
  const query = [filters[noun], `assignee_id=${userId ?? "none"}`].filter(Boolean).join("&");
  return hrefIn(companyId, `/panel/${noun}?${query}`);
}
