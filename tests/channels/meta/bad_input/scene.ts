/** Hooks that are posted to an account, and what was filed of them. */
import { inDatabase } from "../../../crm/scene.ts";
import type { World } from "../../../support/world.ts";
import type { MetaAccount } from "../accounts.ts";
import { post } from "../app_scene.ts";

export function bringTo(world: World, account: MetaAccount, hook: unknown) {
  return post(world, new URL(account.hook).pathname, { body: JSON.stringify(hook) });
}

/** Each as `contact id: body`. */
export async function filedOf(world: World): Promise<string[]> {
  return await inDatabase(world, 1, async (trx) => {
    const rows = await trx.selectFrom("contact_messages").select(["contact_id", "body"])
      .orderBy("id").execute();
    return rows.map(({ contact_id, body }) => `${contact_id}: ${body}`);
  });
}
