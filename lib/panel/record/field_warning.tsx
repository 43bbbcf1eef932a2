import type { ComponentChildren } from "preact";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { later } from "@/lib/panel/page/later.ts";
import type { TaxIdWarningProps } from "@/lib/panel/record/TaxIdWarning.tsx";

const TaxIdWarning = later(() => import("@/lib/panel/record/TaxIdWarning.tsx"), "TaxIdWarning");

/** Said beside what is probably mistyped. What knows it is loaded with the field. */
export function fieldWarning(
  { check }: Pick<FieldSpec, "check">,
  typed: TaxIdWarningProps,
): ComponentChildren {
  return check === "tax_id" ? <TaxIdWarning {...typed} /> : undefined;
}
