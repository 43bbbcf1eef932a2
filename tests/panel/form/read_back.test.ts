/** What the panel writes it reads back as the same: numbers, phones, addresses, days and hours. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { addDays, formatDay, formatNearDay, formatShortDay } from "@/lib/values/dates.ts";
import * as field from "@/lib/input/fields.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { readPhone } from "@/lib/input/phone.ts";
import { readAddress } from "@/lib/input/addresses/written_address.ts";
import { parseDecimal, writeDecimal, writtenOut } from "@/lib/panel/page/numbers.ts";
import { readPasted } from "@/lib/panel/quotes/editor/paste.ts";
import {
  gridLine,
  type LineValues,
  readLine,
  restingText,
} from "@/lib/panel/quotes/editor/lines.ts";
import { parseTask } from "@/lib/panel/tasks/quick_add.ts";
import { decimalSignOf, readNumber } from "@/lib/records/imports/csv_values.ts";
import { shownAddress } from "@/lib/records/shown_address.ts";
import { numberSigns } from "@/lib/words/numbers.ts";

const options = { seed: Number(Deno.env.get("FUZZ_SEED") ?? 20261129), numRuns: 2_000 };
const languages = fc.constantFrom("es" as const, "en" as const);
const currencies = fc.constantFrom("EUR", "CLP", "KWD", "CLF");

/** A number of at most so many decimals, as the fields hold it. */
const amounts = (decimals: number, most = 9_999_999) =>
  fc.integer({ min: 0, max: most * 10 ** decimals }).map((value) =>
    Number((value / 10 ** decimals).toFixed(decimals))
  );
const prices = fc.integer({ min: 0, max: 4 }).chain((decimals) => amounts(decimals));

Deno.test("a number is read back from a field, a cell at rest and a file", () => {
  fc.assert(
    fc.property(prices, languages, (value, language) => {
      const text = writeDecimal(value, language);
      assert.equal(parseDecimal(text, language), value);
      assert.equal(parseDecimal(writtenOut(text, language), language), value);
      const place = { language, currency: "EUR" };
      assert.equal(parseDecimal(restingText("unit_price", text, place), language), value);
      const sign = numberSigns.decimal[language];
      assert.equal(readNumber(text, decimalSignOf([text]) ?? sign), value);
    }),
    options,
  );
});

Deno.test("a quotation's line is read back from its cells, and when they are copied and pasted", () => {
  const lines = fc.record({
    product_id: fc.constant(null),
    sku: fc.constant(null),
    name: fc.stringMatching(/^[A-Z][a-zñé]{1,8}( [a-z0-9"]{1,6}){0,3}$/),
    description: fc.constant(null),
    unit: fc.constantFrom(null, "ud", "m²", "h"),
    quantity: amounts(3, 9_999).filter((value) => value > 0),
    unit_price: prices,
    discount_percent: amounts(2, 100),
    tax_rate: amounts(2, 100),
  }, { noNullPrototype: true });
  fc.assert(
    fc.property(lines, languages, currencies, (values: LineValues, language, currency) => {
      const line = gridLine({ id: 1, ...values }, { language, currency });
      assert.deepEqual(readLine(line, language), { values, wrong: [] });
      const cells = [
        "name",
        "quantity",
        "unit",
        "unit_price",
        "discount_percent",
        "tax_rate",
      ] as const;
      const quoted = (text: string) => /"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
      const copied = cells.map((cell) =>
        quoted(restingText(cell, line[cell], { language, currency }))
      ).join(
        "\t",
      );
      const pasted = readPasted(`${copied}\r\n`, { from: "name", language })!;
      const back = readLine({ ...line, ...pasted.rows[0] }, language);
      assert.deepEqual(back, { values, wrong: [] }, copied);
    }),
    options,
  );
});

const marks = fc.constantFrom("", "\u200b", "\u202a", "\u2066", "\ufeff", " ", "\u00a0");

Deno.test("a phone number is read back as it was stored", () => {
  const digits = fc.array(fc.integer({ min: 100, max: 999 }), { minLength: 2, maxLength: 4 });
  const written = fc.record({
    prefix: fc.constantFrom("", "+34 ", "tel:+34", "(+34) ", "Tel. "),
    digits,
    sign: fc.constantFrom(" ", "-", "", "\u2011", "."),
    ext: fc.constantFrom("", " ext. 12", " x9", " (ext 301)", ";ext=4"),
    mark: marks,
  }).map(({ prefix, digits, sign, ext, mark }) => mark + prefix + digits.join(sign) + ext + mark);
  fc.assert(
    fc.property(written, (text) => {
      const { phone, rest } = readPhone(text);
      if (phone === null) return;
      assert.equal(rest, "", JSON.stringify(text));
      assert.equal(field.optionalPhone.parse(phone), phone);
      assert.deepEqual(readPhone(phone), { phone, rest: "" });
    }),
    options,
  );
});

Deno.test("an address is found again in everything that may stand around it", () => {
  const addresses = fc.record({
    local: fc.stringMatching(/^[a-zñ0-9_][a-zñ0-9_+'-]{0,8}(\.[a-z0-9]{1,5})?$/),
    domain: fc.constantFrom("example.com", "españa.example", "xn--espaa-rta.example", "例子.广告"),
  }).map(({ local, domain }) => `${local}@${domain}`);
  const around = fc.constantFrom(
    ...["#", "mailto:#", "<#>", "Ana <#>", '"Ruiz, Ana" <#>', "#.", "#,", "#;", "(#)", "E-mail: #"],
    ...["# <#>", "[#](mailto:#)", "“#”", "mailto:#?subject=Hola"],
  );
  fc.assert(
    fc.property(addresses, around, marks, (address, frame, mark) => {
      const text = mark + frame.replaceAll("#", address) + mark;
      const { email, rest } = readAddress(text);
      assert.deepEqual({ email, rest }, { email: address, rest: "" }, JSON.stringify(text));
      const stored = field.email.parse(text);
      assert.equal(field.email.parse(stored), stored);
      const result = field.email.parse(shownAddress(comparedAddress(stored)));
      assert.equal(comparedAddress(result), comparedAddress(stored));
    }),
    options,
  );
});

Deno.test("a day and its hours are read back from a line as the panel writes them", () => {
  const today = "2026-11-22";
  const context = { today, now: "10:00", people: [], me: 1, hasEnd: true };
  const ahead = fc.integer({ min: 0, max: 1_400 });
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const clock = (minute: number) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
  const ways = fc.constantFrom(
    (day: string) => day,
    (day: string, language: "es" | "en") => formatDay(day, language),
    (day: string, language: "es" | "en") => formatShortDay(day, language, today),
    (day: string, language: "es" | "en") => formatNearDay(day, language, today),
  );
  fc.assert(
    fc.property(ahead, minutes, fc.option(minutes), languages, ways, (days, from, to, ...how) => {
      const [language, write] = how;
      const day = addDays(today, days);
      const hours = [clock(from), ...to === null || to === from ? [] : [clock(to)]];
      const line = `Medir ${write(day, language)} ${hours.join("–")}`;
      const task = parseTask(line, context);
      assert.deepEqual(
        { title: task.title, day: task.day, hours: [task.time, task.until].filter(Boolean) },
        { title: "Medir", day, hours },
        line,
      );
    }),
    options,
  );
});
