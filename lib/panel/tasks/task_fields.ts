import type { Person } from "@/lib/access/people.ts";
import { taskFields } from "@/lib/crm/tasks/fields.ts";
import { formFields, putFirst } from "@/lib/panel/form/form_fields.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import type { Language } from "@/lib/words/language.ts";

/** The fields that a new task is asked for in the sheet: what, until when, then the rest. */
export function newTaskFields(language: Language, people: Person[]): FieldSpec[] {
  return putFirst(formFields(taskFields, "new", { language, people }), "title", "due_at");
}
