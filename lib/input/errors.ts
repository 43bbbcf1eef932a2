import type { errorWords } from "@/lib/words/errors.ts";
import type { Text } from "@/lib/words/language.ts";

/** Error codes and their statuses; the sentences are in lib/words. */
export const statuses = {
  bad_request: 400,
  bad_json: 400,
  company_required: 400,
  unauthorized: 401,
  token_expired: 401,
  key_expired: 401,
  not_a_member: 403,
  no_membership: 403,
  address_not_proved: 403,
  cross_site: 403,
  asked_by_you: 403,
  insufficient_scope: 403,
  verify_token_wrong: 403,
  not_found: 404,
  method_not_allowed: 405,
  version_conflict: 409,
  duplicate: 409,
  already_converted: 409,
  has_sale: 409,
  stage_in_use: 409,
  in_use: 409,
  last_member: 409,
  tax_ids_differ: 409,
  invitation_declined: 409,
  limit_reached: 409,
  already_answered: 409,
  invalid_transition: 409,
  conversation_moved: 409,
  window_closed: 409,
  quote_changed: 409,
  approval_needed: 409,
  push_off: 409,
  secrets_missing: 409,
  oauth_missing: 409,
  oauth_refused: 409,
  meta_refused: 409,
  address_refused: 409,
  notification_expired: 410,
  notification_closed: 410,
  link_expired: 410,
  too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  validation_failed: 422,
  invalid_range: 422,
  idempotency_key_reused: 422,
  callback_url_refused: 422,
  host_refused: 422,
  unknown_action: 422,
  reply_not_allowed: 422,
  rate_limited: 429,
  internal: 500,
  keys_unavailable: 503,
  database_unavailable: 503,
} as const satisfies Record<Code, number>;

export type Code = keyof typeof errorWords;

export interface ProblemExtras {
  fields?: Record<string, Text>;
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
  cookies?: string[];
  sentence?: Text;
  cause?: unknown;
}

/** An error for the caller; one place turns it into a response. */
export class Problem extends Error {
  override name = "Problem";
  constructor(readonly code: Code, readonly extras: ProblemExtras = {}) {
    super(code, { cause: extras.cause });
  }
  get status(): number {
    return statuses[this.code];
  }
}

/** @throws Problem version_conflict with the counts of now, where the caller saw another one */
export function checkCounts<Name extends string>(
  expected: Partial<Record<Name, number>>,
  now: Record<Name, number>,
): void {
  const names = Object.keys(now) as Name[];
  if (names.every((name) => (expected[name] ?? now[name]) === now[name])) return;
  throw problem("version_conflict", { details: { ...now } });
}

export function problem(code: Code, extras?: ProblemExtras): Problem {
  return new Problem(code, extras);
}
