import { APIError } from "better-auth/api";

/** Reasons for refusing somebody; the pages' words explain them. */
export const refusalStatus = {
  bad_request: 400,
  code_wrong: 400,
  passkey_failed: 400,
  passkey_unknown: 401,
  sign_in_again: 401,
  unauthorized: 401,
  cross_site: 403,
  last_passkey: 403,
  not_a_member: 403,
  other_address: 403,
  user_not_verified: 403,
  not_found: 404,
  method_not_allowed: 405,
  has_passkey: 409,
  link_ended: 410,
  too_large: 413,
  too_many: 429,
  internal: 500,
  upgrade_refused: 501,
  app_unavailable: 503,
  database_unavailable: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/** Thrown where the gateway itself refuses. */
export class Refusal extends Error {
  override name = "Refusal";
  constructor(readonly code: RefusalCode, readonly retryAfterSeconds?: number) {
    super(code);
  }
}

/** The same inside a hook of better-auth, whose answer then carries the code. */
export function refusedInHook(code: RefusalCode): APIError {
  return new APIError("FORBIDDEN", { code, message: code });
}

export function isRefusalCode(code: unknown): code is RefusalCode {
  return typeof code === "string" && Object.hasOwn(refusalStatus, code);
}
