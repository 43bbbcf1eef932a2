import { sayFailure } from "@/lib/channels/accounts/accounts.ts";
import { type DeliveryState, verbsOf } from "@/lib/channels/out/delivery.ts";
import type { Language } from "@/lib/words/language.ts";

/** Columns of a message's row in the outbox; null where it has none. */
export interface OutboxColumns {
  state: DeliveryState | null;
  state_at: Date | null;
  attempts: number | null;
  due_at: Date | null;
  error: string | null;
}

export function toDelivery(
  { state, state_at, attempts, due_at, error }: OutboxColumns,
  language: Language,
) {
  if (state === null) return null;
  const tried = attempts ?? 0;
  return {
    state,
    at: state_at!,
    attempts: tried,
    next_attempt_at: state === "queued" ? due_at : null,
    error: error === null ? null : sayError(error, language),
    can: verbsOf({ state, attempts: tried }),
  };
}

/** Sentence for the code stored in `outbox.error`. */
function sayError(error: string, language: Language): string {
  const [, outcome = "", rest = ""] = /^(\w+) ?(.*)$/s.exec(error) ?? [];
  const isStatus = outcome === "status";
  const failure = { outcome, status: isStatus ? Number(rest) : null };
  return sayFailure(isStatus ? failure : { ...failure, said: rest || undefined })[language];
}
