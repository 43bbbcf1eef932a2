import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { employeeWords } from "@/lib/words/panel/office/employees.ts";

/** What a new employee is asked for. */
export function newEmployeeFields(language: Language): FieldSpec[] {
  const words = speak(employeeWords, language);
  return [
    {
      ...{ name: "email", label: words.email, kind: "email", hint: words.emailHint },
      ...{ isRequired: true, maxLength: 254 },
    },
    { name: "name", label: words.name, kind: "text", hint: words.nameHint, maxLength: 120 },
    { name: "role", label: words.role, kind: "text", hint: words.roleHint, maxLength: 60 },
  ];
}

/** What the list of employees can be narrowed by. */
export function employeeFilters(language: Language): FilterSpec[] {
  const words = speak(employeeWords, language);
  const options = [{ value: "only", label: words.formerOnes }];
  return [{ name: "deleted", label: words.state, kind: "choice", options }];
}
