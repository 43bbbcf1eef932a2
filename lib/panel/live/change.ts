import { sectionOf } from "@/lib/panel/live/sections.ts";

export interface RecordChange {
  noun: string;
  id: number;
  verb: string;
  client_id: number | null;
  actor: { id: number; name: string | null } | null;
  at: string;
}

/** Dispatched on `document` with the changes of others; islands read their records again. */
export const recordsChanged = "records:changed";

/** The record below /api/admin: `tasks/7`. */
export function pathOf({ noun, id }: Pick<RecordChange, "noun" | "id">): string {
  return `${sectionOf(noun)}/${id}`;
}
