import type { Person } from "@/lib/access/people.ts";
import { opportunityFields } from "@/lib/crm/opportunities/fields.ts";
import { formFields } from "@/lib/panel/form/form_fields.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import type { Language } from "@/lib/words/language.ts";

export interface Named {
  id: number;
  name: string | null;
}

/** The fields that a new opportunity is asked for; the stage is the first unless one is chosen. */
export function newOpportunityFields(
  language: Language,
  people: Person[],
  stages: Named[],
): FieldSpec[] {
  return formFields(opportunityFields, "new", { language, people }).map((spec) =>
    spec.name === "stage_id"
      ? { ...spec, kind: "choice", isNumeric: true, options: stageOptions(stages) }
      : spec
  );
}

/** Stages as the choices of a field or filter. */
export function stageOptions(stages: Named[]) {
  return stages.map(({ id, name }) => ({ value: String(id), label: name ?? "" }));
}
