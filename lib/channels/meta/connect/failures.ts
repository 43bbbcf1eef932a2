import type { Failure } from "@/lib/channels/accounts/failure.ts";
import type { MetaOutcome } from "@/lib/channels/meta/failure_words.ts";
import type { GraphAnswer } from "@/lib/channels/meta/graph/graph.ts";
import { classOf } from "@/lib/channels/meta/graph/send_errors.ts";

type Failed = Exclude<GraphAnswer, { kind: "ok" }>;

/** What a failed call of connecting says, by code alone. */
export function metaFailure(answer: Failed): Failure {
  if (answer.kind === "unreached") {
    const { outcome } = answer;
    return { outcome: outcome === "aborted" ? "timeout" : outcome, status: null };
  }
  if (answer.kind === "odd") return { outcome: "meta_odd", status: answer.status };
  const { code, subcode, text } = answer.error;
  const outcome = outcomeOf(code, subcode);
  const hasOwnWords = outcome === "meta_token" || outcome === "meta_token_ended";
  return { outcome, status: code, ...text && !hasOwnWords && { detail: text } };
}

const ended = 463;
const unknownObject = 33;

/** Of an error's code and subcode ("Graph API error codes"). */
export function outcomeOf(code: number | null, subcode: number | null): MetaOutcome {
  if (code === 190 || code === 102) return subcode === ended ? "meta_token_ended" : "meta_token";
  if (code === 100 && subcode === unknownObject || code === 803) return "meta_id";
  if (code === 3 || code === 10 || code !== null && code >= 200 && code <= 299) {
    return "meta_permission";
  }
  const { name } = classOf({ code, subcode, text: null });
  if (name === "pace") return "meta_pace";
  return name === "theirs" || name === "unknown" ? "meta_theirs" : "meta_error";
}

/** What a failed call with the app's own token says: without a valid secret there is none. */
export function appFailure(answer: Failed): Failure {
  const isSecret = answer.kind === "error" && [101, 190].includes(answer.error.code ?? 0);
  return isSecret ? { outcome: "meta_app_secret", status: null } : metaFailure(answer);
}
