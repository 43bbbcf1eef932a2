/** A draft that a program can take to its client, and what sending leaves behind. */
import assert from "node:assert/strict";
import { connect } from "../../channels/scene.ts";
import { startReceiver } from "../../support/receiver.ts";
import type { World } from "../../support/world.ts";
import { type Api, apis, draftQuote, expectData, inDatabase } from "../scene.ts";

export const phone = "+34 600 111 222";
export const body =
  "Hola, {{contact.name}}: {{quote.number}} está aquí: {{quote.link}}. {{member.name}}";

/** A program that sends, and a draft for a client with a phone. */
export async function offer(world: World, client: Record<string, unknown> = { phone }) {
  const receiver = startReceiver();
  const program = await connect(world, { channel: "whatsapp", callbackUrl: `${receiver.url}/out` });
  const { ana } = apis(world);
  const quote = await draftFor(ana, client);
  const send = (message: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    ana("POST", `/quotes/${quote.id}/send`, { message, ...more });
  return { receiver, program, ana, quote, path: `/quotes/${quote.id}`, send };
}

export async function draftFor(api: Api, client: Record<string, unknown>, more: object = {}) {
  const { id: client_id } = await expectData(
    api("POST", "/clients", { name: "Pilar Ruiz", ...client }),
    201,
  );
  const opportunity = await expectData(
    api("POST", "/opportunities", { title: "Cocina", client_id }),
    201,
  );
  return await draftQuote(api, { opportunity_id: opportunity.id, ...more });
}

/** Copies that exist: none, where sending was refused. */
async function tracesOf(world: World, id: number) {
  return await inDatabase(world, 1, async (trx) => {
    const { status, revision, version } = await trx.selectFrom("quotes").selectAll()
      .where("company_id", "=", 1).where("id", "=", id).executeTakeFirstOrThrow();
    const count = async (table: "quote_shares" | "contact_messages" | "files" | "outbox") =>
      (await trx.selectFrom(table).select("company_id").where("company_id", "=", 1).execute())
        .length;
    return {
      ...{ status, revision, version },
      links: await count("quote_shares"),
      messages: await count("contact_messages"),
      files: await count("files"),
      waiting: await count("outbox"),
    };
  });
}

const untouched = { status: "draft", revision: 0, links: 0, messages: 0, files: 0, waiting: 0 };

export async function assertUntouched(
  world: World,
  { id, version }: { id: number; version: number },
) {
  assert.deepEqual(await tracesOf(world, id), { ...untouched, version });
}
