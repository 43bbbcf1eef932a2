/** A message that not everybody has names who is missing, in both languages. */
import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { pageOf } from "@/components/page.ts";
import { PageProvider } from "@/components/page_provider.ts";
import { toDelivery } from "@/lib/channels/out/deliveries.ts";
import { DeliveryStanding } from "@/lib/panel/record/delivery/DeliveryStanding.tsx";
import type { Language } from "@/lib/words/language.ts";

const at = "2026-11-24T10:00:00.000Z";
const partly = (language: Language) =>
  toDelivery({
    state: "queued",
    state_at: new Date(at),
    attempts: 1,
    due_at: new Date("2026-11-24T10:05:00.000Z"),
    error: "partly luis@cliente.example, eva@otro.example",
    recipients: [
      { address: "ana@cliente.example", state: "sent", error: null, at },
      { address: "luis@cliente.example", state: "queued", error: "deferred 451 busy", at },
      { address: "eva@otro.example", state: "failed", error: "rejected 550 unknown", at },
    ],
  }, language)!;

const sentences: [Language, RegExp[]][] = [
  ["es", [
    /luis@cliente\.example no lo ha recibido aún; se reintenta a las 10:05: .*451 busy/,
    /eva@otro\.example no lo ha recibido: .*550 unknown/,
  ]],
  ["en", [
    /luis@cliente\.example has not got it yet; tried again at 10:05.*451 busy/,
    /eva@otro\.example has not got it: .*550 unknown/,
  ]],
];
for (const [language, patterns] of sentences) {
  Deno.test(`who did not get a message is named: ${language}`, () => {
    const where = { companyId: 1, language, companyLanguage: language, timeZone: "UTC" };
    const page = pageOf({ ...where, now: new Date(at) });
    const html = renderToString(
      <PageProvider value={page}>
        <DeliveryStanding delivery={partly(language)} />
      </PageProvider>,
    );
    for (const pattern of patterns) assert.match(html, pattern);
    assert.doesNotMatch(html, /ana@cliente/);
  });
}
