import type { Person } from "@/lib/access/people.ts";
import { eventFields } from "@/lib/crm/events/fields.ts";
import { formFields, putFirst } from "@/lib/panel/form/form_fields.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/common.ts";

/** An event's fields; `EventFields` draws its times and reminders in its own way. */
export function eventForm(language: Language, people: Person[], record: object): FieldSpec[] {
  const { yes, no } = speak(commonWords, language);
  const options = [{ value: "true", label: yes }, { value: "false", label: no }];
  return formFields(eventFields, "record", { language, people, record }).map((spec) =>
    spec.name === "all_day" ? { ...spec, kind: "choice", options } : spec
  );
}

/** The fields that a new event is asked for; its page has the rest. */
export function newEventFields(language: Language, people: Person[]): FieldSpec[] {
  const fields = formFields(eventFields, "new", { language, people });
  return putFirst(fields, "title", "type", "starts_at", "ends_at", "recurrence", "client_id");
}
