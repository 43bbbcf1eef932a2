import assert from "node:assert/strict";
import { readCsv } from "@/lib/records/imports/csv.ts";
import {
  CellError,
  decimalSignOf,
  readFlag,
  readNumber,
} from "@/lib/records/imports/csv_values.ts";
import { instantIn } from "@/lib/values/dates.ts";
import { Problem } from "@/lib/input/errors.ts";

const text = new TextEncoder();
const options = {
  heads: new Set(["nombre", "email"]),
  limits: { rows: 5, columns: 4, cell: 40 },
};
const read = (input: string | Uint8Array) =>
  readCsv(typeof input === "string" ? text.encode(input) : input, options);

/** The text in Windows-1252, of which these letters are one byte each. */
function windows(input: string): Uint8Array {
  return Uint8Array.from(input, (letter) => letter === "€" ? 0x80 : letter.charCodeAt(0));
}

Deno.test("a file's encoding and delimiter are told by what is in it", () => {
  const plain = { header: ["nombre", "email"], rows: [{ row: 2, cells: ["Ñuño", "€"] }] };
  const utf16 = [
    0xff,
    0xfe,
    ...[..."nombre\temail\nÑuño\t€"].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return [code & 255, code >> 8];
    }),
  ];
  const files: [string | Uint8Array, string, string][] = [
    ["nombre,email\nÑuño,€", "utf-8", ","],
    ["\ufeffnombre;email\r\nÑuño;€\r\n", "utf-8", ";"],
    ["nombre\temail\rÑuño\t€", "utf-8", "\t"],
    [windows("nombre;email\nÑuño;€"), "windows-1252", ";"],
    [Uint8Array.from(utf16), "utf-16le", "\t"],
  ];
  for (const [input, encoding, delimiter] of files) {
    assert.deepEqual(read(input), { ...plain, encoding, delimiter });
  }
  assert.equal(read("sep=;\nnombre;a,b,c,d\nx;y").rows[0]!.row, 3);
  assert.equal(read("nombre;email, y más, aún más\nx;y").delimiter, ";");
});

Deno.test("quotes are read by RFC 4180, and rows counted as a spreadsheet does", () => {
  const file = read(
    'nombre,email\r\n"Ana ""la"" Ruiz, SL","dos\r\nlíneas"\r\n\r\n,,\r\n5" tubo,x\r\n',
  );
  assert.deepEqual(file.rows, [
    { row: 2, cells: ['Ana "la" Ruiz, SL', "dos\nlíneas"] },
    { row: 5, cells: ['5" tubo', "x"] },
  ]);
});

function wide(input: string, { isBig = false, hasMark = true } = {}): Uint8Array {
  const codes = [...hasMark ? [0xfeff] : [], ...Array.from(input, (one) => one.charCodeAt(0))];
  return Uint8Array.from(
    codes.flatMap((code) => isBig ? [code >> 8, code & 255] : [code & 255, code >> 8]),
  );
}

Deno.test("UTF-16 is read both ways, with a mark or without", () => {
  const text = "nombre|email\nÑuño|€";
  for (const isBig of [true, false]) {
    for (const hasMark of [true, false]) {
      const { encoding, delimiter, header, rows } = read(wide(text, { isBig, hasMark }));
      assert.equal(encoding, isBig ? "utf-16be" : "utf-16le");
      assert.deepEqual([delimiter, header], ["|", ["nombre", "email"]]);
      assert.deepEqual(rows, [{ row: 2, cells: ["Ñuño", "€"] }]);
    }
  }
});

Deno.test("the head stands below titles and blank rows", () => {
  const files: [string, number][] = [
    ["Listado de clientes;;\n\nnombre;email\nAna;a@x.es\n", 4],
    ["nombre\n\nnombre;email\nAna;a@x.es\n", 4],
    ["\n\nnombre;email\nAna;a@x.es\n", 4],
    ["\nzzz;yyy\nAna;a@x.es\n", 3],
    ["zzz;yyy\nAna;a@x.es\nnombre\n", 2],
    ["sep=|\nInforme\nnombre|email\nAna|a@x.es", 4],
    ["Informe, de 2026, de todo, y más\nnombre;email\nAna;a@x.es", 3],
    ['"Informe\nde 2026"\nnombre;email\n"Ana\nMaría";a@x.es', 3],
  ];
  for (const [input, row] of files) assert.equal(read(input).rows[0]!.row, row, input);
});

Deno.test("an open quote is told by the line where it opened", () => {
  const files: [string, number][] = [
    ['nombre,email\nAna,x\n"Tubo 5,x\nLuz,y\n', 3],
    ['nombre;email\nAna;"dos\nlíneas"\nTubo;"5\nLuz;y\n"Mesa";z\n', 4],
    ['nombre\r\nAna\r\n"Tubo\r\n', 3],
    [`nombre,email\nAna,x\n"Tubo 5,x\n${"Luz\n".repeat(400)}"Mesa",y\n`, 3],
    ['"nombre;email\nAna;x\n', 1],
  ];
  for (const [input, line] of files) {
    assert.throws(
      () => read(input),
      (error) =>
        error instanceof Problem && error.extras.fields!.body!.es.includes(`línea ${line} `),
      input.slice(0, 60),
    );
  }
});

Deno.test("what is no CSV file is refused", () => {
  const wrong = [
    ...["", "\n\n", 'nombre\n"abierto', "a\0b", "nombre,2,3,4,5\n"],
    `nombre\n${"x\n".repeat(6)}`,
    `nombre\n${"\n".repeat(12)}`,
    `nombre\n${"x".repeat(41)}`,
    `nombre\n${"x,".repeat(400)}`,
  ];
  for (const input of wrong) {
    assert.throws(
      () => read(input),
      (error) => error instanceof Problem && Boolean(error.extras.fields?.body),
      JSON.stringify(input),
    );
  }
});

Deno.test("numbers are read as the file writes them", () => {
  const clear: [string, number][] = [
    ["1.234,56", 1234.56],
    ["1,234.56", 1234.56],
    ["12,5 €", 12.5],
    ["$12.5", 12.5],
    ["21 %", 21],
    ["0,125", 0.125],
    ["1.234.567", 1234567],
    ["1 234,5", 1234.5],
    ["-3", -3],
    ["1234.567", 1234.567],
  ];
  for (const [cell, value] of clear) {
    for (const sign of [",", ".", "unclear"] as const) assert.equal(readNumber(cell, sign), value);
  }
  assert.deepEqual([readNumber("1.234", ","), readNumber("1.234", ".")], [1234, 1.234]);
  assert.deepEqual([readNumber("1,234", ","), readNumber("1,234", ".")], [1.234, 1234]);
  assert.throws(() => readNumber("1.234", "unclear"), CellError);
  for (const wrong of ["", "abc", "1,2,3", "12.34.56", "1.234.5", "1,234,5", "--1", "1e3"]) {
    assert.throws(() => readNumber(wrong, ","), CellError, wrong);
  }
  assert.equal(decimalSignOf(["1.234", "12,5", ""]), ",");
  assert.equal(decimalSignOf(["1.234", "7"]), undefined);
  assert.equal(decimalSignOf(["12.5", "12,5"]), "unclear");
});

Deno.test("yes and no are read in both languages", () => {
  for (const word of ["sí", "Si", "YES", "x", "1", "Verdadero"]) assert.equal(readFlag(word), true);
  for (const word of ["no", "0", "FALSE"]) assert.equal(readFlag(word), false);
  assert.throws(() => readFlag("quizá"), CellError);
});

Deno.test("a local time is found on both sides of a clock change, and within", () => {
  const madrid = (local: string) => instantIn("Europe/Madrid", local).toISOString().slice(5, 16);
  assert.equal(madrid("2026-03-29T01:59"), "03-29T00:59");
  assert.equal(madrid("2026-03-29T02:30"), "03-29T01:30", "skipped: an hour later");
  assert.equal(madrid("2026-03-29T03:00"), "03-29T01:00");
  assert.equal(madrid("2026-10-25T02:30"), "10-25T00:30", "twice: the first");
  assert.equal(madrid("2026-10-25T03:00"), "10-25T02:00");
  assert.equal(madrid("2026-10-26T00:00"), "10-25T23:00");
});
