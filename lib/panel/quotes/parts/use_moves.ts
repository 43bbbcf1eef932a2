import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import type { AskedMove } from "@/lib/panel/quotes/parts/MoveDialog.tsx";
import {
  flushLines,
  isTrashed,
  type QuoteNow,
  wrongCells,
} from "@/lib/panel/quotes/editor/quote_now.ts";
import { showWrongCells } from "@/lib/panel/quotes/editor/show_wrong_cells.ts";
import { moveWords } from "@/lib/panel/quotes/move_words.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { runVerb, type Verb } from "@/lib/panel/save/run_verb.ts";
import { isOut, quoteCan } from "@/lib/sales/quotes/quote_states.ts";

export type Move = Exclude<keyof typeof quoteCan, "edit">;

/** Moves that need confirmation, some only once a message was sent. */
const questions: Record<AskedMove, "always" | "out"> = {
  approve: "always",
  reject: "always",
  recall: "out",
  reopen: "out",
  "revoke-approval": "always",
  "confirm-sale": "always",
};

/** The moves of a quotation, and which dialog is open. */
export function useMoves(quote: QuoteNow, today: string) {
  const page = usePage();
  const { href } = page;
  const words = useWords(moveWords);
  const [open, setOpen] = useState<Move | "share" | "revisions" | "tell" | "costs" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const path = `quotes/${quote.id}`;
  const { delivery, approval } = quote;
  const isAwaited = quote.status === "draft" && approval?.state === "asked";
  const isAsked = (move: string): move is AskedMove =>
    move in questions && (questions[move as AskedMove] === "always" || isOut(delivery));

  function whyNot(move: Move): string | undefined {
    if (!(quoteCan[move] as readonly string[]).includes(quote.status)) return words.needs[move];
    if (move !== "send") return undefined;
    if (isAwaited && approval.reasons.length > 0) return words.needs.approval;
    if (quote.lines.length === 0) return words.needs.line;
    return quote.valid_until < today ? words.needs.validity : undefined;
  }

  async function run<T>(verb: Verb) {
    if (isBusy) return null;
    setBusy(true);
    const outcome = await runVerb<T>(verb, page);
    setBusy(false);
    return outcome;
  }

  async function make(move: Exclude<Move, "send">, text = "", version = quote.version) {
    const reply = !text ? {} : move === "approve" ? { name: text } : { reason: text };
    const json = { version, ...reply };
    const undo = move === "approve"
      ? { path: `${path}/revoke-approval`, json: { version: version + 1 } }
      : undefined;
    const isTakenBack = move === "recall" && delivery?.can.includes("cancel");
    const done = isTakenBack ? words.done.unsent : words.done[move];
    const outcome = await run<{ sale?: { id: number } }>({
      path: `${path}/${move}`,
      json,
      done,
      undo,
      isAsked: isAsked(move),
    });
    if (move !== "confirm-sale" || !outcome?.ok || !outcome.data.sale) return outcome ?? undefined;
    const link = { label: words.openSale, href: href(`/panel/sales/${outcome.data.sale.id}`) };
    showToast({ text: done, link });
  }

  async function start(move: Move) {
    // The line typed a moment ago may be the missing one.
    if (move === "send") {
      await flushLines();
      if (wrongCells.get() !== "") return showWrongCells();
    } else if (!isAsked(move)) return void await make(move);
    setOpen(move);
  }

  async function duplicate() {
    const copy = await run<{ id: number }>({ path: `${path}/duplicate` });
    if (copy?.ok) location.assign(href(`/panel/quotes/${copy.data.id}`));
  }

  async function trash() {
    if ((await run({ path, method: "DELETE" }))?.ok) isTrashed.set(true);
  }

  async function restore() {
    if ((await run({ path: `${path}/restore` }))?.ok) isTrashed.set(false);
  }

  return {
    ...{ open, isBusy, isAwaited, isAsked, whyNot, make, start, duplicate, trash, restore },
    show: setOpen,
    close: () => setOpen(null),
  };
}
