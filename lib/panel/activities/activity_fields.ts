import type { Person } from "@/lib/access/people.ts";
import { subjectKinds } from "@/lib/records/subject.ts";
import { sectionOf } from "@/lib/panel/live/sections.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { activityWords } from "@/lib/panel/activities/words.ts";
import { commonWords } from "@/lib/words/common.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import { nounWords } from "@/lib/words/nouns.ts";

/** Filters of the company's activity. */
export function activityFilters(language: Language, people: Person[]): FilterSpec[] {
  const words = speak(activityWords, language);
  return [
    {
      name: "actor_id",
      label: words.who,
      kind: "choice",
      isSeveral: true,
      options: [
        { value: "me", label: commonWords.me[language] },
        ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: "none", label: words.others },
      ],
    },
    {
      name: "noun",
      label: words.what,
      kind: "choice",
      isSeveral: true,
      options: subjectKinds.map((value) => ({ value, label: nounName(value, language) })),
    },
    { name: "at", label: words.day, kind: "days" },
  ];
}

/** One record of the noun, as it is called in a sentence. */
export function nounName(noun: string, language: Language): string {
  if (noun === "company") return fieldWords.company[language].toLowerCase();
  return nounWords[sectionOf(noun) as keyof typeof nounWords].one[language];
}
