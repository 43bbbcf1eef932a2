/** What endpoints of Meta's accounts need, made as connecting and filing make it. */
import { v7 } from "uuid";
import { inTenant } from "../notify/scene.ts";
import type { World } from "../support/world.ts";
import type { Things } from "./records.ts";
import type { Side } from "./sides.ts";

/** A page, by which nothing can be called. */
export async function readyPage(world: World, { companyId, word }: Side): Promise<number> {
  const { id } = await inTenant(world, (trx) =>
    trx.insertInto("channel_accounts").values({
      ...{ company_id: companyId, kind: "facebook", channel: "facebook", name: word },
      settings: JSON.stringify({ page_id: String(companyId) }),
    }).returning("id").executeTakeFirstOrThrow(), companyId);
  return id;
}

/** A message of the contact with a file that was given up. */
export async function readyFile(
  world: World,
  side: Side,
  { contacts }: Things,
): Promise<Things> {
  const { companyId: company_id, word } = side;
  const account_id = await readyPage(world, side);
  const file_id = v7();
  const { id } = await inTenant(world, async (trx) => {
    const message = await trx.insertInto("contact_messages").values({
      ...{ company_id, contact_id: Number(contacts), direction: "in", channel: "facebook" },
      ...{ body: word, external_id: file_id, via_id: account_id },
    }).returning("id").executeTakeFirstOrThrow();
    await trx.insertInto("files").values({
      ...{ id: file_id, company_id, name: word, state: "left_out", message_id: message.id },
    }).execute();
    const source = { mediaId: null, url: null, sha256: null, isStory: false };
    await trx.insertInto("file_fetches").values({
      ...{ company_id, file_id, account_id, source: JSON.stringify(source) },
      ...{ due_at: null, problem: "unreachable" },
    }).execute();
    return message;
  }, company_id);
  return { messages: String(id), files: file_id };
}
