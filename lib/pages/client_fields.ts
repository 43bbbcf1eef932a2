import type { Person } from "@/lib/access/people.ts";
import { clientKinds } from "@/lib/crm/clients/client.ts";
import { channelOptions, personFilter, personOptions, tagFilters } from "@/lib/pages/choices.ts";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { clientWords } from "@/lib/words/panel/clients.ts";

/** A client's fields, for its record and for a new one. */
export function clientFields(language: Language, people: Person[]): FieldSpec[] {
  const words = speak(clientWords, language);
  const none = { value: "", label: "—" };
  return [
    { name: "name", label: words.name, kind: "text", isRequired: true, maxLength: 200 },
    {
      name: "kind",
      label: words.kind,
      kind: "choice",
      isRequired: true,
      options: clientKinds.map((value) => ({ value, label: words.kinds[value] })),
    },
    { name: "legal_name", label: words.legal_name, kind: "text", maxLength: 200 },
    { name: "tax_id", label: words.tax_id, kind: "text", maxLength: 40 },
    { name: "email", label: words.email, kind: "email", maxLength: 254 },
    { name: "phone", label: words.phone, kind: "phone", maxLength: 40 },
    { name: "website", label: words.website, kind: "link", maxLength: 2048 },
    { name: "address", label: words.address, kind: "text", maxLength: 500 },
    { name: "postal_code", label: words.postal_code, kind: "text", maxLength: 20 },
    { name: "city", label: words.city, kind: "text", maxLength: 120 },
    { name: "region", label: words.region, kind: "text", maxLength: 120 },
    { name: "country", label: words.country, kind: "text", maxLength: 2 },
    {
      name: "language",
      label: words.language,
      kind: "choice",
      options: [none, { value: "es", label: "Español" }, { value: "en", label: "English" }],
    },
    { name: "payment_terms_days", label: words.payment_terms_days, kind: "number" },
    {
      name: "source_channel",
      label: words.source_channel,
      kind: "choice",
      options: [none, ...channelOptions(language)],
    },
    {
      name: "assignee_id",
      label: words.assignee,
      kind: "choice",
      isNumeric: true,
      options: personOptions(people, language),
    },
    { name: "tags", label: words.tags, kind: "tags", hint: words.tagsHint },
    { name: "notes", label: words.notes, kind: "long", maxLength: 10_000 },
  ];
}

/** The fields that a new client is asked for; the rest has time. */
export function newClientFields(fields: FieldSpec[]): FieldSpec[] {
  const asked = ["name", "kind", "tax_id", "email", "phone", "assignee_id"];
  return fields.filter(({ name }) => asked.includes(name));
}

/** What the list of clients can be narrowed by. */
export function clientFilters(
  language: Language,
  people: Person[],
  tags: { tag: string }[],
): FilterSpec[] {
  const words = speak(clientWords, language);
  return [
    personFilter(people, language, words.assignee),
    {
      name: "kind",
      label: words.kind,
      kind: "choice",
      served: "counts",
      options: clientKinds.map((value) => ({ value, label: words.kinds[value] })),
    },
    {
      name: "source_channel",
      label: words.source_channel,
      kind: "choice",
      served: "counts",
      isSeveral: true,
      options: channelOptions(language),
    },
    ...tagFilters(tags, language),
    { name: "created_at", label: words.created, kind: "days" },
  ];
}
