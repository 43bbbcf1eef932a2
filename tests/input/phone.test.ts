/** Phone numbers as people write them, and as phones, pages and programs copy them. */
import assert from "node:assert/strict";
import { normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import { dialLink } from "@/lib/input/dial_link.ts";
import { readPhone } from "@/lib/input/phone.ts";

/** What is written, the number in it, and what is left. */
const cases: [string, string | null, string?][] = [
  ["600 123 456", "600 123 456"],
  ["+34 600-123-456", "+34 600-123-456"],
  ["(+34) 600 123 456", "(+34) 600 123 456"],
  ["+44 (0)20 7946 0018", "+44 (0)20 7946 0018"],
  ["0034600123456", "0034600123456"],
  ["93/123 45 67", "93/123 45 67"],
  ["112", "112"],
  // Invisible marks, odd blanks and hyphens, as they are copied.
  ["\u202a+34 600 123 456\u202c", "+34 600 123 456"],
  ["600\u200b123\u200b456", "600123456"],
  ["\ufeff600\u00a0123\u202f456", "600 123 456"],
  ["600\u2011123\u2011456", "600-123-456"],
  ["600–123—456", "600-123-456"],
  ["６００ １２３ ４５６", "600 123 456"],
  ["＋３４６００１２３４５６", "+34600123456"],
  ["600\t123\n456", "600 123 456"],
  // Links and labels.
  ["tel:+34-600-123-456", "+34-600-123-456"],
  ["tel:+34600123456;ext=12", "+34600123456 ext. 12"],
  ["callto://+34600123456", "+34600123456"],
  ["Tel.: 600 123 456", "600 123 456"],
  ["Tlf 600123456", "600123456"],
  ["Móvil: 600 123 456", "600 123 456"],
  ["WhatsApp 600 123 456", "600 123 456"],
  ["T. 600 123 456", "600 123 456"],
  // Extensions.
  ["93 123 45 67 ext. 12", "93 123 45 67 ext. 12"],
  ["93 123 45 67 ext 12", "93 123 45 67 ext. 12"],
  ["93 123 45 67 x12", "93 123 45 67 ext. 12"],
  ["93 123 45 67, extensión 12", "93 123 45 67 ext. 12"],
  ["93 123 45 67 (ext. 12)", "93 123 45 67 ext. 12"],
  ["93 123 45 67 #12", "93 123 45 67 ext. 12"],
  ["(555) 010-9999 x 4321", "(555) 010-9999 ext. 4321"],
  ["011 4321-5678 int. 22", "011 4321-5678 ext. 22"],
  // What is beside it.
  ["600 123 456.", "600 123 456"],
  ["600 123 456 -", "600 123 456"],
  ["<600 123 456>", "600 123 456"],
  ["600 123 456 (Ana)", "600 123 456", "Ana"],
  ["Ana: 600 123 456", "600 123 456", "Ana"],
  ["600 123 456 (tardes)", "600 123 456", "tardes"],
  ["600 123 456 / 931 234 567", "600 123 456", "931 234 567"],
  ["600123456/931234567", "600123456", "931234567"],
  ["600 123 456, 931 234 567", "600 123 456", "931 234 567"],
  ["600 123 456 y 931 234 567", "600 123 456", "y 931 234 567"],
  ["+34600123456 +34931234567", "+34600123456", "+34931234567"],
  ["600 123 456\n931 234 567", "600 123 456", "931 234 567"],
  ["600 123 456 931 234 567", null, "600 123 456 931 234 567"],
  ["93 123 45 67 ext. 12 (Ana)", "93 123 45 67 ext. 12", "Ana"],
  // None.
  ["no tengo", null, "no tengo"],
  ["-", null, ""],
  ["12", null, "12"],
  ["ana@example.com", null, "ana@example.com"],
  ["1".repeat(50), null, "1".repeat(50)],
];

Deno.test("a phone number is found in what was written, and what is left is told", () => {
  for (const [written, phone, rest = ""] of cases) {
    assert.deepEqual(readPhone(written), { phone, rest }, JSON.stringify(written));
  }
});

Deno.test("what is stored is read again as itself, and is the same number", () => {
  for (const [, phone] of cases) {
    if (phone) assert.deepEqual(readPhone(phone), { phone, rest: "" });
  }
  assert.equal(normalisePhone("93 123 45 67 ext. 12"), "+34931234567");
  assert.equal(normalisePhone(readPhone("＋３４ ６００‑１２３‑４５６").phone), "+34600123456");
});

Deno.test("a call is dialled with its extension", () => {
  assert.equal(dialLink("+44 (0)20 7946 0018"), "tel:+442079460018");
  assert.equal(dialLink("93 123 45 67 ext. 12"), "tel:931234567;ext=12");
});
