import assert from "node:assert/strict";
import { createRowWriter } from "@/lib/views/exports/csv_text.ts";

const common = { timezone: "Europe/Madrid", yes: "sí", no: "no" };
const spanish = createRowWriter({ ...common, delimiter: ";", decimals: "," });
const english = createRowWriter({ ...common, delimiter: ",", decimals: "." });

Deno.test("values are written as spreadsheets of each language read them", () => {
  const at = new Date("2026-03-29T22:30:00Z");
  const values = [1234.5, -3, true, false, null, at, "2026-03-30", { id: 1, name: "Aire" }, [
    "a",
    "b",
  ]];
  assert.equal(spanish(values), "1234,5;-3;sí;no;;2026-03-30 00:30;2026-03-30;Aire;a, b\r\n");
  assert.equal(english(values), `1234.5,-3,sí,no,,2026-03-30 00:30,2026-03-30,Aire,"a, b"\r\n`);
});

Deno.test("a cell with a delimiter, a quote or a line break is quoted", () => {
  assert.equal(
    spanish(["a;b", "a,b", 'di "hola"', "a\nb", " a"]),
    '"a;b";a,b;"di ""hola""";"a\nb";" a"\r\n',
  );
  assert.equal(english(["a;b", "a,b"]), 'a;b,"a,b"\r\n');
});

Deno.test("what someone typed is never a formula", () => {
  const dangerous = ["=1+1", "+34612345678", "-1+1", "@SUM(A1)", "\tx", "\rx", "\n=1", "＝1"];
  for (const text of dangerous) {
    const cell = spanish([text]).replace(/\r\n$/, "").replace(/^"|"$/g, "");
    assert.equal(cell, `'${text}`, JSON.stringify(text));
  }
  assert.equal(spanish([["=a", "b"]]), "'=a, b\r\n");
  assert.equal(spanish([{ id: 1, name: "=a" }]), "'=a\r\n");
  assert.equal(spanish(["-12,50", "-3", "a=b", "'x"]), "-12,50;-3;a=b;'x\r\n");
});
