import type { Person } from "@/lib/access/people.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import { formFields, putFirst } from "@/lib/panel/form/form_fields.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import type { Language } from "@/lib/words/language.ts";

/** A contact's fields on its record, the next step first; who has it is a button of its own. */
export function contactForm(language: Language): FieldSpec[] {
  const fields = formFields(contactFields, "record", { language });
  return putFirst(fields, "next_action_at", "next_action_note");
}

/** Form of a contact that somebody files by hand: channel, person, message. */
export function newContactFields(language: Language, people: Person[]): FieldSpec[] {
  return putFirst(formFields(contactFields, "new", { language, people }), "channel");
}
