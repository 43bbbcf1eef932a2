/** A mailbox is watched from the last mail that was read, not from the moment it is opened again. */
import assert from "node:assert/strict";
import { deliver, numbered, watched } from "./deliver.ts";
import { expectData } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import { connectMailbox, testWithMail } from "./scene.ts";
import { startEavesdropper } from "./eavesdropper.ts";

testWithMail("a mail that comes while the mailbox is read is read next", async (world, post) => {
  let [isAwaited, isSentRead] = [false, false];
  await using eavesdropper = startEavesdropper(post.imap, async (line) => {
    if (/(?:EXAMINE|SELECT) "?Sent/.test(line)) isSentRead = true;
    if (!isAwaited || !isSentRead || !/(?:EXAMINE|SELECT) "?INBOX/.test(line)) return;
    isAwaited = false;
    await deliver(post, [numbered(1)]);
  });
  const between = { ...post, imap: { ...post.imap, tlsPort: eavesdropper.tlsPort } };
  const { read, settled } = await watched(world, between);
  [isAwaited, isSentRead] = [true, false];
  await read();
  await settled(1);
});

testWithMail(
  "a new mailbox is looked into at once, and says what it reads",
  async (world, post) => {
    await world.services.mailboxes.sweep();
    const { api, id, account } = await connectMailbox(world, post);
    assert.deepEqual([account.state, account.reads.looked_at], ["checking", null]);
    const now = () => expectData(api("GET", `/channels/${id}`));
    await until(async () => (await now()).state === "working", { what: "the first look" });
    const { reads, created_at } = await now();
    assert.deepEqual([reads.folder, reads.sent, reads.since], ["INBOX", true, created_at]);
    assert.ok(reads.looked_at > created_at);
  },
);
