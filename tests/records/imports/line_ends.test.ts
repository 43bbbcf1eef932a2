/** Texts of several lines have one form, and come back from a file as they were. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import exceljs from "exceljs";
import fc from "fast-check";
import { createRowWriter } from "@/lib/views/exports/csv_text.ts";
import { buildWorkbook } from "@/lib/panel/excel/build_workbook.ts";
import { people, testOnEach } from "../../support/world.ts";
import { type Api, apiOf, expectData } from "../../crm/scene.ts";
import { tableIn } from "./formats/tables.ts";
import { importing } from "./importing.ts";

const plain = (text: string) => text.replace(/\r\n?/g, "\n");
const pieces = fc.constantFrom(
  ...[
    "\r\n",
    "\n",
    "\r",
    "\t",
    " ",
    "\u00a0",
    "\u3000",
    "'",
    '"',
    '""',
    "=",
    "+",
    "-",
    "@",
    "＝",
    "－",
  ],
  ...[
    ",",
    ";",
    "|",
    "_x000D_",
    "_x0041_",
    "&amp;",
    "<b>",
    "1",
    "-5",
    "12,5",
    "ñ",
    "😀",
    "sep=;",
    "é",
  ],
);
const texts = fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));
const style = { timezone: "Europe/Madrid", yes: "sí", no: "no" } as const;

Deno.test("a text comes back from a CSV file with its own lines, without blanks around it", () => {
  const styles = fc.constantFrom(
    { ...style, delimiter: ",", decimals: "." } as const,
    { ...style, delimiter: ";", decimals: "," } as const,
  );
  const heads = ["nombre", "notas"];
  fc.assert(
    fc.property(texts, styles, (text, style) => {
      const write = createRowWriter(style);
      const file = ["Nombre", "Notas"];
      const { rows } = tableIn(write(file) + write(["Ana", text]), { heads });
      assert.deepEqual(rows[0]!.cells, ["Ana", plain(text).trim()]);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("a text comes back from a workbook of ours as it was", async () => {
  const all = fc.sample(texts, { numRuns: 1_500, seed: 8 });
  const sheet = {
    name: "Notas",
    columns: [{ name: "name", label: "Nombre", kind: "text" }, {
      name: "notes",
      label: "Notas",
      kind: "text",
    }] as const,
    rows: all.map((notes) => ({ name: "Ana", notes })),
  };
  const bytes = await buildWorkbook(exceljs, {
    ...{ language: "es", timeZone: "Europe/Madrid", currency: "EUR", title: "Notas" },
    sheets: [{ ...sheet, columns: [...sheet.columns] }],
    pause: () => Promise.resolve(),
  });
  const { rows } = tableIn(new Uint8Array(Buffer.from(bytes)), { heads: ["nombre", "notas"] });
  assert.deepEqual(
    rows.map(({ cells }) => cells[1] ?? ""),
    all.map((text) => plain(text).trim()),
  );
});

const hard = [
  ...["uno\r\ndos", "uno\ndos", "=uno\r\n\r\n'dos'\r\n", "  uno\r\n dos", "a\rb", 'x;y"z'],
  ...["'=a", "''-b", "＝c\r", "\u00a0d\u3000", "'e", "-5\n+6"],
];

async function notesOf(api: Api): Promise<string[]> {
  const all = await expectData(api("GET", "/clients?sort=name&per_page=100"));
  return all.map(({ notes }: { notes: string }) => notes);
}

testOnEach("notes have one form, and come back from an export as they were", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  for (const [at, notes] of hard.entries()) {
    const client = { name: `Cliente ${at + 10}`, tax_id: `B${at}`, notes };
    await expectData(ana("POST", "/clients", client), 201);
  }
  // Without a key of its own it is known by all of its values.
  await expectData(ana("POST", "/clients", { name: "Sin NIF", notes: "\u00a0a\r\nb" }), 201);
  const stored = await notesOf(ana);
  assert.deepEqual(stored, [...hard, "\u00a0a\r\nb"].map(plain));
  const [{ id }] = await expectData(ana("GET", "/clients?sort=name"));
  const edited = await expectData(ana("PATCH", `/clients/${id}`, { notes: "x\r\ny\rz" }));
  assert.equal(edited.notes, "x\ny\nz", "an edit as well");
  await expectData(ana("PATCH", `/clients/${id}`, { notes: hard[0] }));
  const { body: file, status } = await world.call("GET", "/api/admin/clients.csv", {
    member: people.ana,
  });
  assert.equal(status, 200);
  const before = await expectData(ana("GET", "/clients?sort=name"));
  // As another program saves it: every end of line in its own way.
  for (const saved of [file, file.replaceAll("\r\n", "\n"), file.replace(/\r?\n/g, "\r\n")]) {
    const done = await expectData(
      post("clients/commit?duplicates=update&invalid=skip", saved),
    );
    const { imported, changed, same, wrong } = done;
    assert.deepEqual([imported, changed, same, wrong], [0, 0, hard.length + 1, 0]);
  }
  assert.deepEqual(await expectData(ana("GET", "/clients?sort=name")), before);
  // New records of another company have the same texts.
  const eva = apiOf(world, people.eva);
  await expectData(
    importing(world, people.eva)("clients/commit", file.replace(/\r?\n/g, "\r\n")),
  );
  assert.deepEqual(await notesOf(eva), stored.map((text) => text.trim()));
}, { both: true });
