/** A quotation as a PDF: its content, for ordinary and extreme quotations. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { printableLogo } from "@/lib/sales/document/logo_picture.ts";
import { makeQuotePdf, type Printable, type PrintJob } from "@/lib/sales/document/quote_pdf.ts";
import { PdfRenderer } from "@/lib/sales/document/pdf_renderer.ts";
import { maxLines } from "@/lib/sales/quotes/limits.ts";
import { readPdf, squeezed } from "../../support/pdf.ts";
import { documentOf, jpeg, lineOf, png } from "./documents.ts";

const noLogo = () => Promise.resolve(null);

/** As the renderer makes it of a printable. */
function jobOf({ logo, ...printable }: Printable): PrintJob {
  return { ...printable, picture: logo && printableLogo(logo) };
}

const print = async (changes: Partial<Printable> = {}) =>
  readPdf(
    await makeQuotePdf(jobOf({ document: documentOf(), isDraft: false, logo: null, ...changes })),
  );

/** Right edge of the text on A4, plus a point because kerning is not read. */
const rightEdge = 595.28 - 48 + 1;

function assertHas({ text }: { text: string }, words: string[]): void {
  for (const word of words) assert.ok(text.includes(squeezed(word)), `${word} in ${text}`);
}

Deno.test("the sheet says all that the document says, in its language", async () => {
  const spanish = await print();
  assert.ok(spanish.rightmost <= rightEdge && spanish.rightmost > rightEdge - 10);
  assertHas(spanish, [
    ...[
      "PRESUPUESTO",
      "P-2026-0042",
      "Presupuesto: no es una factura",
      "Revisión 2",
      "20 de noviembre de 2026",
    ],
    ...["Válido hasta", "20 de diciembre de 2026", "Talleres Ibáñez", "Ibáñez e Hijas, S. L."],
    ...["NIF B84512376", "Calle del Pez, 4", "28004 Madrid", "hola@ibanez.example"],
    ...["ibanez.example", "Panadería Núñez", "Núñez, C. B.", "NIF E81234567", "1000-205 Lisboa"],
    ...["Portugal", "Reforma del obrador", "Gracias.", "MON-1", "Con dos oficiales."],
    "ConceptoCantidadPrecioDto.IVAImporte",
    "12,125 h 45,1234 € 21 % 547,12 €",
    "Horno 1 18.450,00 € 4,5 % 21 % 17.619,75 €",
    "Base imponible 19.366,87 €",
    "IVA 10 % sobre 1.200,00 € 120,00 €",
    "IVA 21 % sobre 18.166,87 € 3.815,04 €",
    "Total 23.301,91 €",
    ...["Condiciones", "Pago: 40 % a la firma.", "Página 1 de 1"],
  ]);
  assert.ok(!spanish.text.includes("BORRADOR"));
  const { CreationDate, ...info } = spanish.info;
  assert.match(CreationDate!, /^D:20261120000000/);
  assert.deepEqual(info, {
    Title: "Presupuesto P-2026-0042",
    Author: "Talleres Ibáñez",
    Creator: "Relevo",
    Subject: "Reforma del obrador",
    Producer: "Relevo",
  });
  const english = await print({ document: documentOf({ language: "en", currency: "USD" }) });
  assertHas(english, [
    ...[
      "QUOTATION",
      "Quotation: not an invoice",
      "Valid until",
      "20 December 2026",
      "Tax ID B84512376",
    ],
    "DescriptionQuantityPriceDisc.VATAmount",
    ...["12.125 h US$45.1234 21% US$547.12", "4.5%", "VAT 21% on US$18,166.87 US$3,815.04"],
    ...["Total US$23,301.91", "Page 1 of 1"],
  ]);
});

Deno.test("the tax is called what the document calls it", async () => {
  const canary = await print({ document: documentOf({ tax_label: "IGIC" }) });
  assertHas(canary, ["PrecioDto.IGICImporte", "IGIC 10 % sobre 1.200,00 € 120,00 €"]);
  assert.ok(!canary.text.includes("IVA"), canary.text);
});

Deno.test("a column that says nothing is left out, and a draft says what it is", async () => {
  const draft = await print({
    document: documentOf({ revision: 1, lines: [lineOf()], title: null, intro: null, terms: null }),
    isDraft: true,
  });
  assertHas(draft, ["ConceptoCantidadPrecioIVAImporte", "Borrador", "BORRADOR"]);
  for (const word of ["Dto.", "Revisión", "Condiciones", "null"]) {
    assert.ok(!draft.text.includes(word), word);
  }
});

Deno.test("the same quotation makes the same PDF bytes at any time", async () => {
  const printable = { document: documentOf(), isDraft: false, logo: png() };
  const [one, other] = [
    await makeQuotePdf(jobOf(printable)),
    await makeQuotePdf(jobOf(structuredClone(printable))),
  ];
  assert.deepEqual(one, other);
});

Deno.test("a long quotation repeats its heading and numbers its pages", async () => {
  const lines = Array.from({ length: maxLines }, (_, at) => lineOf({ name: `Partida-${at}-` }));
  const { pages, text } = await print({ document: documentOf({ lines }) });
  assert.ok(pages.length > 5);
  for (const [at, page] of pages.entries()) {
    assert.ok(page.endsWith(`Página${at + 1}de${pages.length}`), page.slice(-40));
    if (page.includes("Partida-")) assert.ok(page.includes("ConceptoCantidadPrecio"), page);
  }
  for (const { name } of lines) assert.equal(text.split(name).length, 2, name);
});

Deno.test("long words and texts are wrapped without loss", async () => {
  const word = "abcdefghij".repeat(500);
  const terms = `${"Una condición. ".repeat(650)}Fin.`;
  const lines = [lineOf({ description: word, name: "n".repeat(200), unit: "u".repeat(20) })];
  const seller = { ...documentOf().seller, name: "m".repeat(120), legal_name: "l".repeat(200) };
  const client = { ...documentOf().client, name: "c".repeat(200), address: word.slice(0, 500) };
  const long = { lines, terms, seller, client, title: "t".repeat(200), intro: word };
  const { text, pages, rightmost } = await print({ document: documentOf(long) });
  assert.ok(rightmost <= rightEdge, `a text goes to ${rightmost}`);
  const count = (part: string) => text.split(part).length - 1;
  // A page may end within the word, and then its foot and the next heading stand in between.
  assert.ok(count("abcdefghij") >= 1050 - 3 * pages.length, String(count("abcdefghij")));
  assert.ok(count("Unacondición.") >= 650 - pages.length);
  assert.ok(text.includes("Fin."));
});

Deno.test("what fills more than a page goes on upon the next, and nothing of it is lost", async () => {
  const tall = Array.from({ length: 150 }, (_, at) => `<${at}>`).join("\n");
  const short = { description: "Corta.", name: "Otra" };
  const lines = Array.from(
    { length: maxLines },
    (_, at) =>
      lineOf({ ...(at < 2 ? { name: "Alta", description: tall } : short), tax_rate: at / 2 }),
  );
  const { text, pages } = await print({ document: documentOf({ lines, terms: tall }) });
  for (let at = 0; at < 150; at++) assert.equal(text.split(`<${at}>`).length, 4, `<${at}>`);
  for (let at = 0; at < maxLines; at++) {
    const rate = `IVA${String(at / 2).replace(".", ",")}%sobre`;
    assert.equal(text.split(rate).length, 2, rate);
  }
  assert.ok(pages.length > 10 && text.includes("Total"));
});

Deno.test("the PDF is drawn whatever script its texts are in", async () => {
  const scripts = [
    ...["Ωμέγα Ж Ї ß ı Ł ẽ", "日本語の見積書", "عرض سعر", "हिन्दी", "ไทย", "👩‍👩‍👧‍👦🦉", "\u202eabc"],
    ...["\t\r\n\u0001\u007f", "\ufeff\u200b\u00ad", "a\u0301\u0301\u0301", "\u2028\u2029"],
  ];
  const covered = await print({ document: documentOf({ title: scripts[0] }) });
  assertHas(covered, [scripts[0]!]);
  const anyText = fc.oneof(
    fc.constantFrom(...scripts),
    fc.string({ unit: "binary", maxLength: 60 }).map((text) => text.replaceAll("\0", "")),
  );
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (one, other) => {
      const lines = [lineOf({ name: one, description: other, unit: one.slice(0, 20) })];
      const seller = { ...documentOf().seller, name: one, address: other };
      const texts = { title: other, intro: one, terms: other, number: one, lines, seller };
      await print({ document: documentOf(texts), isDraft: true });
    }),
    { numRuns: 40, seed: 7, examples: scripts.map((text) => [text, text]) },
  );
});

Deno.test("money is told in the currency's own way, also where it has no hundredths", async () => {
  const totals = {
    JPY: "999.990.000.000 JPY",
    KWD: "999.989.999.999,990 KWD",
    CHF: "999.989.999.999,99 CHF",
    EUR: "999.989.999.999,99 €",
  };
  for (const [currency, total] of Object.entries(totals)) {
    const lines = [lineOf({ quantity: 99.999, unit_price: 9_999_999_999.9999, tax_rate: 0 })];
    const printed = await print({ document: documentOf({ currency, lines }) });
    assertHas(printed, [`9.999.999.999,9999 ${total.slice(total.indexOf(" ") + 1)}`, total]);
    assert.ok(printed.rightmost <= rightEdge, `${currency} goes to ${printed.rightmost}`);
  }
});

Deno.test("a company's picture is drawn, or its name where the picture cannot be", async () => {
  const sound = [png(), png({ colour: 2 }), png({ colour: 3 }), jpeg()];
  for (const logo of sound) {
    const { images, text } = await print({ logo });
    assert.equal(images, 1);
    assert.ok(!text.startsWith("TalleresIbáñez"));
  }
  const riff = new TextEncoder().encode("RIFF0000WEBPVP8 ");
  const unsound = [
    ...[riff, new Uint8Array(), png().slice(0, -20), jpeg().slice(0, 30)],
    ...[png({ interlace: 1 }), png({ pixels: new Uint8Array(3) }), png({ width: 0 })],
    ...[png({ width: 60_000, height: 60_000 }), png({ pixels: new Uint8Array(50_000_000) })],
  ];
  for (const logo of unsound) {
    const { images, text } = await print({ logo });
    assert.equal(images, 0);
    assert.ok(text.startsWith("TalleresIbáñez"));
  }
});

Deno.test("what was noted with a picture goes into no quotation", () => {
  const files = [png(), jpeg()].map((bytes) => atob(printableLogo(bytes)!.split(",")[1]!));
  for (const text of files) assert.doesNotMatch(text, /secret|GPS/);
});

Deno.test("a picture that was tampered with is drawn or left out, and ends nothing", async () => {
  const sources = [png(), png({ colour: 3 }), jpeg()];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sources),
      fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 4 }),
      async (source, changes) => {
        const logo = source.slice();
        for (const [at, value] of changes) logo[at % logo.length] = value;
        const { pages } = await print({ logo });
        assert.equal(pages.length, 1);
      },
    ),
    { numRuns: 60, seed: 7 },
  );
});

Deno.test("parallel requests for one PDF print it once, and the latest are cached", async () => {
  const press = new PdfRenderer(noLogo);
  const printableOf = (number: string): Printable => ({
    document: documentOf({ number }),
    isDraft: false,
    logo: null,
  });
  const [one, same, other, draft] = await Promise.all([
    press.print(printableOf("P-1"), 1),
    press.print(printableOf("P-1"), 1),
    press.print(printableOf("P-2"), 1),
    press.print({ ...printableOf("P-1"), isDraft: true }, 1),
  ]);
  assert.equal(one, same);
  assert.equal(await press.print(printableOf("P-1"), 1), one);
  for (const [pdf, number] of [[one, "P-1"], [other, "P-2"], [draft, "Borrador"]] as const) {
    assertHas(readPdf(pdf), [number]);
  }
  press.close();
  assert.equal(
    await press.print(printableOf("P-1"), 1),
    one,
    "what was printed outlives the thread",
  );
  press.close();
});

Deno.test("the cache of PDFs is bounded, and printing restarts after a failure", async () => {
  const printable = { document: documentOf(), isDraft: false, logo: null };
  const forgetful = new PdfRenderer(noLogo, { maxKeptBytes: 10, maxPrintingMs: 60_000 });
  const [one, again] = [await forgetful.print(printable, 1), await forgetful.print(printable, 1)];
  assert.notEqual(one, again);
  assert.deepEqual(one, again);
  const endless = Array.from({ length: 70 }, () => lineOf({ description: "x\n".repeat(2_500) }));
  await assert.rejects(
    forgetful.print({ ...printable, document: documentOf({ lines: endless }) }, 1),
    { code: "too_large" },
  );
  const printing = forgetful.print(printable, 1);
  await Promise.resolve(); // it has begun
  forgetful.close();
  await assert.rejects(printing, /ended/);
  assert.deepEqual(await forgetful.print(printable, 1), one);
  forgetful.close();
  const hasty = new PdfRenderer(noLogo, { maxKeptBytes: 10, maxPrintingMs: 0 });
  await assert.rejects(hasty.print(printable, 1), /too long/);
  hasty.close();
});
