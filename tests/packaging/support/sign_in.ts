/** A person's first sign-in, run in the network of a machine: `sign_in.ts LINK`. */
import assert from "node:assert/strict";
import { Visitor } from "../../gateway/support/visitor.ts";

const link = new URL(Deno.args[0]!);
const token = link.pathname.split("/").at(-1)!;
const person = new Visitor(link.origin);
const invitation = await person.get(link.pathname);
assert.equal(invitation.status, 200, invitation.text);
const answer = await person.redeem(token);
assert.equal(answer.status, 200, answer.text);
const panel = await person.get("/panel?company_id=1");
assert.equal(panel.status, 200, panel.text);
assert.match(panel.text, /\/\.gateway\/account/);
// Files of a build are there whatever release the page was of.
for (const script of Deno.args.slice(1)) {
  const file = await person.get(script);
  assert.equal(file.status, 200, script);
}
const [, script] = /(\/_fresh\/js\/[0-9a-f]{40}\/[^"]+\.js)/.exec(panel.text)!;
console.log(script);
