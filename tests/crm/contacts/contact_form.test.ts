import assert from "node:assert/strict";
import { readContactForm } from "@/lib/crm/contacts/contact_form.ts";
import { nextPage } from "@/lib/crm/contacts/site.ts";
import { Problem } from "@/lib/input/errors.ts";
import type { Text } from "@/lib/words/language.ts";

/** The fields that are refused. */
function refused(values: unknown): Record<string, Text> {
  try {
    readContactForm(values);
  } catch (error) {
    assert.ok(error instanceof Problem);
    assert.equal(error.code, "validation_failed");
    return error.extras.fields!;
  }
  return {};
}

const valid = { email: "a@b.es", message: "Hola" };

Deno.test("a form's post goes to the company of its site", () => {
  const sites = [
    ...[["primary", 1], ["design", 2], ["other", 1], [undefined, 1], [7, 1]] as const,
    ...[[["design"], 1], [{ a: 1 }, 1], ["x".repeat(9_000), 1]] as const,
  ];
  for (const [site, companyId] of sites) {
    for (const isForm of [true, false]) {
      const form = readContactForm({ ...valid, site }, { isForm });
      assert.equal(form.companyId, companyId, String(site).slice(0, 20));
    }
  }
});

Deno.test("an unreadable phone number is kept in the text and refuses nobody", () => {
  const read = (change: object, isForm = false) => {
    const { name, phone, message, fields } = readContactForm({ message: "Hola", ...change }, {
      isForm,
    });
    return { name, phone, message, fields };
  };
  const plain = { name: null, message: "Hola", fields: {} };
  const messageWith = (rest: string) => `Hola\n\nTel.: ${rest}`;
  assert.deepEqual(read({ phone: "tel:600-123-456" }), { ...plain, phone: "600-123-456" });
  assert.deepEqual(read({ phone: 600123456 }), { ...plain, phone: "600123456" });
  assert.deepEqual(read({ phone: "93 123 45 67 ext 12" }), {
    ...plain,
    phone: "93 123 45 67 ext. 12",
  });
  const beside = read({ phone: "600 123 456 (tardes)" });
  assert.deepEqual(beside, { ...plain, phone: "600 123 456", message: messageWith("tardes") });
  const none = read({ name: "Ana", phone: "llámame" });
  assert.deepEqual(none, { ...plain, name: "Ana", phone: null, message: messageWith("llámame") });
  // Somebody of whom nothing else is known has at least that for a name.
  assert.equal(read({ phone: "llámame" }).name, "llámame");
  assert.equal(read({ email: "ana@example.com", phone: "llámame" }).name, null);
  assert.equal(read({ phone: ["llámame", "600 123 456"] }, true).phone, "600 123 456");
  const long = read({ phone: "600 123 456 Ana", message: "m".repeat(5_000) });
  assert.deepEqual([long.message.length, long.fields], [5_000, { phone: "Ana" }]);
  assert.equal(read({ name: "Ana", phone: "x".repeat(9_000) }).message.length, 4 + 2 + 6 + 200);
  for (const phone of [{ a: 1 }, "\0", ""]) {
    assert.equal(read({ email: "ana@example.com", phone }).phone, null);
    const named = typeof phone === "object" ? "phone" : "email";
    assert.deepEqual(Object.keys(refused({ message: "Hola", phone })), [named]);
  }
});

Deno.test("every wrong field is named at once", () => {
  const wrong = refused({
    email: "no",
    phone: "x",
    name: "n".repeat(201),
    message: "m".repeat(5001),
    budget: "b".repeat(501),
    nested: { a: 1 },
    nul: "\0",
  });
  assert.deepEqual(
    Object.keys(wrong).sort(),
    ["budget", "email", "message", "name", "nested", "nul"],
  );
  assert.deepEqual(Object.keys(refused({ email: " ", phone: "" })).sort(), ["email", "message"]);
  assert.match(refused({ message: "Hola" }).email!.es, /correo o un teléfono/);
  for (const values of [null, [], "text", 4]) assert.ok(refused(values).body, String(values));
  assert.deepEqual(refused({ ...valid, email: " a@b.es ", phone: " ", name: "" }), {});
  assert.deepEqual(refused({ ...valid, message: "ñ".repeat(5000) }), {});
});

Deno.test("fields of the site's own are kept, within their limits", () => {
  const { fields } = readContactForm({
    ...valid,
    budget: 500,
    rooms: ["kitchen", "bath"],
    newsletter: true,
    blank: " ",
    nothing: null,
    long: "x".repeat(500),
  });
  assert.deepEqual(fields, {
    budget: "500",
    rooms: "kitchen, bath",
    newsletter: "true",
    long: "x".repeat(500),
  });
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`f${at}`, "x"]));
  assert.deepEqual(Object.keys(refused({ ...valid, ...many })), ["f16"]);
  const odd = JSON.parse(`{"email":"a@b.es","message":"x","__proto__":"y","constructor":"z"}`);
  const entries = readContactForm(odd).fields;
  assert.deepEqual(Object.entries(entries), [["__proto__", "y"], ["constructor", "z"]]);
});

Deno.test("JSON has one text for each field", () => {
  const json = { isForm: false };
  const { fields, consent } = readContactForm({
    ...valid,
    rooms: "2",
    nothing: null,
    consent: true,
  }, json);
  assert.deepEqual({ fields, consent }, { fields: { rooms: "2" }, consent: true });
  const wrong = {
    message: ["a", "b"],
    budget: 500,
    rooms: ["kitchen"],
    nested: {},
  };
  try {
    readContactForm({ ...valid, ...wrong }, json);
    assert.fail("it was taken");
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    assert.deepEqual(Object.keys(error.extras.fields!).sort(), Object.keys(wrong).sort());
  }
});

Deno.test("traps catch what people do not do", () => {
  const trapOf = (values: object) => readContactForm({ ...valid, ...values }).trap;
  assert.equal(trapOf({ website: "http://spam.example" }), "honeypot");
  assert.equal(trapOf({ website: "" }), null);
  for (const elapsed_ms of [0, 1999, "1999", -5]) assert.equal(trapOf({ elapsed_ms }), "too_fast");
  for (const elapsed_ms of [2000, "60000", "", null, undefined, "soon"]) {
    assert.equal(trapOf({ elapsed_ms }), null, String(elapsed_ms));
  }
});

Deno.test("consent is what a checkbox sends", () => {
  const consentOf = (consent: unknown) => readContactForm({ ...valid, consent }).consent;
  for (const yes of [true, "on", "Sí", "1", ["0", "1"]]) assert.equal(consentOf(yes), true);
  for (const no of [false, "off", "0", "no"]) assert.equal(consentOf(no), false);
  assert.equal(consentOf(undefined), null);
});

Deno.test("a form goes on only to an origin of the site's own", () => {
  const site = { id: 1, name: "S", color: "#000000", public_origins: ["https://shop.example"] };
  const to = (wanted: string | null, from: string | null = null) => nextPage(site, wanted, from);
  assert.equal(to("https://shop.example/gracias?x=1"), "https://shop.example/gracias?x=1");
  assert.equal(to("/gracias", "https://shop.example"), "https://shop.example/gracias");
  for (
    const evil of [
      "https://shop.example.evil.test/",
      "https://shop.example:8443/",
      "http://shop.example/",
      "//evil.test/",
      "javascript:alert(1)",
      "data:text/html,x",
      "blob:https://shop.example/3f2b",
      "/gracias",
      "",
      null,
    ]
  ) assert.equal(to(evil), null, String(evil));
  assert.equal(to("/gracias", "https://evil.test"), null);
  assert.equal(to("//evil.test/", "https://shop.example"), null);
});
