/** Messages by WhatsApp, Instagram and Facebook: what is fetched, renewed and looked up. */
import { graphCallers } from "@/lib/channels/meta/graph/callers.ts";
import { lookUpUncertain } from "@/lib/crm/contacts/conversation/sending/lookups.ts";
import { addPerson, connectMeta as connectWriter } from "../../channels/meta/accounts.ts";
import {
  addComing,
  type Connected,
  connectMeta,
  fileMessage,
  fileOf,
  png,
} from "../../channels/meta/media/scene.ts";
import { delivered, goNow } from "../../channels/scene.ts";
import { expectData, inDatabase } from "../../crm/scene.ts";
import { draftFor } from "../../sales/sharing/offering.ts";
import { addMedia } from "../../support/graph/media.ts";
import { breakSends } from "../../support/graph/sends.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";

/** People whose names are due: one whom Graph names, and one of an account without a token. */
async function askForNames(world: World, account: Connected): Promise<void> {
  const { personNames } = world.services;
  const id = "17841400000001234";
  world.graph.state.people.push({ ids: [id], name: "Marta", username: null, wroteAt: new Map() });
  const silent = await connectMeta(world, "instagram");
  await inDatabase(world, 1, async (trx) => {
    await trx.deleteFrom("channel_secrets").where("company_id", "=", 1)
      .where("account_id", "=", silent.id).execute();
    await trx.insertInto("account_people").values(
      [account, silent].map((one) => ({
        ...{ company_id: 1, account_id: one.id, person_id: id, name_due_at: new Date(0) },
      })),
    ).execute();
  });
  await personNames.sweep();
  await personNames.idle();
}

/** Accounts of Meta are looked at, and what their messages lack is fetched. */
async function fetchFromMeta(world: World): Promise<void> {
  const { services } = world;
  const account = await connectMeta(world, "facebook");
  const whatsapp = await connectMeta(world, "whatsapp");
  const message = await fileMessage(world, account);
  await addComing(world, account, { ...message, url: `${world.graph.url}/gone` });
  await addComing(world, account, { ...message, mediaId: "gone", isLeased: true });
  const picture = addMedia(world.graph, { bytes: png, type: "image/png" });
  const other = await fileMessage(world, whatsapp);
  const file = await addComing(world, whatsapp, { ...other, mediaId: picture.id });
  await services.fileFetches.sweep();
  await fileOf(whatsapp, other, file);
  await askForNames(world, account);
  services.catchUps.start({ companyId: 1, accountId: account.id });
  await services.catchUps.idle(account.id);
  await services.catchUps.sweep("10 minutes");
  await services.catchUps.idle(account.id);
}

/** A token that is old is renewed. */
async function renewToken(world: World): Promise<void> {
  const settings = { login: "instagram" };
  const { id, token, ownId } = await connectMeta(world, "instagram", { settings });
  world.graph.state.tokens.set(token.text, { ...token, kind: "instagram" });
  world.graph.state.instagrams.set(ownId, { id: ownId, appScopedId: "7000", username: "taller" });
  await inDatabase(world, 1, async (trx) => {
    await trx.updateTable("channel_accounts")
      .set({ token_at: new Date(Date.now() - 2 * 86_400_000) })
      .where("company_id", "=", 1).where("id", "=", id).execute();
  });
  // One that runs already may have taken the account before its token was old.
  await until(async () => {
    await inDatabase(
      world,
      1,
      (trx) =>
        trx.updateTable("channel_accounts").set((eb) => ({ check_due_at: eb.fn<Date>("now") }))
          .where("company_id", "=", 1).where("kind", "in", ["facebook", "whatsapp", "instagram"])
          .execute(),
    );
    await world.services.metaAccounts.sweep();
    const { token_at } = await inDatabase(
      world,
      1,
      (trx) =>
        trx.selectFrom("channel_accounts").select("token_at")
          .where("company_id", "=", 1).where("id", "=", id).executeTakeFirstOrThrow(),
    );
    return token_at! > new Date(Date.now() - 86_400_000);
  }, { what: "the token to be renewed" });
}

/** A message of which nobody knows what became of it. */
async function loseAnswer(world: World): Promise<void> {
  const account = await connectWriter(world, "instagram");
  const contactId = await addPerson(world, account, { id: "1234567890123456" });
  breakSends(world.graph, "after");
  const json = { direction: "out", via: account.id, body: "¿Llegó?" };
  const { id } = await expectData(
    account.api("POST", `/contacts/${contactId}/messages`, json),
    201,
  );
  await goNow(world);
  await delivered(account, contactId, id, "uncertain");
  await inDatabase(world, 1, (trx) =>
    trx.updateTable("outbox").set({ due_at: new Date(0) })
      .where("company_id", "=", 1).where("message_id", "=", id).execute());
  const { services } = world;
  const { database: { db }, secretCipher } = services;
  await lookUpUncertain({ ...services, db, findCaller: graphCallers(db, secretCipher) });
}

/** A quotation leaves by a template. */
async function sendQuote(world: World): Promise<void> {
  const { api, ...account } = await connectWriter(world, "whatsapp");
  const quote = await draftFor(api, {});
  const contactId = await addPerson(world, account, { id: "34600111222" });
  const content = {
    ...{ format: "positional", header: null, body: "Aquí está: {{1}}", footer: null },
    ...{ buttons: [], variables: ["1"] },
  };
  await inDatabase(world, 1, async (trx) => {
    await trx.updateTable("contacts")
      .set({ converted_client_id: quote.client.id, converted_at: new Date() })
      .where("company_id", "=", 1).where("id", "=", contactId).execute();
    await trx.insertInto("message_templates").values({
      ...{ company_id: 1, account_id: account.id, name: "enlace", language: "es" },
      ...{ category: "UTILITY", state: "APPROVED", content: JSON.stringify(content) },
    }).execute();
  });
  const template = { name: "enlace", language: "es", variables: ["{{quote.link}}"] };
  const message = { via: account.id, template, opt_in: { source: "En la tienda" } };
  await expectData(api("POST", `/quotes/${quote.id}/send`, { message }));
}

/** In their order: the answer that is lost is that of the first message to leave. */
export const metaFlows = { loseAnswer, sendQuote, fetchFromMeta, renewToken };
