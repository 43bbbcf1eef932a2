import { LookFailure, type Looking } from "@/lib/channels/meta/connect/look.ts";
import { metaFailure, outcomeOf } from "@/lib/channels/meta/connect/failures.ts";
import type { GraphAnswer, GraphCall, GraphCaller } from "@/lib/channels/meta/graph/graph.ts";
import {
  idIn,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
  type Untyped,
} from "@/lib/channels/meta/untyped.ts";

/** What Meta says of a token to the app that it was given to (`debug_token`). */
export interface TokenFacts {
  appId: string | null;
  isOfApp: boolean;
  scopes: string[];
  endsAt: Date | null;
  /** By scope: what it was granted for, where that was chosen. */
  targets: Map<string, string[]>;
}

type Answering = (call: GraphCall, caller: GraphCaller) => Promise<GraphAnswer>;

/** @throws LookFailure: Meta does not know the token, or another app's secret is needed */
export async function readToken(
  answer: Answering,
  app: { appId: string; caller: GraphCaller },
  token: string,
): Promise<TokenFacts> {
  // An app's own token is its id and secret.
  if (token.includes("|")) throw failure("meta_app_token");
  const result = await answer({ path: "/debug_token", query: { input_token: token } }, app.caller);
  if (result.kind === "error") {
    const { code } = result.error;
    // Of another app Meta says nothing but that.
    if (code === 100) throw failure("meta_other_app");
    if (code === 190 || code === 101) throw failure("meta_app_secret");
  }
  if (result.kind !== "ok") throw new LookFailure(metaFailure(result));
  const data = objectIn(result.json.data) ?? {};
  const error = objectIn(data.error);
  if (data.is_valid !== true) {
    throw failure(
      error ? outcomeOf(numberIn(error.code), numberIn(error.subcode)) : "meta_token",
    );
  }
  const facts = factsOf(data);
  if (facts.appId !== app.appId) throw failure("meta_other_app");
  if (facts.isOfApp) throw failure("meta_app_token");
  return facts;
}

function factsOf(data: Untyped): TokenFacts {
  const scopes = Array.isArray(data.scopes) ? data.scopes.map((one) => textIn(one, 100)) : [];
  const ends = [data.expires_at, data.data_access_expires_at].map(numberIn)
    .filter((end) => end !== null && end > 0 && end < 1e11);
  return {
    appId: idIn(data.app_id),
    isOfApp: textIn(data.type) === "APP",
    scopes,
    endsAt: ends.length > 0 ? new Date(Math.min(...ends as number[]) * 1_000) : null,
    targets: new Map(
      objectsIn(data.granular_scopes).flatMap(({ scope, target_ids: ids }) =>
        Array.isArray(ids)
          ? [[textIn(scope, 100), ids.map(idIn).filter((id) => id !== null)] as const]
          : []
      ),
    ),
  };
}

/** A step: the token is of the account's app, and has these scopes. */
export function tokenWith(scopes: readonly string[]) {
  return async ({ account, caller, learnt, answer }: Looking): Promise<void> => {
    const facts = await readToken(answer, account.app!, caller.token);
    learnt.tokenEndsAt = facts.endsAt;
    const missing = scopes.filter((scope) => !facts.scopes.includes(scope));
    if (missing.length > 0) {
      throw new LookFailure({ outcome: "meta_scopes", status: null, detail: missing.join(", ") });
    }
  };
}

function failure(outcome: string): LookFailure {
  return new LookFailure({ outcome, status: null });
}
