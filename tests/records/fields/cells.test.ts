import assert from "node:assert/strict";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import type { FieldTable } from "@/lib/records/fields/field.ts";
import { importFields } from "@/lib/records/fields/import.ts";
import { fold } from "@/lib/records/imports/csv_values.ts";
import { productFields } from "@/lib/sales/products/fields.ts";

const tables: Record<string, FieldTable> = { clientFields, contactFields, productFields };

Deno.test("an imported choice is read by its own words only", () => {
  for (const [table, fields] of Object.entries(tables)) {
    for (const [name, { meaning }] of Object.entries(importFields(fields))) {
      const field = fields[name]!;
      if (typeof meaning !== "object" || field.internal || field.kind !== "choice") continue;
      const meanings = new Map<string, string>();
      for (const [value, cells] of Object.entries(meaning)) {
        for (const word of Object.values(field.words[value]!)) {
          assert.ok(cells.includes(fold(word)), `${table}.${name}: ${word}`);
        }
        for (const cell of [fold(value), ...cells]) {
          assert.equal(meanings.get(cell) ?? value, value, `${table}.${name}: ${cell}`);
          meanings.set(cell, value);
        }
      }
    }
  }
});
