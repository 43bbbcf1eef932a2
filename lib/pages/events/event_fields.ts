import type { Person } from "@/lib/access/people.ts";
import { personOptions } from "@/lib/pages/choices.ts";
import { eventTypes } from "@/lib/panel/calendar/item.ts";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/panel/common.ts";
import { calendarWords } from "@/lib/words/panel/work/calendar.ts";

/** What a record's reference is called, for the field that shows it. */
type Shown = Partial<Record<"client" | "opportunity" | "contact", { name: string | null } | null>>;

/** An event's fields; `EventFields` draws its times and reminders in its own way. */
export function eventFields(language: Language, people: Person[], shown: Shown = {}): FieldSpec[] {
  const words = speak(calendarWords, language);
  const common = speak(commonWords, language);
  const record = (noun: "client" | "opportunity" | "contact", list: string): FieldSpec => ({
    name: `${noun}_id`,
    label: words[noun],
    kind: "record",
    list,
    shown: shown[noun]?.name ?? undefined,
  });
  return [
    { name: "title", label: words.title, kind: "text", isRequired: true, maxLength: 200 },
    {
      name: "type",
      label: words.type,
      kind: "choice",
      isRequired: true,
      options: eventTypes.map((value) => ({ value, label: words.types[value] })),
    },
    ...timeFields(language),
    {
      name: "all_day",
      label: words.allDay,
      kind: "choice",
      options: [{ value: "true", label: common.yes }, { value: "false", label: common.no }],
    },
    {
      name: "assignee_id",
      label: words.assignee,
      kind: "choice",
      isNumeric: true,
      options: personOptions(people, language),
    },
    { name: "location", label: words.location, kind: "text", maxLength: 500 },
    record("client", "clients"),
    record("opportunity", "opportunities"),
    record("contact", "contacts"),
    { name: "url", label: words.url, kind: "link", maxLength: 2048 },
    { name: "description", label: words.description, kind: "long", maxLength: 10_000 },
    { name: "reminder_minutes", label: words.reminders, kind: "text" },
  ];
}

function timeFields(language: Language): FieldSpec[] {
  const words = speak(calendarWords, language);
  return [
    { name: "starts_at", label: words.starts, kind: "instant", isRequired: true },
    { name: "ends_at", label: words.ends, kind: "instant", isRequired: true },
  ];
}

/** The fields that a new event is asked for; its page has the rest. */
export function newEventFields(language: Language, people: Person[]): FieldSpec[] {
  const asked = eventFields(language, people);
  const of = (...names: string[]) => asked.filter(({ name }) => names.includes(name));
  return [
    ...of("title", "type"),
    ...timeFields(language),
    ...of("client_id", "assignee_id"),
  ];
}
