import { createHash } from "node:crypto";
import type { SignedIn } from "@/lib/access/members.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import {
  enterCompany,
  lockCompany,
  readCompany,
  setCompany,
} from "@/lib/crm/companies/companies.ts";
import { logoTypeOf, logoTypes } from "@/lib/logo.ts";
import { problem } from "@/lib/input/errors.ts";

/**
 * Earlier logos keep their address, because sent quotations show them.
 * @throws Problem not_a_member, unsupported_media_type
 */
export async function setLogo(trx: Trx, signedIn: SignedIn, id: number, bytes: Uint8Array) {
  await enterCompany(trx, signedIn, id);
  const type = logoTypeOf(bytes);
  if (!type) throw problem("unsupported_media_type", { details: { accepted: logoTypes } });
  const hash = createHash("sha256").update(bytes).digest("hex");
  const before = await lockCompany(trx, id);
  await trx.insertInto("company_logos")
    .values({ company_id: id, hash, media_type: type, bytes })
    .onConflict((conflict) => conflict.columns(["company_id", "hash"]).doNothing()).execute();
  const logo = `/logo/${hash}`;
  if (logo !== before.logo) await setCompany(trx, id, { logo });
  return await readCompany(trx, signedIn, id);
}

/** Finds a logo of any company; undefined if there is none. */
export function findLogo(db: Db, hash: string) {
  return asWorker(db, (trx) =>
    trx.selectFrom("company_logos").select(["media_type", "bytes"])
      .where("hash", "=", hash).limit(1).executeTakeFirst());
}
