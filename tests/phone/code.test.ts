import assert from "node:assert/strict";
import { isCode, normaliseCode } from "@/lib/input/pairing_code.ts";
import { codeInHash, readScanned, spacedCode } from "@/lib/phone/pairing.ts";

Deno.test("a typed code is read as it was made", () => {
  const codes = { "7k4m-q2xd": "7K4MQ2XD", " 7K4M Q2XD ": "7K4MQ2XD", "OIL0-1234": "01101234" };
  for (const [typed, code] of Object.entries(codes)) {
    assert.equal(normaliseCode(typed), code);
    assert.ok(isCode(normaliseCode(typed)), typed);
  }
  for (const typed of ["", "7K4M", "7K4MQ2XDA", "7K4MQ2X!", "7K4MQ2XU"]) {
    assert.ok(!isCode(normaliseCode(typed)), typed);
  }
  assert.equal(spacedCode("7K4MQ2XD"), "7K4M-Q2XD");
  assert.equal(spacedCode("7K4"), "7K4");
});

Deno.test("a scanned picture is a code of this server, of another, or none", () => {
  const origin = "https://relevo.example";
  const code = "7K4MQ2XD";
  assert.deepEqual(readScanned(`${origin}/phone#pair=${code}`, origin), { kind: "code", code });
  assert.deepEqual(readScanned(code, origin), { kind: "code", code });
  assert.deepEqual(readScanned(`https://otro.example/phone#pair=${code}`, origin), {
    kind: "elsewhere",
    host: "otro.example",
  });
  assert.deepEqual(readScanned(`${origin}/phone`, origin), { kind: "other" });
  assert.equal(codeInHash("#settings"), null);
});
