/** A mail to several is delivered to each of them once, whatever becomes of the others. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { expectData, expectFailure } from "../../../crm/scene.ts";
import { inTenant } from "../../../notify/scene.ts";
import { until } from "../../../support/wait.ts";
import type { World } from "../../../support/world.ts";
import { goNow } from "../../scene.ts";
import { deliver, watched } from "../deliver.ts";
import { bytesOf, undelivered } from "../mails.ts";
import { type Post, testWithMail } from "../scene.ts";

const [ana, luis, eva] = ["ana@cliente.example", "luis@cliente.example", "eva@otro.example"];

interface Recipient {
  address: string;
  state: string;
  error: string | null;
  at: string;
}

/** A message to three people by a mailbox. */
async function writtenToThree(world: World, post: Post) {
  const mailbox = await watched(world, post, { sent_copy: false });
  const { api, id: via } = mailbox;
  const contact = await expectData(api("POST", "/contacts", { name: "Ana", email: ana }), 201);
  const path = `/contacts/${contact.id}/messages`;
  const cc = [luis, eva];
  const message = await expectData(
    api("POST", path, { direction: "out", via, body: "Hola", subject: "X", cc }),
    201,
  );
  assert.deepEqual(message.delivery.recipients, []);
  const own = `${path}/${message.id}`;
  const delivery = async () => (await expectData(api("GET", own))).delivery;
  const attempted = (count: number) =>
    until(async () => {
      const standing = await delivery();
      return standing.attempts === count && standing.state !== "sending" && standing;
    }, { what: `${count} attempts` });
  const verb = (name: string, json?: unknown) => api("POST", `${own}/${name}`, json);
  /** How often each has got it. */
  const got = () => {
    const all = post.smtp.mails.flatMap(({ to }) => to);
    return [ana, luis, eva].map((one) => all.filter((address) => address === one).length);
  };
  return { ...mailbox, contact, message, delivery, attempted, verb, got };
}

const statesOf = (recipients: Recipient[]) => recipients.map(({ state }) => state);

testWithMail(
  "a recipient who is refused for now is retried alone, one refused for good has failed",
  async (world, post) => {
    const { api, id, attempted, verb, got } = await writtenToThree(world, post);
    let isBusy = true;
    post.smtp.refuses = (address) =>
      address === eva
        ? { refuse: 550, text: "no such user" }
        : address === luis && isBusy
        ? { refuse: 451, text: "greylisted" }
        : undefined;
    await goNow(world);
    const first = await attempted(1);
    assert.equal(first.state, "partly");
    assert.notEqual(first.next_attempt_at, null);
    assert.deepEqual(statesOf(first.recipients), ["sent", "queued", "failed"]);
    assert.match(first.recipients[1].error, /for now\. .*greylisted/);
    assert.match(first.recipients[2].error, /refuses the message\. .*no such user/);
    assert.deepEqual(first.can, ["retry"]);
    assert.equal((await expectData(api("GET", `/channels/${id}`))).state, "working");

    isBusy = false;
    await goNow(world);
    const second = await attempted(2);
    assert.equal(second.state, "partly");
    assert.equal(second.next_attempt_at, null);
    assert.deepEqual(statesOf(second.recipients), ["sent", "sent", "failed"]);
    assert.deepEqual(got(), [1, 1, 0]);

    post.smtp.refuses = () => undefined;
    await expectData(verb("retry"));
    const third = await attempted(3);
    assert.deepEqual([third.state, third.error, third.can], ["sent", null, []]);
    assert.deepEqual(statesOf(third.recipients), ["sent", "sent", "sent"]);
    assert.deepEqual(got(), [1, 1, 1]);
    await expectFailure(verb("retry"), 409, "invalid_transition");
  },
);

testWithMail("where every recipient is refused each gets its own outcome", async (world, post) => {
  const { attempted, got } = await writtenToThree(world, post);
  let isBusy = true;
  post.smtp.refuses = (address) =>
    address === eva
      ? { refuse: 550, text: "no such user" }
      : isBusy
      ? { refuse: 451, text: "greylisted" }
      : undefined;
  await goNow(world);
  const first = await attempted(1);
  assert.deepEqual([first.state, first.can], ["queued", []]);
  assert.deepEqual(statesOf(first.recipients), ["queued", "queued", "failed"]);
  isBusy = false;
  await goNow(world);
  const second = await attempted(2);
  assert.equal(second.state, "partly");
  assert.deepEqual(got(), [1, 1, 0]);
});

testWithMail(
  "a connection lost on a retry sends nothing again to recipients who have the mail",
  async (world, post) => {
    const { attempted, verb, got } = await writtenToThree(world, post);
    post.smtp.refuses = (address) =>
      address === ana ? undefined : { refuse: 451, text: "greylisted" };
    await goNow(world);
    await attempted(1);
    post.smtp.refuses = () => undefined;
    post.smtp.outcome = () => "hang up";
    await goNow(world);
    const broken = await attempted(2);
    assert.deepEqual([broken.state, broken.can], ["uncertain", ["resend", "settle"]]);
    assert.deepEqual(statesOf(broken.recipients), ["sent", "uncertain", "uncertain"]);
    post.smtp.outcome = () => undefined;
    await expectData(verb("resend", { confirm: true }));
    assert.equal((await attempted(3)).state, "sent");
    assert.deepEqual(got(), [1, 1, 1]);
  },
);

testWithMail(
  "what is known to have arrived is sent, and who was refused can be tried again",
  async (world, post) => {
    const { attempted, verb, got } = await writtenToThree(world, post);
    const busy = new Set([luis]);
    post.smtp.refuses = (address) =>
      address === eva
        ? { refuse: 550, text: "no such user" }
        : busy.has(address)
        ? { refuse: 451, text: "greylisted" }
        : undefined;
    await goNow(world);
    await attempted(1);
    busy.clear();
    post.smtp.outcome = () => "take and hang up";
    await goNow(world);
    const broken = await attempted(2);
    assert.equal(broken.state, "uncertain");
    assert.deepEqual(statesOf(broken.recipients), ["sent", "uncertain", "failed"]);
    const settled = (await expectData(verb("settle"))).delivery;
    assert.deepEqual([settled.state, settled.can, settled.attempts], ["partly", ["retry"], 2]);
    assert.deepEqual(statesOf(settled.recipients), ["sent", "sent", "failed"]);
    post.smtp.refuses = () => undefined;
    post.smtp.outcome = () => undefined;
    await expectData(verb("retry"));
    assert.equal((await attempted(3)).state, "sent");
    assert.deepEqual(got(), [1, 1, 1]);
  },
);

testWithMail("retries of one recipient end, and the others have the mail", async (world, post) => {
  const { attempted, message } = await writtenToThree(world, post);
  await inTenant(
    world,
    (trx) => sql`update outbox set attempts = 6 where message_id = ${message.id}`.execute(trx),
  );
  post.smtp.refuses = (address) =>
    address === luis ? { refuse: 451, text: "greylisted" } : undefined;
  await goNow(world);
  const last = await attempted(7);
  assert.deepEqual([last.state, last.next_attempt_at], ["partly", null]);
  assert.deepEqual(statesOf(last.recipients), ["sent", "failed", "sent"]);
});

testWithMail(
  "a bounce fails the one whom it names, and retry goes to them",
  async (world, post) => {
    const { attempted, delivery, message, read, settled, verb, got } = await writtenToThree(
      world,
      post,
    );
    await goNow(world);
    await attempted(1);
    const bounce = new TextDecoder().decode(undelivered)
      .replace("<out1@taller.example>", message.external_id).replaceAll(
        "nadie@cliente.example",
        luis,
      );
    await deliver(post, [bytesOf(bounce)]);
    await read();
    await settled(1);
    const returned = await delivery();
    assert.deepEqual([returned.state, returned.can], ["partly", ["retry"]]);
    assert.deepEqual(statesOf(returned.recipients), ["sent", "failed", "sent"]);
    assert.match(returned.recipients[1].error, /returned\. .*5\.1\.1/);
    await expectData(verb("retry"));
    assert.equal((await attempted(2)).state, "sent");
    assert.deepEqual(got(), [1, 2, 1]);
  },
);

testWithMail(
  "a bounce that names an address behind tells that one is missing",
  async (world, post) => {
    const { attempted, delivery, message, read, settled } = await writtenToThree(world, post);
    await goNow(world);
    await attempted(1);
    const bounce = new TextDecoder().decode(undelivered)
      .replace("<out1@taller.example>", message.external_id);
    await deliver(post, [bytesOf(bounce)]);
    await read();
    await settled(1);
    const returned = await delivery();
    assert.equal(returned.state, "partly");
    assert.deepEqual(statesOf(returned.recipients), ["sent", "sent", "sent"]);
    assert.match(returned.error, /nadie@cliente\.example/);
  },
);
