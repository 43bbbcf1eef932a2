import type { Person } from "@/lib/access/people.ts";
import { escapeValue, type FilterSpec } from "@/lib/panel/list/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/common.ts";

/** The people that work can be given to, as a choice that may be nobody. */
export function personOptions(people: Person[], language: Language) {
  const { nobody } = speak(commonWords, language);
  return [
    { value: "", label: nobody },
    ...people.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
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

/** The tags that a list can be narrowed to; without any there is no such filter. */
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
