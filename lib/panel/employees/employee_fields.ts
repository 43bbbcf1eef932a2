import { employeeFields } from "@/lib/crm/companies/employee_fields.ts";
import { formFields } from "@/lib/panel/form/form_fields.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { employeeWords } from "@/lib/panel/employees/words.ts";

/** Form of a new employee. */
export function newEmployeeFields(language: Language): FieldSpec[] {
  return formFields(employeeFields, "new", { language }).map((spec) =>
    spec.name === "role" ? { ...spec, maxLength: 60 } : spec
  );
}

/** Filters of the list of employees. */
export function employeeFilters(language: Language): FilterSpec[] {
  const words = speak(employeeWords, language);
  const options = [{ value: "only", label: words.formerOnes }];
  return [{ name: "deleted", label: words.state, kind: "choice", options }];
}
