/** Components ask the page whose it is and how it is read: nobody hands that on. */
import assert from "node:assert/strict";
import { under } from "./arrows.ts";
import { root } from "./sources.ts";

/** What `usePage`, `href` and `hrefIn` are for. */
const threads = [
  "format={format}",
  "language={language}",
  "companyId={companyId}",
  "company_id=${",
];

const allowed: Record<string, string> = {
  "components/page.ts": "builds the address",
  "islands/phone/PhoneApp.tsx": "the phone is a page of no company, in the language of its app",
};

Deno.test("nobody hands language, company or time format on, or spells a company's address", () => {
  const files = ["components", "islands", "lib/panel", "routes/panel"].flatMap(under);
  const uses = files.flatMap((file) => {
    const source = Deno.readTextFileSync(`${root}/${file}`);
    return threads.filter((thread) => source.includes(thread)).map((thread) => [file, thread]);
  });
  const isAllowed = ([file]: string[]) => file! in allowed;
  assert.deepEqual(uses.filter((one) => !isAllowed(one)), []);
  for (const file of Object.keys(allowed)) {
    assert.ok(uses.some(([other]) => other === file), `${file} hands nothing on: drop it here`);
  }
});
