/** What strangers send is read in a time that grows no faster than it does. */
import { readContactForm } from "@/lib/crm/contacts/contact_form.ts";
import { readFormOrJson } from "@/lib/http/form_body.ts";
import { bearer, cookies } from "@/lib/http/request.ts";
import * as field from "@/lib/input/fields.ts";
import { parseJson, queryObject, validate } from "@/lib/input/input.ts";
import { notifyRequest } from "@/lib/notify/sending/notification.ts";
import { readCsv } from "@/lib/records/imports/csv.ts";
import { readDay, readNumber } from "@/lib/records/imports/csv_values.ts";
import { readInstant } from "@/lib/records/imports/import_rows.ts";
import { termsOf, wordsOf } from "@/lib/records/search_words.ts";
import { linesBody } from "@/lib/sales/quotes/quote_line.ts";
import { assertGrowsWithInput } from "../support/growth.ts";

const utf8 = new TextEncoder();
/** As many as 20 times what is ever sane. */
const names = { size: 1_000, most: 40_000 };
const letters = { size: 10_000, most: 500_000 };
const cells = { size: 10_000, most: 200_000 };
const entries = { size: 500, most: 20_000 };

const form = (size: number) => Array.from({ length: size }, (_, at) => `n${at}=x`).join("&");

function post(type: string, body: string): Request {
  const headers = { "Content-Type": type };
  return new Request("http://localhost/", { method: "POST", headers, body });
}

Deno.test("queries, forms and cookies", async () => {
  const params = (text: string) => (n: number) => new URLSearchParams(text.repeat(n));
  await assertGrowsWithInput("query", (n) => new URLSearchParams(form(n)), queryObject, names);
  await assertGrowsWithInput("one name", params("a=1&"), queryObject, names);
  const encoded = "application/x-www-form-urlencoded";
  const readAs = (type: string) => (body: string) => readFormOrJson(post(type, body), Infinity);
  await assertGrowsWithInput("form", form, readAs(encoded), names);
  const part = (_: unknown, at: number) =>
    `--b\r\nContent-Disposition: form-data; name="n${at}"\r\n\r\nx\r\n`;
  const parts = (n: number) => Array.from({ length: n }, part).join("") + "--b--";
  await assertGrowsWithInput("parts", parts, readAs("multipart/form-data; boundary=b"), entries);
  const fields = (_: unknown, at: number) => [`field ${at}`, "x"];
  await assertGrowsWithInput(
    "contact form",
    (n) => Object.fromEntries(Array.from({ length: n }, fields)),
    (values) => readContactForm(values),
    names,
  );
  const asked = (name: string, value: string) =>
    new Request("http://localhost/", { headers: { [name]: value } });
  await assertGrowsWithInput("cookies", (n) => asked("cookie", "a=b; ".repeat(n)), cookies, names);
  await assertGrowsWithInput(
    "bearer",
    (n) => asked("authorization", `Bearer ${"a ".repeat(n)}`),
    bearer,
    letters,
  );
});

Deno.test("JSON and the largest bodies", async () => {
  const nested = (n: number) => utf8.encode("[".repeat(n) + "]".repeat(n));
  await assertGrowsWithInput("depth", nested, parseJson, { size: 500, most: 4_000 });
  const member = (_: unknown, at: number) => `"n${at}":{"data":1}`;
  await assertGrowsWithInput(
    "members",
    (n) => utf8.encode(`{${Array.from({ length: n }, member).join()}}`),
    (bytes) => parseJson(bytes, ["data"]),
    names,
  );
  const body = (made: (at: number) => unknown) => (n: number) =>
    Array.from({ length: n }, (_, at) => made(at));
  await assertGrowsWithInput(
    "recipients",
    body((at) => at % 2 ? "" : `user ${at}`),
    (userIds) => validate(notifyRequest, { userIds, title: "t", body: "b" }),
    entries,
  );
  await assertGrowsWithInput(
    "lines",
    body(() => ({ name: "", quantity: -1, unit_price: "x", wrong: 1 })),
    (lines) => validate(linesBody, { lines }),
    entries,
  );
  await assertGrowsWithInput(
    "text",
    (n) => "a\u0301 ".repeat(n),
    (text) => validate(notifyRequest, { userId: "ana", title: text, body: text }),
    letters,
  );
});

Deno.test("instants, addresses, numbers and words", async () => {
  const readers: [string, (given: string) => unknown][] = [
    ["instant", (given) => validate(field.instant, given)],
    ["e-mail", (given) => validate(field.email, given)],
    ["link", (given) => validate(field.optionalLink, given)],
    ["day of a file", readDay],
    ["instant of a file", (given) => readInstant(given, "Europe/Madrid")],
    ["number of a file", (given) => readNumber(given, ",")],
    ["words", wordsOf],
  ];
  const pieces = ["T", "1", "1.", "a.", "a@", " ", "2026-01-01T00:00:00", "-", "’"];
  const size = { size: 4_000, most: 64_000 };
  for (const [what, read] of readers) {
    for (const piece of pieces) {
      await assertGrowsWithInput(`${what} of ${piece}`, (n) => piece.repeat(n), read, size);
    }
  }
  // A question has at most 200 characters.
  const asked = { size: 200, most: 4_000 };
  for (const piece of ["ana ", "a. ", "612 34 ", "a1 ", "é"]) {
    await assertGrowsWithInput(`search of ${piece}`, (n) => piece.repeat(n), termsOf, asked);
  }
});

Deno.test("files of every shape", async () => {
  const limits = { rows: 20_000, columns: 200, cell: 32_767 };
  const known = new Set(["nombre"]);
  const shapes: Record<string, (size: number) => string> = {
    rows: (n) => "nombre\n" + "x\n".repeat(n),
    "blank rows": (n) => "nombre\n" + "\n".repeat(n),
    columns: (n) => "nombre" + ",nombre".repeat(n) + "\n",
    "cells of a row": (n) => "nombre\n" + ",".repeat(n),
    letters: (n) => "nombre\n" + "T".repeat(n),
    blanks: (n) => "nombre\n" + " ".repeat(n) + "x",
    quotes: (n) => `nombre\n"${'""'.repeat(n)}"`,
    "open quote": (n) => `nombre\n"${"x\n".repeat(n)}`,
  };
  const read = (file: Uint8Array) => readCsv(file, { known, limits });
  for (const [what, shape] of Object.entries(shapes)) {
    await assertGrowsWithInput(what, (n) => utf8.encode(shape(n)), read, cells);
  }
});
