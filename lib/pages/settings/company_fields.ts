import { taxLabels } from "@/lib/crm/companies/company.ts";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import { type Language, locales, speak } from "@/lib/words/language.ts";
import { privacyWords } from "@/lib/words/panel/office/privacy.ts";
import { settingsWords } from "@/lib/words/panel/office/settings.ts";

/** Who the company is. */
export function profileFields(language: Language): FieldSpec[] {
  const { fields: words } = speak(settingsWords, language);
  const languages = [{ value: "es", label: "Español" }, { value: "en", label: "English" }];
  return [
    { name: "name", label: words.name, kind: "text", isRequired: true, maxLength: 120 },
    { name: "legal_name", label: words.legal_name, kind: "text", maxLength: 200 },
    { name: "tax_id", label: words.tax_id, kind: "text", maxLength: 40 },
    { name: "address", label: words.address, kind: "long", maxLength: 500 },
    { name: "phone", label: words.phone, kind: "phone", maxLength: 40 },
    { name: "email", label: words.email, kind: "email", maxLength: 254 },
    { name: "website", label: words.website, kind: "link", maxLength: 2048 },
    {
      ...{ name: "country", label: words.country, kind: "choice", isRequired: true },
      options: named("region", countries, language),
    },
    {
      ...{ name: "timezone", label: words.timezone, hint: words.timezoneHint, kind: "choice" },
      isRequired: true,
      options: Intl.supportedValuesOf("timeZone").map((zone) => ({
        value: zone,
        label: zone.replaceAll("_", " "),
      })),
    },
    {
      ...{ name: "language", label: words.language, hint: words.languageHint, kind: "choice" },
      isRequired: true,
      options: languages,
    },
    {
      ...{ name: "slug", label: words.slug, hint: words.slugHint, kind: "text" },
      ...{ isRequired: true, maxLength: 60 },
    },
  ];
}

/** What new quotations begin with. */
export function quotationFields(language: Language): FieldSpec[] {
  const { fields: words } = speak(settingsWords, language);
  return [
    { name: "default_tax_rate", label: words.default_tax_rate, kind: "percent" },
    {
      ...{ name: "tax_label", label: words.tax_label, kind: "choice" },
      options: [
        { value: "", label: words.taxByLanguage },
        ...taxLabels.map((value) => ({ value, label: value })),
      ],
    },
    {
      ...{ name: "quote_prefix", label: words.quote_prefix, kind: "text" },
      ...{ isRequired: true, maxLength: 10 },
    },
    { name: "quote_validity_days", label: words.quote_validity_days, kind: "number" },
    {
      ...{ name: "quote_terms", label: words.quote_terms, hint: words.termsHint, kind: "long" },
      maxLength: 10_000,
    },
    { name: "quotes_need_tax_id", label: words.quotes_need_tax_id, kind: "flag" },
  ];
}

/** The currency, while it can be changed. */
export function currencyField(language: Language): FieldSpec {
  const { fields: words } = speak(settingsWords, language);
  return {
    ...{ name: "currency", label: words.currency, kind: "choice", isRequired: true },
    options: named("currency", Intl.supportedValuesOf("currency"), language),
  };
}

/** What people agree to in the site's form. */
export function consentField(language: Language): FieldSpec {
  const { fields: words } = speak(settingsWords, language);
  return {
    ...{ name: "consent_text", label: words.consent_text, hint: words.consentHint, kind: "long" },
    maxLength: 10_000,
  };
}

/** How long contacts stay that never became clients. */
export function retentionField(language: Language): FieldSpec {
  const { retention } = speak(privacyWords, language);
  return {
    ...{ name: "retention_months", label: retention.field, hint: retention.hint },
    kind: "number",
  };
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
