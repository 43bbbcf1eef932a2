/** Spanish tax ids: whose control letter or digit does not fit. */
import assert from "node:assert/strict";
import { isWrongTaxId } from "@/lib/input/tax_id.ts";

Deno.test("a tax id whose control fits is not doubted, however it is written", () => {
  const right = [
    ...["12345678Z", "12.345.678-Z", "12345678z", "ES12345678Z", "00000000T"],
    ...["X1234567L", "Y1234567X", "Z1234567R", "X-1234567-L"],
    ...["B58818501", "B-58818501", "ESB58818501", "A58818501", "P5881850A", "G58818501"],
    ...["K1234567L"],
  ];
  for (const text of right) assert.equal(isWrongTaxId(text), false, text);
});

Deno.test("a control that does not fit is told", () => {
  const wrong = [
    ...["12345678A", "12.345.678-A", "ES12345678A", "X1234567A", "Y1234567L"],
    ...["B58818502", "B-58818502", "P5881850B", "K1234567Z"],
  ];
  for (const text of wrong) assert.equal(isWrongTaxId(text), true, text);
});

Deno.test("a text without the form of a Spanish tax id is not checked", () => {
  const others = [
    ...["", "1234", "B5881850", "12345678", "no lo sé"],
    ...["FR40303265045", "DE123456789", "PT123456789", "IE1234567FA", "GB999999973", "123456789"],
  ];
  for (const text of others) assert.equal(isWrongTaxId(text), false, text);
});
