import type { Person } from "@/lib/access/people.ts";
import { contactList, contactStatuses } from "@/lib/crm/contacts/contact.ts";
import { listSchema } from "@/lib/input/list.ts";
import { channelOptions, personFilter, personOptions, tagFilters } from "@/lib/pages/choices.ts";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { inboxWords } from "@/lib/words/panel/inbox.ts";
import { statusWords } from "@/lib/words/panel/statuses.ts";

/** What the list of contacts can be asked. */
export const contactQuery = listSchema(contactList);

/** A contact's fields on its record; who has it is a button of its own there. */
export function contactFields(language: Language): FieldSpec[] {
  const words = speak(inboxWords, language);
  return [
    { name: "next_action_at", label: words.nextActionAt, kind: "instant" },
    { name: "next_action_note", label: words.nextActionNote, kind: "text", maxLength: 500 },
    { name: "name", label: words.name, kind: "text", maxLength: 200 },
    { name: "email", label: words.email, kind: "email", maxLength: 254 },
    { name: "phone", label: words.phone, kind: "phone", maxLength: 40 },
    { name: "organization", label: words.organization, kind: "text", maxLength: 200 },
    { name: "subject", label: words.subject, kind: "text", maxLength: 200 },
    {
      name: "language",
      label: words.language,
      kind: "choice",
      options: [
        { value: "", label: "—" },
        { value: "es", label: "Español" },
        { value: "en", label: "English" },
      ],
    },
    { name: "tags", label: words.tags, kind: "tags", hint: words.tagsHint },
  ];
}

/** What a contact that somebody files by hand is asked for: how it came, who, and what they said. */
export function newContactFields(language: Language, people: Person[]): FieldSpec[] {
  const words = speak(inboxWords, language);
  const asked = ["name", "email", "phone", "organization"];
  return [
    {
      name: "channel",
      label: words.channel,
      kind: "choice",
      isRequired: true,
      options: channelOptions(language),
    },
    ...contactFields(language).filter(({ name }) => asked.includes(name)),
    { name: "message", label: words.firstMessage, kind: "long", maxLength: 5000 },
    {
      name: "assignee_id",
      label: words.assignee,
      kind: "choice",
      isNumeric: true,
      options: personOptions(people, language),
    },
  ];
}

interface Filters {
  language: Language;
  people: Person[];
  tags: { tag: string }[];
}

/** What the inbox can be narrowed by, beside its tabs. */
export function contactFilters({ language, people, tags }: Filters): FilterSpec[] {
  const words = speak(inboxWords, language);
  const followUps = Object.entries(words.followUps);
  return [
    {
      name: "channel",
      label: words.channel,
      kind: "choice",
      served: "counts",
      isSeveral: true,
      options: channelOptions(language),
    },
    personFilter(people, language, words.assignee),
    {
      name: "next_action",
      label: words.followUp,
      kind: "choice",
      options: followUps.map(([value, label]) => ({ value, label })),
    },
    { name: "unanswered", label: words.unanswered, kind: "flag" },
    { name: "converted", label: words.converted, kind: "flag" },
    ...tagFilters(tags, language),
    { name: "created_at", label: words.created, kind: "days" },
  ];
}

/** The statuses as a filter, for lists that no tab stands for. */
export function statusFilter(language: Language): FilterSpec {
  return {
    name: "status",
    label: inboxWords.status[language],
    kind: "choice",
    served: "counts",
    isSeveral: true,
    options: contactStatuses.map((value) => ({
      value,
      label: statusWords.contact[value][language],
    })),
  };
}
