import assert from "node:assert/strict";
import { chooseCoding, type Coding } from "@/lib/http/accept_encoding.ts";

const ours = ["gzip", "br"] as const;

Deno.test("a coding is chosen by weight, and among equals by our order", () => {
  const cases: [string | null, Coding | null][] = [
    [null, null],
    ["", null],
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br, zstd", "gzip"],
    ["br;q=1.0, gzip;q=0.8, *;q=0.1", "br"],
    ["gzip;q=0.5, br;q=0.501", "br"],
    ["GZIP ; Q=0.5", "gzip"],
    ["*", "gzip"],
    ["gzip;q=0, *", "br"],
    ["gzip;q=0, br;q=0.000, *", null],
    ["*;q=0", null],
    ["identity", null],
    ["identity, gzip;q=0.5", null],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["zstd, deflate", null],
    ["gzip;q=2", null],
    ["gzip;q=x, br", "br"],
    ["gzip;q=0.1234", null],
    [", ,gzip,", "gzip"],
  ];
  for (const [header, expected] of cases) {
    assert.equal(chooseCoding(header, ours).coding, expected, String(header));
  }
});

Deno.test("an answer may be plain unless the header excludes it", () => {
  const cases: [string | null, boolean][] = [
    [null, true],
    ["gzip", true],
    ["gzip, *;q=0.1", true],
    ["identity;q=0", false],
    ["gzip, *;q=0", false],
    ["*;q=0, identity;q=0.1", true],
  ];
  for (const [header, expected] of cases) {
    assert.equal(chooseCoding(header, ours).mayBePlain, expected, String(header));
  }
});
