/** The section of the panel, and of /api/admin, in which each noun's records are. */
export const sections = {
  contact: "contacts",
  client: "clients",
  opportunity: "opportunities",
  quote: "quotes",
  sale: "sales",
  task: "tasks",
  event: "events",
  product: "products",
} as const;

/** Undefined for what has no pages. */
export function sectionOf(noun: string): string | undefined {
  return (sections as Partial<Record<string, string>>)[noun];
}
