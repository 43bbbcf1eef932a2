import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { newMessageId, ThreadIds } from "@/lib/channels/email/thread_ids.ts";
import { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

const [newKey, oldKey] = [randomBytes(32), randomBytes(32)];
const thread = { companyId: 7, contactId: 1_234_567 };

Deno.test("an answer says whose thread it is in, also one signed with an older key", () => {
  const id = new ThreadIds(new SecretCipher([oldKey])).idOf(thread, "taller.example");
  const ids = new ThreadIds(new SecretCipher([newKey, oldKey]));
  assert.equal(ids.contactIn(["<x@y.example>", id, "<z@y.example>"], 7), 1_234_567);
  assert.match(id, /^<thread\.7\.[\da-z]+\.[\da-f]{40}@taller\.example>$/);
});

Deno.test("an id that was changed, made elsewhere or of another company says nothing", () => {
  const ids = new ThreadIds(new SecretCipher([newKey]));
  const id = ids.idOf(thread, "taller.example");
  assert.equal(ids.contactIn([id], 8), undefined);
  assert.equal(ids.contactIn([id.replace("thread.7.", "thread.8.")], 8), undefined);
  const next = (1_234_568).toString(36);
  assert.equal(ids.contactIn([id.replace(/(7\.)[\da-z]+/, `$1${next}`)], 7), undefined);
  const other = new ThreadIds(new SecretCipher([oldKey])).idOf(thread, "taller.example");
  assert.equal(ids.contactIn([other], 7), undefined);
  assert.equal(ids.contactIn([], 7), undefined);
});

Deno.test("the ids of two mails never meet", () => {
  assert.notEqual(newMessageId("a.example"), newMessageId("a.example"));
  assert.match(newMessageId("a.example"), /^<[\da-f]{32}@a\.example>$/);
});
