/** Files of other programs come in by their heads, without a hand. */
import assert from "node:assert/strict";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import { importFields } from "@/lib/records/fields/import.ts";
import { headNames } from "@/lib/records/imports/heads/column_uses.ts";
import { fold } from "@/lib/records/imports/csv_values.ts";
import { type ImportedNoun, importedNouns } from "@/lib/records/imports/import.ts";
import { productFields } from "@/lib/sales/products/fields.ts";
import { bookOf, textRows } from "../formats/workbook.ts";
import { tableIn } from "../formats/tables.ts";
import { clientFiles } from "./company_files.ts";
import { contactFiles } from "./people_files.ts";
import { productFiles } from "./product_files.ts";
import { fieldsIn, usesIn } from "./records.ts";

const files = { contact: contactFiles, client: clientFiles, product: productFiles };

for (const noun of importedNouns) {
  for (const { program, text, records } of files[noun]) {
    Deno.test(`the ${noun}s of ${program} come in by their heads`, () => {
      assert.deepEqual(fieldsIn(noun, text), records);
    });
  }
}

Deno.test("the same tables come in as workbooks", () => {
  for (const noun of importedNouns) {
    const { text, records } = files[noun][1]!;
    const { header, rows } = tableIn(text);
    const data = textRows([header, ...rows.map(({ cells }) => cells)]);
    assert.deepEqual(fieldsIn(noun, bookOf({ sheets: [{ data }] })), records);
  }
});

Deno.test("cards become contacts and clients in both languages", () => {
  const card = "BEGIN:VCARD\nVERSION:3.0\nFN:María Soler\nORG:Acme;Ventas\nTITLE:Jefa\n" +
    "EMAIL:m@x.example\nTEL:600\nTEL;TYPE=FAX:911\nADR:;;Mayor 1;Vigo;Pontevedra;36201;España\n" +
    "URL:acme.example\nCATEGORIES:vip\nNOTE:Nota\nEND:VCARD\n";
  const contact = { name: "María Soler", organization: "Acme", email: "m@x.example", phone: "600" };
  assert.deepEqual(fieldsIn("contact", card), [{ ...contact, tags: "vip" }]);
  assert.deepEqual(fieldsIn("client", card), [{
    ...{ name: "Acme", email: "m@x.example", phone: "600", address: "Mayor 1", city: "Vigo" },
    ...{ region: "Pontevedra", postal_code: "36201", country: "España" },
    ...{ website: "acme.example", tags: "vip", notes: "Nota" },
  }]);
  for (const noun of ["contact", "client"] as const) {
    const [es, en] = (["es", "en"] as const).map((language) =>
      usesIn(noun, tableIn(card, { language }).header)
    );
    assert.deepEqual(es, en);
  }
});

const tables = { contact: contactFields, client: clientFields, product: productFields };

Deno.test("the heads of our own files mean what they say", () => {
  for (const noun of importedNouns) {
    const fields = importFields(tables[noun]);
    for (const language of ["es", "en"] as const) {
      const labels = Object.values(fields).map(({ label }) => label[language]);
      const uses = usesIn(noun, labels).map((use) => use?.field);
      assert.deepEqual(uses, Object.keys(fields), `${noun} in ${language}`);
    }
    const names = Object.keys(fields);
    assert.deepEqual(usesIn(noun, names).map((use) => use?.field), names);
    for (const [field, { names }] of Object.entries(fields)) {
      // Alone in a file these are its name.
      if (["legal_name", "description"].includes(field)) continue;
      for (const name of names) {
        assert.equal(usesIn(noun, [name])[0]?.field, field, `${noun}: ${name}`);
      }
    }
  }
});

type Trap = [noun: ImportedNoun, header: string[], fields: (string | null)[]];

const traps: Trap[] = [
  ["contact", ["Phone 1 - Type", "Phone 1 - Label", "Fax", "Business Fax", "Pager"], []],
  ["contact", ["Name", "Title", "Job Title", "E-mail Type"], ["name"]],
  ["contact", ["Nombre", "Estado"], ["name", "status"]],
  ["contact", ["Nombre", "Ciudad", "Estado"], ["name"]],
  ["contact", ["Nom", "Prénom"], ["name 4", "name 2"]],
  ["contact", ["Nom"], ["name"]],
  ["contact", ["Name", "Vorname"], ["name 4", "name 2"]],
  ["contact", ["Name", "Surname"], ["name 2", "name 4"]],
  ["contact", ["Name", "First Name", "Surname"], ["name", "name 2", "name 4"]],
  ["client", ["Name", "Customer"], ["name"]],
  ["client", ["Customer", "Email"], ["name", "email"]],
  ["client", ["Dirección", "Dirección 2"], ["address 1", "address 4"]],
  ["client", ["Razón social", "NIF"], ["name", "tax_id"]],
  ["client", ["Nombre", "Razón social"], ["name", "legal_name"]],
  ["client", ["Address 1 - Street", "Address 2 - Street"], ["address 1"]],
  ["client", ["Home Street", "Home City"], ["address 1", "city"]],
  ["client", ["First Name", "Last Name", "Company Name"], ["name 2", "name 4", "name"]],
  ["product", ["Name", "EAN13", "UPC"], ["name", "barcode", "barcode"]],
  ["product", ["Nombre", "PVP", "Precio"], ["name", null, "unit_price"]],
  ["product", ["Nombre", "Precio", "Precio sin IVA"], ["name", null, "unit_price"]],
  ["product", ["Name", "Sale price"], ["name", "unit_price"]],
  ["product", ["Name", "Sale price", "Regular price"], ["name", null, "unit_price"]],
  ["product", ["Descripción", "Precio"], ["name", "unit_price"]],
  ["product", ["Nombre", "Descripción"], ["name", "description"]],
  ["product", ["", "***", "Nombre"], [null, null, "name"]],
];

Deno.test("an ambiguous column head is read by the others", () => {
  for (const [noun, header, fields] of traps) {
    const uses = usesIn(noun, header).map((use) =>
      use && (use.part === undefined ? use.field : `${use.field} ${use.part}`)
    );
    const expected = header.map((_, at) => fields[at] ?? null);
    assert.deepEqual(uses, expected, `${noun}: ${header.join(", ")}`);
  }
});

Deno.test("a head row is known by the words of programs too", () => {
  for (const noun of importedNouns) {
    const kind = { noun, fields: importFields(tables[noun]) };
    const heads = headNames(kind);
    for (const { program, text } of files[noun]) {
      const count = tableIn(text).header.filter((head) => heads.has(fold(head))).length;
      assert.ok(count > 1, program);
    }
  }
});
