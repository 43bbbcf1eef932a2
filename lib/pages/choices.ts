import type { Person } from "@/lib/access/people.ts";
import { channels } from "@/lib/crm/contacts/contact.ts";
import type { FilterSpec } from "@/lib/panel/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/panel/common.ts";
import { channelWords } from "@/lib/words/panel/statuses.ts";

/** The people that work can be given to, as a choice that may be nobody. */
export function personOptions(people: Person[], language: Language) {
  const { nobody } = speak(commonWords, language);
  return [
    { value: "", label: nobody },
    ...people.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
}

/** The people that a list can be narrowed to: oneself, nobody, or one of them. */
export function personFilter(people: Person[], language: Language, label: string): FilterSpec {
  const { nobody, me } = speak(commonWords, language);
  return {
    name: "assignee_id",
    label,
    kind: "choice",
    options: [
      { value: "me", label: me },
      { value: "none", label: nobody },
      ...people.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
  };
}

/** Channels as options of a choice. */
export function channelOptions(language: Language) {
  return channels.map((value) => ({ value, label: channelWords[value][language] }));
}
