/** Mails of a folder are read as an independent parser reads them, and each difference is said. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { corpus } from "../channels/email/corpus/mails.ts";
import { compareFolder, totalsOf } from "./support/mail_corpus.ts";
import { proof } from "./support/proof.ts";

/** Mails of one's own, in files that end in `.eml`. */
const folder = Deno.env.get("MAIL_CORPUS");

if (folder) {
  Deno.test({
    name: `the mails in ${folder} are read`,
    // mailparser leaves streams behind where a mail breaks it.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const report = await compareFolder(folder);
      for (const line of report.lines) proof(line);
      proof(totalsOf(report));
      assert.deepEqual(report.failures, []);
    },
  });
}

Deno.test({
  name: "the corpus is read alike but for what is known",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const temporary = await Deno.makeTempDir({ prefix: "relevo-mails-" });
    try {
      await Deno.mkdir(join(temporary, "inside"));
      for (const [at, { raw }] of corpus.entries()) {
        await Deno.writeFile(join(temporary, "inside", `${at}.eml`), raw);
      }
      await Deno.writeTextFile(join(temporary, "note.txt"), "no mail");
      const report = await compareFolder(temporary);
      assert.equal(report.count, corpus.length);
      assert.deepEqual(report.failures, []);
      const lineOf = (name: string) => {
        const at = corpus.findIndex((one) => one.name.endsWith(`: ${name}`));
        return report.lines.find((line) => line.startsWith(`inside/${at}.eml: `));
      };
      assert.equal(lineOf("a person"), undefined);
      assert.match(lineOf("a name that is another address")!, /: sender ".*" ≠ "banco@/);
      assert.match(lineOf("nobody")!, /: Error: it names no sender$/);
      assert.match(totalsOf(report), new RegExp(`^${corpus.length} mails, \\d+ read alike; `));
    } finally {
      await Deno.remove(temporary, { recursive: true });
    }
  },
});

Deno.test("a folder without mails is no report", async () => {
  const temporary = await Deno.makeTempDir({ prefix: "relevo-mails-" });
  await assert.rejects(compareFolder(temporary), /has no file that ends in \.eml/);
  await Deno.remove(temporary);
});

Deno.test("a mail that takes too long is a failure, and the next one is read", async () => {
  const temporary = await Deno.makeTempDir({ prefix: "relevo-mails-" });
  const head = "From: a@b.example\r\nContent-Type: text/html\r\n\r\n";
  await Deno.writeTextFile(join(temporary, "1.eml"), head + "<p>a</p>".repeat(2_000_000));
  await Deno.writeTextFile(join(temporary, "2.EML"), `${head}<p>a</p>`);
  const { lines, failures, count } = await compareFolder(temporary, 200);
  await Deno.remove(temporary, { recursive: true });
  assert.deepEqual([lines, failures, count], [[], ["1.eml: it took too long"], 2]);
});
