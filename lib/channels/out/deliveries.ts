import { sayFailure } from "@/lib/channels/accounts/accounts.ts";
import { wordsOfCode } from "@/lib/channels/meta/out/words.ts";
import { type DeliveryState, type RecipientState, verbsOf } from "@/lib/channels/out/delivery.ts";
import { standingOf } from "@/lib/channels/out/recipients.ts";
import type { Charged, OutboxRecipient } from "@/lib/db/tables/channels.ts";
import { shownMailbox } from "@/lib/records/shown_address.ts";
import type { Language } from "@/lib/words/language.ts";

/** Columns of a message's row in the outbox; null where it has none. */
export interface OutboxColumns {
  state: DeliveryState | null;
  state_at: Date | null;
  attempts: number | null;
  due_at: Date | null;
  error: string | null;
  recipients: OutboxRecipient[] | null;
  code?: number | null;
  note?: string | null;
  charged?: Charged | null;
}

export function toDelivery(
  { state, state_at, attempts, due_at, error, recipients, ...ofMeta }: OutboxColumns,
  language: Language,
) {
  if (state === null) return null;
  const tried = attempts ?? 0;
  const standing = standingOf(state, recipients);
  return {
    state: standing,
    at: state_at!,
    attempts: tried,
    next_attempt_at: state === "queued" ? due_at : null,
    error: error === null ? null : wordsOf(ofMeta, error)?.[language] ?? sayError(error, language),
    code: ofMeta.code ?? null,
    note: ofMeta.note ?? null,
    charged: ofMeta.charged ?? null,
    recipients: (recipients ?? []).map((one) => ({
      ...shownMailbox(one),
      state: recipientState(one.state, state),
      error: one.error === null ? null : sayError(one.error, language),
      at: new Date(one.at),
    })),
    can: verbsOf({ state: standing, attempts: tried }),
  };
}

/** A recipient that waits has the state of its message. */
function recipientState(own: OutboxRecipient["state"], message: DeliveryState): RecipientState {
  const isOver = message === "uncertain" || message === "cancelled";
  return own === "queued" && isOver ? message : own;
}

/** Meta's code may say more than the class that it is of. */
function wordsOf({ code = null }: Pick<OutboxColumns, "code">, error: string) {
  return error.startsWith("graph_") ? wordsOfCode(code) : undefined;
}

/** Sentence for the code stored in `outbox.error`. */
function sayError(error: string, language: Language): string {
  const [, outcome = "", rest = ""] = /^(\w+) ?(.*)$/s.exec(error) ?? [];
  const isStatus = outcome === "status";
  const failure = { outcome, status: isStatus ? Number(rest) : null };
  return sayFailure(isStatus ? failure : { ...failure, detail: rest || undefined })[language];
}
