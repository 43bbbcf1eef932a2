import assert from "node:assert/strict";
import { importables, importedSections } from "@/lib/views/imports/importables.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { apiOf, expectData, expectFailure } from "../crm/scene.ts";

function importing(world: World, headers: Record<string, string> = {}) {
  return (path: string, body: string) =>
    world.call("POST", `/api/admin/imports/${path}`, {
      member: people.ana,
      body,
      headers: { "Content-Type": "text/csv", ...headers },
    });
}

testOnEach("a file's columns are what the caller says they are", async (world) => {
  const post = importing(world);
  const file = "Artículo;Precio viejo;Precio nuevo\nSilla;10,5;12\n";
  const byHeader = await expectData(post("products/preview", file));
  assert.deepEqual(byHeader.columns.map(({ field }: { field: string }) => field), [
    "name",
    null,
    null,
  ]);
  const preview = await expectData(post("products/preview?columns=name,,unit_price", file));
  assert.deepEqual(preview.columns[2], {
    header: "Precio nuevo",
    field: "unit_price",
    role: "value",
    examples: ["12"],
  });
  assert.deepEqual(preview.rows, [{
    ...{ row: 2, outcome: "new", record: null, changes: {}, errors: [], remarks: [] },
    values: { name: "Silla", unit_price: 12 },
  }]);
  const none = await expectData(post("products/preview?columns=,", file));
  assert.equal(none.errors[0].message, "no column has a name that is known");
  const wrong = await expectFailure(
    post("products/preview?columns=name,constructor", file),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields), ["columns"]);
  await expectData(post("products/commit?columns=name,unit_price", file));
  const [product] = await expectData(apiOf(world, people.ana)("GET", "/products"));
  assert.deepEqual([product.name, product.unit_price], ["Silla", 10.5]);
});

testOnEach("the wrong rows of a file come back with what is wrong with them", async (world) => {
  const post = importing(world, { "Accept-Language": "es" });
  const rows = Array.from(
    { length: 150 },
    (_, at) => `Pieza ${at};${at % 2 ? "dos" : "2,5"};=1+${at}`,
  );
  const file = `Nombre;Precio;Nota\n${rows.join("\n")}\n"Con ; y ""comillas""";nada;\n`;
  const preview = await expectData(post("products/preview", file));
  assert.equal(preview.counts.invalid, 76);
  const wrong = await post("products/errors", file);
  assert.equal(wrong.status, 200);
  assert.match(wrong.headers.get("content-disposition")!, /^attachment; filename="Productos con/);
  const lines = (wrong.body as string).trim().split("\r\n");
  assert.equal(lines[0], "Nombre;Precio;Nota;Fila;Errores");
  assert.equal(lines[1], "Pieza 1;dos;'=1+1;3;Precio: debe ser un número");
  assert.equal(lines.at(-1)!.startsWith('"Con ; y ""comillas""";nada;;152;'), true, lines.at(-1));
  assert.equal(lines.length, 77, "all of them, not only the first hundred");
  const named = preview.errors.slice(0, 2).map(({ row, message }: Record<string, unknown>) =>
    `${row};Precio: ${message}`
  );
  assert.ok(
    lines[1]!.endsWith(named[0]!) && lines[2]!.endsWith(named[1]!),
    "as the preview has them",
  );
  // Corrected, it can be imported as it is: the columns behind are none of ours.
  const corrected = lines.map((line) => line.replace(/;(dos|nada);/, ";2;")).join("\r\n");
  const result = await expectData(post("products/commit", corrected));
  assert.equal(result.imported, 76);
  await expectFailure(post("products/errors", 'nombre\n"abierto'), 422, "validation_failed");
});

testOnEach("an empty file has every column that the import knows", async (world) => {
  for (const path of importedSections) {
    for (const language of ["es", "en"]) {
      const headers = { "Accept-Language": language };
      const template = await world.call("GET", `/api/admin/imports/${path}/template`, {
        member: people.ana,
        headers,
      });
      const post = importing(world, headers);
      const { columns, delimiter, errors } = await expectData(
        post(`${path}/preview`, template.body),
      );
      assert.deepEqual(
        columns.map(({ field }: { field: string | null }) => field),
        Object.keys(importables[path].fields),
        `${path} ${language}`,
      );
      assert.deepEqual([delimiter, errors], [language === "es" ? "semicolon" : "comma", []]);
    }
  }
});
