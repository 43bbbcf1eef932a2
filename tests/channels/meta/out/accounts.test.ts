/** Which accounts of Meta reach somebody, by which of their ids, and until when. */
import assert from "node:assert/strict";
import { windowOf } from "@/lib/channels/meta/out/window.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../../../crm/scene.ts";
import { people, testOnEach } from "../../../support/world.ts";
import { addPerson, connectMeta, heardAgo } from "../accounts.ts";

const hour = 3_600_000;
const now = new Date("2026-03-10T12:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * hour);

Deno.test("a window is open for a day less a minute after what they wrote", () => {
  const whatsapp = { kind: "whatsapp", settings: {} };
  const page = { kind: "facebook", settings: {} };
  const agent = { kind: "instagram", settings: { human_agent: true } };
  const at = (heard_at: Date | null, closed_at: Date | null = null) => ({ heard_at, closed_at });
  const rows = [
    [whatsapp, at(null), false, "template"],
    [whatsapp, at(ago(23)), true, "template"],
    [whatsapp, at(ago(23.99)), false, "template"],
    [whatsapp, at(ago(2), ago(1)), false, "template"],
    [whatsapp, at(ago(1), ago(2)), true, "template"],
    [page, at(ago(1)), true, null],
    [page, at(ago(25)), false, null],
    [agent, at(ago(25)), false, "human_agent"],
    [agent, at(ago(7 * 24)), false, null],
    [agent, at(null), false, null],
  ] as const;
  for (const [account, heard, isOpen, after] of rows) {
    const window = windowOf(account, heard, now);
    assert.deepEqual([window.isOpen, window.after], [isOpen, after], JSON.stringify(heard));
  }
});

testOnEach("a contact is offered the accounts that have an id of theirs", async (world) => {
  const page = await connectMeta(world, "facebook");
  const number = await connectMeta(world, "whatsapp");
  const other = await connectMeta(world, "instagram", { settings: { human_agent: true } });
  const id = await addPerson(world, page, { id: "7012345678901234" });
  const api = apiOf(world, people.ana);
  const read = () => expectData(api("GET", `/contacts/${id}/accounts`));

  const [only, ...others] = await read();
  assert.deepEqual(others, []);
  assert.deepEqual([only.id, only.to, only.after, only.is_usual], [
    page.id,
    "7012345678901234",
    null,
    true,
  ]);
  assert.equal(only.limits.characters, 2_000);
  assert.ok(new Date(only.window_until).getTime() > Date.now() + 23 * hour);

  // A number is enough for WhatsApp, and for no other.
  await expectData(api("PATCH", `/contacts/${id}`, { phone: "600 111 222", version: 1 }));
  const byNumber = (await read()).find((one: { id: number }) => one.id === number.id);
  assert.deepEqual([byNumber.to, byNumber.window_until, byNumber.after, byNumber.opted_in], [
    "34600111222",
    null,
    "template",
    false,
  ]);
  assert.ok(!(await read()).some((one: { id: number }) => one.id === other.id));

  // The id that they wrote with last.
  await inDatabase(world, 1, async (trx) => {
    for (const [person, minutes] of [["ES.1", 5], ["34600111222", 50]] as const) {
      await trx.insertInto("identities").values({
        ...{ company_id: 1, contact_id: id, kind: "account_id", value: `${number.id}:${person}` },
        source: "channel",
      }).execute();
      await trx.insertInto("account_people").values({
        ...{ company_id: 1, account_id: number.id, person_id: person },
        heard_at: new Date(Date.now() - minutes * 60_000),
      }).execute();
    }
  });
  const heard = (await read()).find((one: { id: number }) => one.id === number.id);
  assert.equal(heard.to, "ES.1");

  await heardAgo(world, page, "7012345678901234", 30 * hour);
  const late = (await read()).find((one: { id: number }) => one.id === page.id);
  assert.ok(new Date(late.window_until) < new Date());
  await expectFailure(
    apiOf(world, people.eva)("GET", `/contacts/${id}/accounts`),
    404,
    "not_found",
  );
}, { hasGraph: true });

testOnEach("a client is offered what its contacts are, and each mailbox", async (world) => {
  const number = await connectMeta(world, "whatsapp");
  await connectMeta(world, "facebook");
  const contactId = await addPerson(world, number, { id: "34600111222" });
  const api = apiOf(world, people.ana);
  const client = await expectData(api("POST", "/clients", { name: "Pilar Ruiz" }), 201);
  const other = await expectData(api("POST", "/clients", { name: "Berto" }), 201);
  const server = { host: "mail.example", port: 993, security: "tls", username: "taller" };
  const servers = { imap: server, smtp: server };
  await inDatabase(world, 1, async (trx) => {
    await trx.updateTable("contacts")
      .set({ converted_client_id: client.id, converted_at: new Date() })
      .where("id", "=", contactId).execute();
    await trx.insertInto("channel_accounts").values({
      ...{ company_id: 1, kind: "email", channel: "other", name: "Correo", state: "working" },
      ...{ address: "taller@talleres.example", settings: JSON.stringify(servers) },
    }).execute();
  });
  const read = async (id: number) => {
    const records = await expectData(api("GET", `/clients/${id}/accounts`));
    return records.map(({ name, to, after }: Record<string, unknown>) => [name, to, after]);
  };
  const mailbox = ["Correo", null, null];
  assert.deepEqual(await read(client.id), [
    ["Taller whatsapp", "34600111222", "template"],
    mailbox,
  ]);
  assert.deepEqual(await read(other.id), [mailbox]);
  const eva = apiOf(world, people.eva);
  await expectFailure(eva("GET", `/clients/${client.id}/accounts`), 404, "not_found");
}, { hasGraph: true });
