import type { Person } from "@/lib/access/people.ts";
import { optionsOf } from "@/lib/panel/form/form_fields.ts";
import { escapeValue, type FilterSpec } from "@/lib/panel/list/list_view.ts";
import type { FieldTable, ShownField, ShownName } from "@/lib/records/fields/field.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** Filters of the panel's lists, made of a noun's field table in one language. */

interface Filtering {
  language: Language;
  people?: Person[];
  tags?: { tag: string }[];
}

export type FilterName<T extends FieldTable> = ShownName<T>;

/** The filters of the panel's list, in the order of `names`; days and amounts are ranges. */
export function filterFields<T extends FieldTable>(
  table: T,
  names: readonly FilterName<T>[],
  { language, people = [], tags = [] }: Filtering,
): FilterSpec[] {
  return names.flatMap((name): FilterSpec[] => {
    const field = table[name] as ShownField;
    const label = field.label[language];
    switch (field.kind) {
      case "person":
        return [personFilter(people, language, label)];
      case "tags":
        return tagFilters(tags, language);
      case "choice": {
        const options = optionsOf(field, language).filter(({ value }) => value !== "");
        // Two values exclude each other: there is nothing to combine.
        const isSeveral = options.length > 2 || undefined;
        return [{ name, label, kind: "choice", served: "counts", isSeveral, options }];
      }
      case "instant":
      case "day":
        return [{ name, label, kind: "days" }];
      case "money":
        return [{ name, label, kind: "amounts" }];
      default:
        throw new Error(`no filter for ${name}`);
    }
  });
}

/** The people that a list can be narrowed to: oneself, nobody, or any of them. */
export function personFilter(people: Person[], language: Language, label: string): FilterSpec {
  const { nobody, me } = speak(commonWords, language);
  return {
    name: "assignee_id",
    label,
    kind: "choice",
    isSeveral: true,
    served: "counts",
    options: [
      { value: "me", label: me },
      { value: "none", label: nobody },
      ...people.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
  };
}

export function tagFilters(tags: { tag: string }[], language: Language): FilterSpec[] {
  if (tags.length === 0) return [];
  const options = tags.map(({ tag }) => ({ value: escapeValue(tag), label: tag }));
  const label = commonWords.tag[language];
  return [{ name: "tag", label, kind: "choice", isSeveral: true, served: "values", options }];
}

/** The client that a list can be narrowed to; those that it shows stand in the page itself. */
export function clientFilter(
  rows: { client: { id: number; name: string | null } }[],
  language: Language,
): FilterSpec {
  const clients = new Map(rows.map(({ client }) => [client.id, client.name ?? ""]));
  const options = [...clients].map(([id, label]) => ({ value: String(id), label }));
  options.sort((a, b) => a.label.localeCompare(b.label, language));
  const label = commonWords.client[language];
  return { name: "client_id", label, kind: "choice", served: "values", options };
}
