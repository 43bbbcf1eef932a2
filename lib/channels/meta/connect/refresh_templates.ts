import { requireCipher } from "@/lib/channels/accounts/secrets.ts";
import { sayFailure } from "@/lib/channels/accounts/accounts.ts";
import { metaFailure } from "@/lib/channels/meta/connect/failures.ts";
import { LookFailure } from "@/lib/channels/meta/connect/look.ts";
import { findMetaAccount } from "@/lib/channels/meta/connect/meta_account.ts";
import { callGraph, type GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { readTemplates } from "@/lib/channels/meta/templates/read_template.ts";
import { storeTemplates } from "@/lib/channels/meta/templates/templates.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

interface Refreshing {
  database: { db: Db };
  secretCipher: SecretCipher | null;
  graphNetwork: GraphNetwork;
}

/** Outside transactions. @throws Problem not_found, secrets_missing, meta_refused */
export async function refreshTemplates(
  { database: { db }, secretCipher, graphNetwork }: Refreshing,
  place: { companyId: number; id: number },
): Promise<void> {
  const account = await findMetaAccount(db, requireCipher(secretCipher), place);
  if (account?.kind !== "whatsapp") throw problem("not_found");
  const { caller, settings } = account;
  if (!caller) throw refused({ outcome: "secret", status: null });
  const ask = async (call: Parameters<typeof callGraph>[2]) => {
    const answer = await callGraph(graphNetwork, caller, call);
    if (answer.kind === "ok") return answer.json;
    throw new LookFailure(metaFailure(answer));
  };
  const templates = await readTemplates(ask, String(settings.waba_id)).catch((error) => {
    throw error instanceof LookFailure ? refused(error.failure) : error;
  });
  await inCompany(
    db,
    place.companyId,
    (trx) => storeTemplates(trx, place, place.id, templates),
  );
}

function refused(failure: LookFailure["failure"]) {
  return problem("meta_refused", { sentence: sayFailure(failure) });
}
