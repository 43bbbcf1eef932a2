import assert from "node:assert/strict";
import { addressOf, viewOf } from "@/lib/phone/page/view.ts";

const id = "01940000-0000-7000-8000-000000000000";
const device = "11940000-0000-4000-8000-000000000000";
const view = (path: string) => viewOf(new URL(path, "http://localhost"));

Deno.test("an address says what the app shows", () => {
  assert.deepEqual(view("/phone"), { name: "inbox" });
  assert.deepEqual(view("/phone#settings"), { name: "settings" });
  assert.deepEqual(view("/phone#answers"), { name: "answers" });
  assert.deepEqual(view("/phone#pair"), { name: "pair", code: null });
  assert.deepEqual(view("/phone#pair=7k4m-q2xd"), { name: "pair", code: "7K4MQ2XD" });
  assert.deepEqual(view("/phone#pair=short"), { name: "pair", code: null });
  assert.deepEqual(view(`/phone?device=${device}&n=${id}&answer=yes`), {
    name: "card",
    id,
    device,
    answer: "yes",
  });
  assert.deepEqual(view(`/phone?n=${id}&device=../../x`), {
    name: "card",
    id,
    device: null,
    answer: null,
  });
  assert.deepEqual(view("/phone?n=../../x"), { name: "inbox" });
});

Deno.test("an address keeps neither a code nor an answer, which work once", () => {
  assert.equal(addressOf(view("/phone#pair=7K4MQ2XD")), "/phone#pair");
  assert.equal(
    addressOf(view(`/phone?device=${device}&n=${id}&answer=yes`)),
    `/phone?device=${device}&n=${id}`,
  );
});
