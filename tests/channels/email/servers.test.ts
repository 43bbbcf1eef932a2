/** Servers that say nothing, hang half-way, or are not where they were. */
import assert from "node:assert/strict";
import { addressesOf, deadlinesOf, dial, type MailNetwork } from "@/lib/channels/email/network.ts";
import { MailFailure } from "@/lib/channels/email/failure.ts";
import { openImap } from "@/lib/channels/email/imap.ts";
import { openSmtp } from "@/lib/channels/email/smtp.ts";
import { parseNets } from "@/lib/outbound/addresses.ts";
import { openGate } from "@/lib/tools/hold.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { deliver, numbered, watched } from "./deliver.ts";
import { password } from "./dovecot.ts";
import { settingsOf, testWithMail } from "./scene.ts";

const networkTo = (allow: string, ...addresses: string[]): MailNetwork => ({
  allow: parseNets(allow),
  gate: openGate,
  lookup: () => Promise.resolve(addresses),
  exchanges: () => Promise.resolve([]),
});
const impatient = { ...networkTo("127.0.0.0/8", "127.0.0.1"), connectMs: 300, commandMs: 300 };
const login = { host: "127.0.0.1", security: "none" as const, user: "x", password: "y" };
const opening = { network: impatient, companyId: 1, name: "relevo.example" };

const outcomeOf = (work: Promise<unknown>) =>
  work.then(() => "opened", (error) => error instanceof MailFailure ? error.outcome : error);

/** A server that says its lines, one for each that it hears, and then nothing more. */
function startTalker(...lines: string[]) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  (async () => {
    for await (const connection of listener) {
      open.add(connection);
      converse(connection).catch(() => {});
    }
  })().catch(() => {});
  async function converse(connection: Deno.Conn) {
    const heard = new Uint8Array(65_536);
    for (const line of lines) {
      await connection.write(new TextEncoder().encode(`${line}\r\n`));
      await connection.read(heard);
    }
    while (await connection.read(heard) !== null);
  }
  return {
    port: (listener.addr as Deno.NetAddr).port,
    open,
    [Symbol.dispose]() {
      listener.close();
      for (const connection of open) {
        try {
          connection.close();
        } catch { /* its peer has */ }
      }
    },
  };
}

Deno.test("ten seconds to connect, half a minute for a command", () => {
  assert.deepEqual(deadlinesOf(networkTo("")), { connectMs: 10_000, commandMs: 30_000 });
});

const greetsAs = { "": "says nothing", "* OK hello": "greets and hangs" };
for (const [greeting, what] of Object.entries(greetsAs)) {
  Deno.test(`an IMAP server that ${what} is given up`, async () => {
    using server = greeting ? startTalker(greeting) : startTalker();
    assert.equal(await outcomeOf(openImap({ ...login, port: server.port }, opening)), "timeout");
  });
}

const smtpUntilData = [
  "220 x",
  "250-x\r\n250 AUTH PLAIN",
  "235 in",
  "250 from",
  "250 to",
  "354 go on",
];
for (const count of [0, 1, 2]) {
  Deno.test(`an SMTP server that hangs after ${count} answers is given up`, async () => {
    using server = startTalker(...smtpUntilData.slice(0, count));
    assert.equal(await outcomeOf(openSmtp({ ...login, port: server.port }, opening)), "timeout");
  });
}

Deno.test("one that hangs with the whole mail leaves it uncertain, before that it is not", async () => {
  for (const [count, outcome] of [[6, "uncertain"], [5, "timeout"], [4, "timeout"]] as const) {
    using server = startTalker(...smtpUntilData.slice(0, count));
    const session = await openSmtp({ ...login, port: server.port }, opening);
    const mail = { from: "a@x.example", to: ["b@x.example"], raw: new Uint8Array(10) };
    assert.equal(await outcomeOf(session.send(mail)), outcome, `${count} answers`);
    session.close();
  }
});

Deno.test("a name that has moved to a private address since is refused as it is dialled", async () => {
  const server = { host: "mail.x.example", port: 993, security: "tls" as const };
  const ask = (...addresses: string[]) =>
    addressesOf(networkTo("", ...addresses), server, "imap", 1);
  assert.deepEqual(await ask("93.184.216.34"), ["93.184.216.34"]);
  for (const moved of ["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "fd00::1"]) {
    assert.equal(await outcomeOf(ask(moved)), "refused_address", moved);
    assert.equal(await outcomeOf(dial(networkTo("", moved), server, "imap", 1)), "refused_address");
    // Of several only those that may be reached are.
    assert.deepEqual(await ask(moved, "93.184.216.34"), ["93.184.216.34"]);
  }
  assert.equal(await outcomeOf(ask()), "refused_address", "as one that leads nowhere");
});

testWithMail("a mailbox that hangs holds up no other of its company", async (world, post) => {
  using hanging = startTalker();
  const { settled, id } = await watched(world, post);
  // So that it hangs as long as the test lasts.
  Object.assign(world.services.mailNetwork, { connectMs: 600_000 });
  const api = apiOf(world, people.ana);
  const usual = settingsOf(post);
  for (const address of ["a@x.example", "b@x.example"]) {
    const imap = { ...usual.imap, host: "127.0.0.1", port: hanging.port, security: "none" };
    const account = { kind: "email", name: address, address, settings: { ...usual, imap } };
    await expectData(api("POST", "/channels", { ...account, secrets: { password } }), 201);
  }
  await world.services.mailboxes.sweep();
  await until(() => hanging.open.size === 2, { what: "both to hang" });
  await deliver(post, [numbered(1)]);
  await world.services.mailboxes.sweep();
  await settled(1);
  assert.equal((await expectData(api("GET", `/channels/${id}`))).state, "working");
  assert.equal(hanging.open.size, 2, "they still hang, and were not asked twice");
});
