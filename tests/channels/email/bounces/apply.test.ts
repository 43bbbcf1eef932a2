/** What a server says in words fails the message that it names, and nothing that it does not. */
import assert from "node:assert/strict";
import { expectData } from "../../../crm/scene.ts";
import type { World } from "../../../support/world.ts";
import { delivered, goNow } from "../../scene.ts";
import { deliver, watched } from "../deliver.ts";
import { type Post, testWithMail } from "../scene.ts";
import { type Format, luis, mailIn, ourId } from "./format.ts";
import { oddFormats } from "./odd_notes.ts";
import { officeFormats } from "./office_servers.ts";
import { serverFormats } from "./servers.ts";

const formatNamed = (name: string) =>
  [...serverFormats, ...officeFormats, ...oddFormats].find((one) => one.name === name)!;

async function written(world: World, post: Post) {
  const mailbox = await watched(world, post, { sent_copy: false });
  const { api, id: via, read, settled } = mailbox;
  const contact = await expectData(api("POST", "/contacts", { name: "Luis", email: luis }), 201);
  const sent = await expectData(
    api("POST", `/contacts/${contact.id}/messages`, { direction: "out", via, body: "Hola" }),
    201,
  );
  await goNow(world);
  await delivered({ api }, contact.id, sent.id, "sent");
  let count = 0;
  const receive = async (format: Format, about: string = sent.external_id) => {
    const text = new TextDecoder().decode(mailIn(format)).replaceAll(ourId, about)
      .replace("<a1@", `<a${++count}@`);
    await deliver(post, [new TextEncoder().encode(text)]);
    await read();
    await settled(count);
  };
  const addresses = async () =>
    (await expectData(api("GET", "/refused-addresses"))).map((one: { address: string }) =>
      one.address
    );
  const kinds = async () =>
    (await expectData(api("GET", `/channels/${via}/automatic`))).map((one: { kind: string }) =>
      one.kind
    );
  const reaches = (state: string) => delivered({ api }, contact.id, sent.id, state);
  return { ...mailbox, contact, receive, addresses, kinds, reaches };
}

testWithMail("a report in words fails its message and keeps its address", async (world, post) => {
  const { receive, addresses, kinds, reaches } = await written(world, post);
  await receive(formatNamed("Exim"));
  const { error } = await reaches("failed");
  assert.match(error, /returned\. .*550 5\.1\.1/);
  assert.deepEqual(await addresses(), [luis]);
  assert.deepEqual(await kinds(), ["bounce"]);
});

testWithMail(
  "what a server still tries, and a full mailbox, change nothing",
  async (world, post) => {
    const { receive, addresses, kinds, reaches } = await written(world, post);
    await receive(formatNamed("Exim, a delay"));
    await receive(formatNamed("IMail, a full mailbox"));
    await reaches("sent");
    assert.deepEqual(await addresses(), []);
    assert.deepEqual(await kinds(), ["report", "report"]);
  },
);

testWithMail(
  "what a server gave up is failed, and its address may be right",
  async (world, post) => {
    const { receive, addresses, reaches } = await written(world, post);
    await receive(formatNamed("qmail, too long in the queue"));
    await reaches("failed");
    assert.deepEqual(await addresses(), []);
  },
);

testWithMail("a report that names nobody fails the one it was for", async (world, post) => {
  const { receive, addresses, reaches } = await written(world, post);
  await receive(formatNamed("nobody is named"));
  await reaches("failed");
  assert.deepEqual(await addresses(), []);
});

testWithMail("a report that names no mail of ours changes nothing", async (world, post) => {
  const { receive, addresses, kinds, reaches, contacts } = await written(world, post);
  const foreign = ourId.replace("0123", "3210");
  await receive(formatNamed("Exim"), foreign);
  assert.deepEqual(await kinds(), ["auto_reply"]);
  await receive(
    { ...formatNamed("Lotus Notes"), from: "Nora <nora@otro.example>" },
    foreign,
  );
  assert.deepEqual(await kinds(), ["auto_reply"]);
  assert.equal((await contacts()).length, 2);
  await reaches("sent");
  assert.deepEqual(await addresses(), []);
});
