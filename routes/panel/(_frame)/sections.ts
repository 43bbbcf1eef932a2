import type { IconName } from "@/components/icons/icons.ts";

/** The sections, in the order of the work. */
export const sections = [
  "contacts",
  "clients",
  "opportunities",
  "quotes",
  "sales",
  "tasks",
  "events",
  "products",
  "employees",
  "reports",
  "notifications",
  "settings",
] as const;
export type Section = (typeof sections)[number];

/** Those that the bar of a phone has room for; the others are behind "more". */
export const onPhone: readonly Section[] = ["contacts", "opportunities", "tasks"];

/** Those whose list opens its form of a new record at `#new`. */
export const creatable = [
  "contacts",
  "clients",
  "opportunities",
  "quotes",
  "tasks",
  "events",
  "products",
  "employees",
  "notifications",
] as const;

export const sectionIcons: Record<Section, IconName> = {
  contacts: "inbox",
  clients: "building-2",
  opportunities: "target",
  quotes: "file-text",
  sales: "shopping-bag",
  tasks: "list-checks",
  events: "calendar",
  products: "package",
  employees: "users",
  reports: "chart-column",
  notifications: "bell",
  settings: "settings",
};
