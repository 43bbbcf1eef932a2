import assert from "node:assert/strict";
import type * as z from "zod";
import type { ClientCreate, ClientPatch, clientRecord } from "@/lib/crm/clients/client.ts";
import { clientCreate } from "@/lib/crm/clients/client.ts";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import type { QuoteCreate } from "@/lib/sales/quotes/quote.ts";
import { type FieldsOf, recordFields } from "@/lib/records/fields/field.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true
  : false;
type IsOptional<T, Name extends keyof T> = Partial<Pick<T, Name>> extends Pick<T, Name> ? true
  : false;
/** Does not compile where one of them is false. */
function holds(..._each: true[]) {}

type Client = z.output<typeof clientRecord>;

Deno.test("the types of schemas are those of their field tables", () => {
  holds(
    true satisfies Same<ClientCreate["name"], string>,
    true satisfies Same<IsOptional<ClientPatch, "name">, true>,
    true satisfies Same<ClientCreate["kind"], "company" | "person" | undefined>,
    true satisfies Same<ClientCreate["payment_terms_days"], number | null | undefined>,
    true satisfies Same<ClientCreate["tags"], string[] | undefined>,
    true satisfies Same<ClientPatch["version"], number | undefined>,
    true satisfies Same<Client["assignee"], { id: number; name: string | null } | null>,
    true satisfies Same<Client["created_at"], string>,
    true satisfies Same<QuoteCreate["opportunity_id"], number>,
    true satisfies Same<"assignee_id" extends keyof Client ? true : false, false>,
    true satisfies Same<"source_contact_id" extends keyof ClientCreate ? true : false, false>,
    true satisfies Same<"sale" extends keyof QuoteCreate ? true : false, false>,
  );
  const body: ClientCreate = clientCreate.parse({ name: " Norte ", tax_id: "b-12.345 678" });
  assert.deepEqual(body, { name: "Norte", tax_id: "B12345678" });
});

Deno.test("a table that lacks a column, or has one too many, does not compile", () => {
  const { city: _, ...without } = clientFields;
  // @ts-expect-error -- it has no city
  without satisfies FieldsOf<"clients">;
  // @ts-expect-error -- clients have no such column
  ({ ...clientFields, colour: clientFields.city }) satisfies FieldsOf<"clients">;
  // @ts-expect-error -- a field of that kind says how long it may be
  ({ ...clientFields, city: { ...recordFields.id, kind: "text" } }) satisfies FieldsOf<"clients">;
  clientFields satisfies FieldsOf<"clients">;
  assert.ok("city" in clientFields);
});
