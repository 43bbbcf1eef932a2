import type { Person } from "@/lib/access/people.ts";
import { contactList } from "@/lib/crm/contacts/contact.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import { listSchema } from "@/lib/input/list.ts";
import {
  filterFields,
  type FilterName,
  formFields,
  putFirst,
} from "@/lib/panel/record/form_fields.ts";
import type { FieldSpec } from "@/components/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

/** Query of the list of contacts. */
export const contactQuery = listSchema(contactList);

/** A contact's fields on its record, the next step first; who has it is a button of its own. */
export function contactForm(language: Language): FieldSpec[] {
  const fields = formFields(contactFields, "record", { language });
  return putFirst(fields, "next_action_at", "next_action_note");
}

/** Form of a contact that somebody files by hand: channel, person, message. */
export function newContactFields(language: Language, people: Person[]): FieldSpec[] {
  return putFirst(formFields(contactFields, "new", { language, people }), "channel");
}

interface Filters {
  language: Language;
  people: Person[];
  tags: { tag: string }[];
}

/** Filters of the inbox beside its tabs. */
export function contactFilters({ language, people, tags }: Filters): FilterSpec[] {
  const words = speak(inboxWords, language);
  const followUps = Object.entries(words.followUps);
  const ofTable = (...names: FilterName<typeof contactFields>[]) =>
    filterFields(contactFields, names, { language, people, tags });
  return [
    ...ofTable("channel", "assignee_id"),
    {
      name: "next_action",
      label: words.followUp,
      kind: "choice",
      options: followUps.map(([value, label]) => ({ value, label })),
    },
    { name: "waiting", label: words.waiting, kind: "flag" },
    { name: "unanswered", label: words.unanswered, kind: "flag" },
    { name: "converted", label: words.converted, kind: "flag" },
    ...ofTable("tags", "created_at"),
  ];
}

/** The statuses as a filter, for lists that no tab stands for. */
export function statusFilter(language: Language): FilterSpec {
  return filterFields(contactFields, ["status"], { language })[0]!;
}
