/** E-mail addresses as people write them, and as mails, pages and programs copy them. */
import assert from "node:assert/strict";
import { readContactForm } from "@/lib/crm/contacts/contact_form.ts";
import { clientCreate } from "@/lib/crm/clients/client.ts";
import { contactCreate } from "@/lib/crm/contacts/contact.ts";
import { email, memberEmail } from "@/lib/input/fields.ts";
import { readAddress } from "@/lib/input/addresses/written_address.ts";
import { copiesIn } from "@/lib/panel/composer/mail_values.ts";

/** What is written, the address in it, the name before it, and what is left. */
const cases: [string, string | null, string?, string?][] = [
  ["ana@b.es", "ana@b.es"],
  ["mailto:ana@b.es", "ana@b.es"],
  ["MAILTO:ana@b.es?subject=Hola%20Ana&cc=luz@b.es", "ana@b.es"],
  ["mailto:ana%40b.es", "ana@b.es"],
  ["Email: ana@b.es", "ana@b.es"],
  ["E-mail:ana@b.es", "ana@b.es"],
  ["Correo: ana@b.es", "ana@b.es"],
  ["smtp:ana@b.es", "ana@b.es"],
  ["<ana@b.es>", "ana@b.es"],
  ["<mailto:ana@b.es>", "ana@b.es"],
  ["Ana <ana@b.es>", "ana@b.es", "Ana"],
  ["Ana López Ruiz<ana@b.es>", "ana@b.es", "Ana López Ruiz"],
  ['"López, Ana" <ana@b.es>', "ana@b.es", "López Ana"],
  ["Ana <ana@b.es>,", "ana@b.es", "Ana"],
  ["ana@b.es <ana@b.es>", "ana@b.es"],
  ["[ana@b.es](mailto:ana@b.es)", "ana@b.es"],
  ["'ana@b.es'", "ana@b.es"],
  ["“ana@b.es”", "ana@b.es"],
  ["«ana@b.es»", "ana@b.es"],
  ["(ana@b.es)", "ana@b.es"],
  ["`ana@b.es`", "ana@b.es"],
  ["*ana@b.es*", "ana@b.es"],
  ["ana@b.es.", "ana@b.es"],
  ["ana@b.es...", "ana@b.es"],
  ["ana@b.es…", "ana@b.es"],
  ["ana@b.es,", "ana@b.es"],
  ["ana@b.es;", "ana@b.es"],
  ["ana@b.es:", "ana@b.es"],
  ["ana@b.es/", "ana@b.es"],
  ["¿?ana@b.es", null, undefined, "¿?ana@b.es"],
  ["ana @ b.es", "ana@b.es"],
  ["ana@ b.es", "ana@b.es"],
  ["ana @b.es.", "ana@b.es"],
  ["ana @b.es,", "ana@b.es"],
  ["\tana@b.es\r\n", "ana@b.es"],
  ["\u00a0ana@b.es\u202f", "ana@b.es"],
  ["ana\u200b@b.es\u200b", "ana@b.es"],
  ["\u202aana@b.es\u202c", "ana@b.es"],
  ["\u2068ana@b.es\u2069", "ana@b.es"],
  ["\ufeffana@b.es", "ana@b.es"],
  ["ana@exam\u00adple.com", "ana@example.com"],
  ["ａｎａ＠ｂ．ｅｓ", "ana@b.es"],
  ["ana＠b.es", "ana@b.es"],
  ["ana@b.es。", "ana@b.es"],
  ["o'neil@b.es", "o'neil@b.es"],
  ["_ana@b.es", "_ana@b.es"],
  ["ana@españa.example.", "ana@españa.example"],
  // What is left is told.
  ["ana@b.es (casa)", "ana@b.es", undefined, "casa"],
  ["ana@b.es, luz@b.es", "ana@b.es", undefined, "luz@b.es"],
  ["ana@b.es; luz@b.es", "ana@b.es", undefined, "luz@b.es"],
  ["ana@b.es luz@b.es", "ana@b.es", undefined, "luz@b.es"],
  ["ana@b.es / luz@b.es", "ana@b.es", undefined, "luz@b.es"],
  ["ana@b.es o 600 123 456", "ana@b.es", undefined, "o 600 123 456"],
  ["luz@c.es <ana@b.es>", "luz@c.es", undefined, "ana@b.es"],
  ["an a@b.es", "a@b.es", undefined, "an"],
  // None.
  ["", null, undefined, ""],
  ["no tengo", null, undefined, "no tengo"],
  ["ana@", null, undefined, "ana@"],
  ["@ana", null, undefined, "@ana"],
  ["ana luz @ b.es", null, undefined, "ana luz @ b.es"],
  ["ana@b . es", null, undefined, "ana@b . es"],
  [".ana@b.es", null, undefined, ".ana@b.es"],
  ["ana\u200c@b.es", null, undefined, "ana\u200c@b.es"],
  [`${"a".repeat(600)}@b.es`, null, undefined, `${"a".repeat(600)}@b.es`],
];

Deno.test("an address is found in what was written, and what is left is told", () => {
  for (const [written, address, name = null, rest = ""] of cases) {
    assert.deepEqual(readAddress(written), { email: address, name, rest }, JSON.stringify(written));
  }
});

Deno.test("every door reads the same address, and refuses what is beside it by name", () => {
  for (const [written, address, , rest = ""] of cases) {
    if (written === "") continue;
    const isFine = address !== null && rest === "";
    const bodies = [
      clientCreate.safeParse({ name: "Ruiz", email: written }),
      contactCreate.safeParse({ name: "Ruiz", email: written }),
    ];
    for (const body of bodies) {
      assert.equal(body.success, isFine, JSON.stringify(written));
      if (body.success) assert.equal(body.data.email, address);
    }
    const result = email.safeParse(written);
    if (address !== null && rest !== "") assert.match(result.error!.message, /besideAddress/);
  }
  assert.equal(memberEmail.parse("Ana <ana@b.es>."), "ana@b.es");
});

Deno.test("the public form reads it too, and keeps what is behind it in its text", () => {
  const post = (email: string, name?: string) => readContactForm({ email, name, message: "Hola" });
  assert.equal(post("mailto:ana@b.es").email, "ana@b.es");
  assert.deepEqual([post("Ana <ana@b.es>").email, post("Ana <ana@b.es>").name], [
    "ana@b.es",
    "Ana",
  ]);
  assert.equal(post("Ana <ana@b.es>", "Ana López").name, "Ana López");
  const two = post("ana@b.es, luz@b.es");
  assert.deepEqual([two.email, two.message], ["ana@b.es", "Hola\n\nE-mail: luz@b.es"]);
  for (const wrong of ["an a@b.es", "ana@", "no tengo"]) {
    assert.throws(() => post(wrong), { code: "validation_failed" }, wrong);
  }
});

Deno.test("Cc addresses of a mail are read with their names", () => {
  assert.deepEqual(copiesIn("Ana López <ana@b.es>, luz@b.es; mailto:eva@b.es"), [
    "ana@b.es",
    "luz@b.es",
    "eva@b.es",
  ]);
  assert.deepEqual(copiesIn("ana@b.es luz@b.es"), ["ana@b.es", "luz@b.es"]);
  assert.deepEqual(copiesIn("ana@b.es, luz"), ["ana@b.es", "luz"]);
});
