import { type Bounds, checkRoomForKey } from "@/lib/access/bounds.ts";
import type { KeyCreate } from "@/lib/access/key.ts";
import { createKey, findKeyRecord } from "@/lib/access/keys.ts";
import { isStillMember } from "@/lib/access/members.ts";
import type { BareTrx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";

/**
 * Makes a company's key. A member being removed cannot create a key that outlives them.
 * @returns its record with the secret, which can never be read again
 * @throws Problem limit_reached, not_a_member
 */
export async function makeKey(
  trx: BareTrx,
  member: Tenant & { userId: number },
  body: KeyCreate,
  { keysPerCompany }: Bounds,
) {
  if (!await isStillMember(trx, member)) throw problem("not_a_member");
  await checkRoomForKey(trx, member, keysPerCompany);
  const { id, key } = await createKey(trx, member, { ...body, createdBy: member.userId });
  return { ...(await findKeyRecord(trx, member, id))!, key };
}
