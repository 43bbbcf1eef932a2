/** The links that an operator makes. */
import assert from "node:assert/strict";
import { gatewaySecret } from "../access/entry_scene.ts";
import { runTask, testCommands } from "./harness.ts";

const settings = { GATEWAY_SECRET: gatewaySecret, PUBLIC_URL: "https://crm.example" };
const link = /^https:\/\/crm\.example\/enter\/[\w-]{43}\n$/;
const ana = ["--email", "Ana@Relevo.example"];
const ventas = ["--company", "1", ...ana, "--role", "ventas"];

testCommands("members get links, and the last one holds", async ({ run }) => {
  const added = await run("member", "add", ...ventas);
  assert.equal(added.code, 0, added.err);
  const [message, first] = added.out.split(/(?<=\n)/);
  assert.equal(message, "ana@relevo.example is a member of company 1 (Primary), as ventas.\n");
  assert.match(first!, link);
  assert.match(added.err, /ana@relevo\.example comes in to company 1 \(Primary\)[^]*, until 20/);
  const next = await run("member", "link", "--company", "1", ...ana);
  assert.match(next.out, link);
  assert.notEqual(next.out, first);

  const without = await run("member", "add", ...ventas, "--no-link");
  assert.equal(without.out, message);
  assert.ok(!without.err.includes("comes in"));
  for (const wrong of [["--no-link", "yes"], ["--no-link=yes"], ["--nolink"]]) {
    assert.equal((await run("member", "add", ...ventas, ...wrong)).code, 2, wrong.join(" "));
  }

  await run("member", "add", "--company", "2", ...ana, "--role", "x", "--no-link");
  const recovered = await run("member", "recover", ...ana);
  assert.match(recovered.out, link);
  assert.match(recovered.err, /as ana@relevo\.example .* in company 1 \(Primary\), 2 \(Design\)\./);
  assert.match(recovered.err, /Give it to nobody whom you have not recognised/);

  const stranger = ["--email", "nobody@relevo.example"];
  const none = await run("member", "link", "--company", "2", ...stranger);
  assert.deepEqual(none, {
    code: 1,
    out: "",
    err: "relevo: nobody@relevo.example is no member of company 2\n",
  });
  const unknown = await run("member", "recover", ...stranger);
  assert.equal(unknown.err, "relevo: nobody@relevo.example is no member of any company\n");
  const nowhere = await run("member", "link", "--company", "9", ...ana);
  assert.match(nowhere.err, /^relevo: there is no company 9/);
}, { env: settings, both: true });

testCommands("without Relevo's own gateway there are no links", async ({ run }) => {
  const added = await run("member", "add", ...ventas);
  assert.equal(added.out, "ana@relevo.example is a member of company 1 (Primary), as ventas.\n");
  for (const verb of [["link", "--company", "1"], ["recover"]]) {
    const refused = await run("member", ...verb, ...ana);
    assert.deepEqual([refused.code, refused.out], [1, ""]);
    assert.match(refused.err, /^relevo: links are of Relevo's own gateway, and GATEWAY_SECRET/);
  }
});

Deno.test("a short secret is refused before anything else", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-commands-" });
  try {
    const env = { DATA_DIR: `${folder}/unused`, GATEWAY_SECRET: "x".repeat(31) };
    const refused = await runTask("member", ["recover", ...ana], env);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /GATEWAY_SECRET: must have at least 32 characters/);
    assert.ok(!refused.err.includes("xxx"));
    const odd = await runTask("member", ["recover", ...ana], {
      ...env,
      GATEWAY_SECRET: `${"x".repeat(40)} y`,
    });
    assert.match(odd.err, /GATEWAY_SECRET: may have letters, digits and/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
