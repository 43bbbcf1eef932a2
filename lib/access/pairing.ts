import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { renderSVG } from "uqr";
import { type Bounds, checkRoomForPhone, type Maker } from "@/lib/access/bounds.ts";
import type { Key } from "@/lib/access/keys.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import type { Pairings } from "@/lib/db/tables/access.ts";
import { asWorker, become, type Tenant, transact } from "@/lib/db/transaction.ts";
import { isStillMember } from "@/lib/access/members.ts";
import type { Device } from "@/lib/access/devices.ts";
import { digestOf, newSecret } from "@/lib/access/tokens.ts";
import { problem } from "@/lib/input/errors.ts";
import { codeAlphabet, codeLength, normaliseCode } from "@/lib/input/pairing_code.ts";
import { currentMs, currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";

const validMs = 10 * 60 * 1000;
const longestUserId = 200;

interface PairingRequest {
  userId: string;
  name?: string | null;
  /** The member who pairs a phone of their own in the panel. */
  memberId?: number | null;
  by?: Maker;
}

interface Place {
  publicUrl: string;
  bounds: Bounds;
}

/** Works once, within 10 minutes; only the code's digest is kept. */
export async function createPairing(
  trx: BareTrx,
  { companyId }: Tenant,
  { userId, name = null, memberId = null, by }: PairingRequest,
  publicUrl: string,
) {
  const code = Array.from(randomBytes(codeLength), (byte) => codeAlphabet[byte & 31]).join("");
  const expiresAt = new Date(currentMs() + validMs);
  await trx.insertInto("pairings").values({
    id: crypto.randomUUID(),
    company_id: companyId,
    user_id: userId,
    member_id: memberId,
    paired_by: by?.member ?? null,
    paired_by_key: by?.key ?? null,
    name,
    digest: digestOf(code),
    expires_at: expiresAt,
  }).execute();
  const url = `${publicUrl}/phone#pair=${code}`;
  return { code, url, qr: renderSVG(url), expiresAt };
}

/** @throws Problem limit_reached */
export async function createProgramPairing(
  trx: BareTrx,
  key: Key,
  { userId, name }: { userId: string; name?: string },
  { publicUrl, bounds }: Place,
) {
  const by = { key: key.id };
  await checkRoomForPhone(trx, key, by, bounds.phonesPerCompany);
  return await createPairing(trx, key, { userId, name, by }, publicUrl);
}

/**
 * @throws Problem validation_failed (the member's address is longer than a user id may be),
 * limit_reached, not_a_member (they are being removed)
 */
export async function createMemberPairing(
  trx: BareTrx,
  member: { companyId: number; userId: number; email: string },
  { userId: wanted, name }: { userId?: string; name?: string },
  { publicUrl, bounds }: Place,
) {
  const { companyId, email } = member;
  if (!await isStillMember(trx, member)) throw problem("not_a_member");
  const isOwn = wanted === undefined || wanted.trim().toLowerCase() === email;
  if (isOwn && email.length > longestUserId) {
    throw problem("validation_failed", { fields: { userId: inputWords.ownAddressTooLong } });
  }
  const [userId, memberId] = isOwn ? [email, member.userId] : [wanted, null];
  const by = { member: member.userId };
  await checkRoomForPhone(trx, { companyId }, by, bounds.phonesPerCompany);
  return await createPairing(trx, { companyId }, { userId, memberId, name, by }, publicUrl);
}

/** @returns the device and its token; `undefined` for a code that is unknown, spent or expired */
export function pairDevice(db: Db, typed: string, name?: string) {
  return transact(db, async (trx) => {
    await become(trx, "worker");
    const { rows: [pairing] } = await sql<Selectable<Pairings>>`
      delete from pairings p using credentials c
      where c.digest = ${digestOf(normaliseCode(typed))} and c.kind = 'pairing'
        and p.company_id = c.company_id and p.digest = c.digest
        and p.expires_at > ${currentTime()} returning p.*`.execute(trx);
    if (!pairing) return undefined;
    const token = newSecret("rld_", 32);
    const device: Device = {
      id: crypto.randomUUID(),
      companyId: pairing.company_id,
      userId: pairing.user_id,
      memberId: pairing.member_id,
    };
    await become(trx, { companyId: device.companyId });
    await trx.insertInto("devices").values({
      id: device.id,
      company_id: device.companyId,
      user_id: device.userId,
      member_id: device.memberId,
      paired_by: pairing.paired_by,
      paired_by_key: pairing.paired_by_key,
      name: name ?? pairing.name ?? "Phone",
      digest: digestOf(token),
    }).execute();
    const company = await trx.selectFrom("companies").select(["name", "color", "logo"])
      .where("id", "=", device.companyId).executeTakeFirstOrThrow();
    return { token, device, company };
  });
}

export async function forgetOldPairings(db: Db): Promise<void> {
  await asWorker(
    db,
    (trx) => trx.deleteFrom("pairings").where("expires_at", "<", currentTime()).execute(),
  );
}
