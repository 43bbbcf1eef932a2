/** A company with a program as its channel. */
import assert from "node:assert/strict";
import { inCompany } from "@/lib/db/transaction.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/wait.ts";
import { people, type World } from "../support/world.ts";

export type Program = Awaited<ReturnType<typeof connect>>;

interface ConnectOptions {
  channel?: string;
  name?: string;
  companyId?: number;
  member?: string;
  callbackUrl?: string | null;
}

let count = 0;

/** Connects a program, by default of company 1 and receiving nothing; with a key of its own. */
export async function connect(world: World, options: ConnectOptions = {}) {
  const { channel = "other", companyId = 1, member = people.ana, callbackUrl = null } = options;
  const { name = `Bot ${++count}` } = options;
  const api = apiOf(world, member, member === people.luis ? companyId : undefined);
  const settings = { callback_url: callbackUrl };
  const account = await expectData(
    api("POST", "/channels", { kind: "program", channel, name, settings }),
    201,
  );
  const { key } = await expectData(api("POST", "/keys", { name, scope: "channel" }), 201);
  const bring = (json: Record<string, unknown>) =>
    world.call("POST", "/api/messages", { key, json: { channelId: account.id, ...json } });
  return {
    api,
    key: key as string,
    name,
    id: account.id as number,
    secret: account.secret as string,
    bring,
    /** Brings a message and expects it to be filed. */
    async file(json: Record<string, unknown>) {
      const answer = await bring(json);
      assert.equal(answer.status, 202, JSON.stringify(answer.body));
      return answer.body.data as { messageId: number; contactId: number; duplicate: boolean };
    },
  };
}

export const marta = { id: "m-1", name: "Marta Gil", phone: "+34 600 111 222" };

/** A program with a receiver, and a contact that has written to it. */
export async function converse(world: World, handler?: Parameters<typeof startReceiver>[0]) {
  const receiver = startReceiver(handler);
  const program = await connect(world, { callbackUrl: `${receiver.url}/out` });
  const { contactId } = await program.file({ externalId: "1", from: marta, text: "Hola" });
  const write = (json: Record<string, unknown>) =>
    expectData(
      program.api("POST", `/contacts/${contactId}/messages`, {
        direction: "out",
        via: program.id,
        ...json,
      }),
      201,
    );
  return { receiver, program, contactId, write };
}

/** Ends the 10 s in which what is queued can be taken back. */
export async function goNow(world: World, companyId = 1): Promise<void> {
  await inCompany(
    world.services.database.db,
    companyId,
    (trx) =>
      trx.updateTable("outbox").set((eb) => ({ due_at: eb.fn<Date>("now") }))
        .where("company_id", "=", companyId).where("state", "=", "queued")
        .where("due_at", "is not", null).execute(),
  );
  await world.services.outbox.sweep();
}

/** The message's delivery, once it is in the state. */
export async function delivered(
  program: Pick<Program, "api">,
  contactId: number,
  messageId: number,
  state: string,
) {
  return await until(async () => {
    const messages = await expectData(program.api("GET", `/contacts/${contactId}/messages`));
    const message = messages.find(({ id }: { id: number }) => id === messageId);
    return message.delivery.state === state && message.delivery;
  });
}
