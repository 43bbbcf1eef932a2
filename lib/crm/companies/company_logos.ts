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
import { wholePicture } from "@/lib/crm/companies/whole_picture.ts";
import { logoTypes } from "@/lib/values/logo.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

/**
 * Earlier logos keep their address, because sent quotations show them.
 * @throws Problem not_a_member, unsupported_media_type, validation_failed
 */
export async function setLogo(
  trx: Trx,
  signedIn: SignedIn,
  id: number,
  sent: Uint8Array,
) {
  await enterCompany(trx, signedIn, id);
  const picture = wholePicture(sent);
  if (picture === "other") {
    throw problem("unsupported_media_type", { details: { accepted: logoTypes } });
  }
  if (picture === "broken" || picture === "large") {
    const wrong = { broken: inputWords.brokenPicture, large: inputWords.largePicture }[picture];
    throw problem("validation_failed", { fields: { logo: wrong } });
  }
  const { type, bytes } = picture;
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
