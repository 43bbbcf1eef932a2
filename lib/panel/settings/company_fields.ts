import { companyFields } from "@/lib/crm/companies/fields.ts";
import { formField } from "@/lib/panel/form/form_fields.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import type { ShownName } from "@/lib/records/fields/field.ts";
import { type Language, locales, speak } from "@/lib/words/language.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";

type Name = ShownName<typeof companyFields>;

function fieldsOf(language: Language, ...names: Name[]): FieldSpec[] {
  return names.map((name) => formField(name, companyFields[name], { language }));
}

/** The field as a choice that has to be made. */
function choiceOf(name: Name, language: Language, options: FieldSpec["options"]): FieldSpec {
  const [field] = fieldsOf(language, name);
  return { ...field!, kind: "choice", isRequired: true, maxLength: undefined, options };
}

/** The field as one line of text that cannot be empty. */
function lineOf(name: Name, language: Language, maxLength: number): FieldSpec {
  const [field] = fieldsOf(language, name);
  return { ...field!, kind: "text", isRequired: true, maxLength };
}

/** Fields of the company's profile. */
export function profileFields(language: Language): FieldSpec[] {
  const zones = Intl.supportedValuesOf("timeZone")
    .map((value) => ({ value, label: value.replaceAll("_", " ") }));
  return [
    ...fieldsOf(language, "name", "legal_name", "tax_id", "address", "phone", "email", "website"),
    choiceOf("country", language, named("region", countries, language)),
    choiceOf("timezone", language, zones),
    ...fieldsOf(language, "language"),
    lineOf("slug", language, 60),
  ];
}

/** Fields that new quotations begin with. */
export function quotationFields(language: Language): FieldSpec[] {
  const { taxByLanguage } = speak(settingsWords, language);
  const { values } = companyFields.tax_label;
  const labels = [
    { value: "", label: taxByLanguage },
    ...values.map((value) => ({ value, label: value })),
  ];
  return [
    ...fieldsOf(language, "default_tax_rate"),
    { ...choiceOf("tax_label", language, labels), isRequired: undefined },
    lineOf("quote_prefix", language, 10),
    ...fieldsOf(language, "quote_validity_days", "quote_terms", "quotes_need_tax_id"),
  ];
}

/** The currency, while it can be changed. */
export function currencyField(language: Language): FieldSpec {
  const options = named("currency", Intl.supportedValuesOf("currency"), language);
  return choiceOf("currency", language, options);
}

/** Field of the consent text in the site's form. */
export function consentField(language: Language): FieldSpec {
  return fieldsOf(language, "consent_text")[0]!;
}

/** How long a customer may wait before everybody is told. */
export function unansweredField(language: Language): FieldSpec {
  return fieldsOf(language, "unanswered_minutes")[0]!;
}

/** How long contacts stay that never became clients. */
export function retentionField(language: Language): FieldSpec {
  return fieldsOf(language, "retention_months")[0]!;
}

/** The name of a currency: "EUR, euro". */
export function currencyName(code: string, language: Language): string {
  return named("currency", [code], language)[0]!.label;
}

/** Codes with their names, in the order of the names. */
function named(type: "currency" | "region", codes: readonly string[], language: Language) {
  const names = new Intl.DisplayNames(locales[language], { type });
  const options = codes.map((value) => {
    const name = names.of(value) ?? value;
    return { value, label: type === "currency" ? `${value}, ${name}` : name };
  });
  return options.sort((a, b) => a.label.localeCompare(b.label, locales[language]));
}

/** ISO 3166: two letters that the browser has a name for. */
const countries = (() => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  return all.filter((code) => names.of(code) !== undefined);
})();
