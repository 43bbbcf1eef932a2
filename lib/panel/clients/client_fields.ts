import type { Person } from "@/lib/access/people.ts";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import { filterFields } from "@/lib/panel/record/form_fields.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import type { Language } from "@/lib/words/language.ts";

/** Filters of the list of clients. */
export function clientFilters(
  language: Language,
  people: Person[],
  tags: { tag: string }[],
): FilterSpec[] {
  const names = ["assignee_id", "tags", "kind", "source_channel", "created_at"] as const;
  return filterFields(clientFields, names, { language, people, tags });
}
