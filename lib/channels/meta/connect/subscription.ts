import { LookFailure, type Looking } from "@/lib/channels/meta/connect/look.ts";
import { metaFailure } from "@/lib/channels/meta/connect/failures.ts";
import { idIn, objectIn, objectsIn } from "@/lib/channels/meta/untyped.ts";

/** Fields of hooks by object: those that everything needs, and those that an app may lack. */
export const hookFields = {
  page: {
    needed: ["messages", "messaging_postbacks", "message_reads", "message_deliveries"],
    wanted: [
      ...["message_echoes", "message_reactions", "message_edits", "messaging_referrals"],
      ...["messaging_handovers", "standby"],
    ],
  },
  instagram: {
    needed: ["messages", "messaging_postbacks", "messaging_seen"],
    wanted: ["message_reactions", "message_edit", "messaging_referral", "standby"],
  },
  whatsapp_business_account: {
    needed: ["messages"],
    wanted: [
      ...["message_template_status_update", "phone_number_quality_update", "account_update"],
      ...["user_preferences", "smb_message_echoes", "history", "smb_app_state_sync"],
    ],
  },
} as const;

interface Subscribed {
  path: string;
  /** Null where the app alone says which. */
  fields: { needed: readonly string[]; wanted: readonly string[] } | null;
}

/** Has the account's hooks come to its app; asks again where Meta has dropped that. */
export async function subscribe(looking: Looking, { path, fields }: Subscribed): Promise<void> {
  const { account, learnt, answer, ask } = looking;
  const { data } = await ask({ path });
  const own = objectsIn(data).find((one) =>
    [one.id, objectIn(one.whatsapp_business_api_data)?.id].map(idIn).includes(account.app!.appId)
  );
  const has = Array.isArray(own?.subscribed_fields) ? own.subscribed_fields.map(String) : [];
  if (own && (fields?.needed ?? []).every((field) => has.includes(field))) {
    learnt.isSubscribed = true;
    return;
  }
  // A page's other fields may be another account's.
  const first = fields ? [...new Set([...has, ...fields.needed, ...fields.wanted])] : [];
  const result = await answer({ method: "POST", path, ...fields && { json: inJson(first) } });
  if (result.kind === "error" && result.error.code === 100 && fields) {
    await ask({ method: "POST", path, json: inJson([...new Set([...has, ...fields.needed])]) });
  } else if (result.kind !== "ok") {
    throw new LookFailure(metaFailure(result));
  }
  learnt.isSubscribed = true;
  learnt.wasLost = true;
}

function inJson(fields: readonly string[]) {
  return { subscribed_fields: fields.join(",") };
}
