import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { MoveButton } from "@/lib/panel/quotes/parts/MoveButton.tsx";
import type { AskedMove } from "@/lib/panel/quotes/parts/MoveDialog.tsx";
import type { Recipient } from "@/lib/panel/quotes/parts/SendDialog.tsx";
import { later } from "@/lib/panel/page/later.ts";
import {
  flushLines,
  isTrashed,
  type QuoteNow,
  useQuote,
  wrongCells,
} from "@/lib/panel/quotes/editor/quote_now.ts";
import { showWrongCells } from "@/lib/panel/quotes/editor/show_wrong_cells.ts";
import { runVerb, type Verb } from "@/lib/panel/save/run_verb.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { isOut, quoteCan } from "@/lib/sales/quotes/quote_states.ts";
import { moveWords } from "@/lib/panel/quotes/move_words.ts";

const MoveDialog = later(() => import("@/lib/panel/quotes/parts/MoveDialog.tsx"), "MoveDialog");
const RevisionsDialog = later(
  () => import("@/lib/panel/quotes/parts/RevisionsDialog.tsx"),
  "RevisionsDialog",
);
const SendDialog = later(() => import("@/lib/panel/quotes/parts/SendDialog.tsx"), "SendDialog");
const ApprovalMoves = later(
  () => import("@/lib/panel/quotes/approval/ApprovalMoves.tsx"),
  "ApprovalMoves",
);
const CostsDialog = later(
  () => import("@/lib/panel/quotes/approval/CostsDialog.tsx"),
  "CostsDialog",
);
const TellDialog = later(() => import("@/lib/panel/quotes/parts/TellDialog.tsx"), "TellDialog");

interface QuoteMovesProps {
  quote: QuoteNow;
  client: Recipient;
  company: string;
  /** Name and id of the reader, and whether they may send without approval. */
  member: string;
  me: number;
  isFree: boolean;
  /** Current day in the company's time zone. */
  today: string;
}

type Move = Exclude<keyof typeof quoteCan, "edit">;
const icons: Record<Move, IconName> = {
  send: "send",
  recall: "undo-2",
  approve: "thumbs-up",
  reject: "thumbs-down",
  reopen: "rotate-cw",
  "revoke-approval": "x",
  "confirm-sale": "shopping-bag",
};
const moves = Object.keys(icons) as Move[];

/** The likeliest next move; the others are in the menu. */
const next: Record<QuoteNow["status"], Move[]> = {
  draft: ["send"],
  sent: ["approve", "reject"],
  approved: ["confirm-sale"],
  sold: [],
  rejected: ["reopen"],
};

/** Moves that need confirmation, some only once a message was sent. */
const asked: Record<AskedMove, "always" | "out"> = {
  approve: "always",
  reject: "always",
  recall: "out",
  reopen: "out",
  "revoke-approval": "always",
  "confirm-sale": "always",
};

/** Every move of a quotation, and why one cannot be made now. */
export function QuoteMoves(props: QuoteMovesProps) {
  const who = usePage();
  const { client, company, member, me, isFree, today } = props;
  const quote = useQuote(props.quote);
  const isGone = isTrashed.use();
  const [open, setOpen] = useState<Move | "share" | "revisions" | "tell" | "costs" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { href } = who;
  const words = useWords(moveWords);
  const path = `quotes/${quote.id}`;
  const { delivery, approval } = quote;
  const close = () => setOpen(null);
  const isAwaited = quote.status === "draft" && approval?.state === "asked";
  const isAsked = (move: string): move is AskedMove =>
    move in asked && (asked[move as AskedMove] === "always" || isOut(delivery));

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
    const outcome = await runVerb<T>(verb, who);
    setBusy(false);
    return outcome;
  }

  async function make(move: Exclude<Move, "send">, text = "", version = quote.version) {
    const said = !text ? {} : move === "approve" ? { name: text } : { reason: text };
    const json = { version, ...said };
    const undo = move === "approve"
      ? { path: `${path}/revoke-approval`, json: { version: version + 1 } }
      : undefined;
    const isTakenBack = move === "recall" && delivery?.can.includes("cancel");
    const done = isTakenBack ? words.done.unsent : words.done[move];
    const made = await run<{ sale?: { id: number } }>({
      path: `${path}/${move}`,
      json,
      done,
      undo,
      isAsked: isAsked(move),
    });
    if (move !== "confirm-sale" || !made?.ok || !made.data.sale) return made ?? undefined;
    const link = { label: words.openSale, href: href(`/panel/sales/${made.data.sale.id}`) };
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
    const made = await run<{ id: number }>({ path: `${path}/duplicate` });
    if (made?.ok) location.assign(href(`/panel/quotes/${made.data.id}`));
  }

  async function trash() {
    if ((await run({ path, method: "DELETE" }))?.ok) isTrashed.set(true);
  }

  async function restore() {
    if ((await run({ path: `${path}/restore` }))?.ok) isTrashed.set(false);
  }

  if (isGone) {
    return (
      <p role="status" class="flex flex-wrap items-center gap-3">
        {words.trashedText}
        <button type="button" class="button button-primary" onClick={restore} disabled={isBusy}>
          <Icon name="undo-2" />
          {words.restore}
        </button>
      </p>
    );
  }

  const button = (move: Move, look: "plain" | "primary" | "menu") => (
    <MoveButton
      key={move}
      label={words[move]}
      icon={icons[move]}
      look={look}
      reason={whyNot(move)}
      isBusy={isBusy}
      isOpener={move === "send" || isAsked(move)}
      onPress={() => start(move)}
    />
  );
  const isShared = quote.status === "sent" || quote.status === "approved";
  const isAccepted = quote.status === "approved" || quote.status === "sold";
  const isTold = delivery !== null && quote.approved_at !== null &&
    delivery.written_at > quote.approved_at;
  const tell = (look: "plain" | "menu") => (
    <MoveButton
      label={words.tell}
      icon="mail"
      look={look}
      reason={isAccepted ? undefined : words.needs.tell}
      isOpener
      onPress={() => setOpen("tell")}
    />
  );
  const written = { quote, client, company, member, me, isFree, ...who, onClose: close };
  return (
    <>
      {isShared && (
        <MoveButton
          label={words.share}
          icon="share-2"
          isOpener
          onPress={() => setOpen("share")}
        />
      )}
      {isAwaited
        ? <ApprovalMoves quote={quote} me={me} {...who} />
        : next[quote.status].map((move, at) => button(move, at === 0 ? "primary" : "plain"))}
      {isAccepted && !isTold && tell("plain")}
      {quote.sale && (
        <a
          class="button button-primary"
          href={href(`/panel/sales/${quote.sale.id}`)}
        >
          <Icon name="shopping-bag" />
          {words.openSale}
        </a>
      )}
      <button
        type="button"
        class="button button-icon"
        popovertarget="quote-moves"
        title={words.moves}
      >
        <Icon name="ellipsis" />
        <span class="sr-only">{words.moves}</span>
      </button>
      <div
        id="quote-moves"
        popover="auto"
        class="menu anchored quote-moves"
        aria-label={words.moves}
      >
        {moves.map((move) => button(move, "menu"))}
        {tell("menu")}
        <hr class="my-1 border-line" />
        <MoveButton
          look="menu"
          label={words.duplicate}
          icon="copy"
          isBusy={isBusy}
          onPress={duplicate}
        />
        <a
          class="menu-item"
          href={href(`/api/admin/quotes/${quote.id}/pdf`)}
          target="_blank"
          data-no-prefetch
        >
          <Icon name="file-text" />
          {words.pdf}
        </a>
        <MoveButton
          look="menu"
          label={words.costs}
          icon="table"
          isOpener
          onPress={() => setOpen("costs")}
        />
        <MoveButton
          look="menu"
          label={words.revisions}
          icon="history"
          reason={quote.revision === 0 ? words.needs.revisions : undefined}
          isOpener
          onPress={() => setOpen("revisions")}
        />
        <MoveButton
          look="menu"
          label={words.trash}
          icon="trash-2"
          isBusy={isBusy}
          reason={quote.status === "draft"
            ? quote.revision > 0 ? words.needs.trash : undefined
            : words.needs.trash}
          onPress={trash}
        />
      </div>
      {open !== null && isAsked(open) && (
        <MoveDialog
          key={open}
          move={open}
          quote={quote}
          onYes={(text, version) => make(open, text, version)}
          onClose={close}
        />
      )}
      {(open === "send" || open === "share") && <SendDialog {...written} />}
      {open === "tell" && <TellDialog {...written} />}
      {open === "costs" && <CostsDialog quote={quote} {...who} onClose={close} />}
      {open === "revisions" && (
        <RevisionsDialog
          quote={quote}
          onClose={close}
        />
      )}
    </>
  );
}
