import type { Recipient } from "@/lib/panel/quotes/message/start_message.ts";
import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { MoveButton } from "@/lib/panel/quotes/parts/MoveButton.tsx";
import { later } from "@/lib/panel/page/later.ts";
import { isTrashed, type QuoteNow, useQuote } from "@/lib/panel/quotes/editor/quote_now.ts";
import { type Move, useMoves } from "@/lib/panel/quotes/parts/use_moves.ts";
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

/** Every move of a quotation, and why one cannot be made now. */
export function QuoteMoves(props: QuoteMovesProps) {
  const page = usePage();
  const words = useWords(moveWords);
  const quote = useQuote(props.quote);
  const isGone = isTrashed.use();
  const by = useMoves(quote, props.today);
  const { status, delivery, approved_at, sale } = quote;
  if (isGone) {
    return (
      <p role="status" class="flex flex-wrap items-center gap-3">
        {words.trashedText}
        <button
          type="button"
          class="button button-primary"
          onClick={by.restore}
          disabled={by.isBusy}
        >
          <Icon name="undo-2" />
          {words.restore}
        </button>
      </p>
    );
  }
  const isShared = status === "sent" || status === "approved";
  const isNotified = delivery !== null && approved_at !== null && delivery.written_at > approved_at;
  return (
    <>
      {isShared && (
        <MoveButton
          label={words.share}
          icon="share-2"
          isOpener
          onPress={() => by.show("share")}
        />
      )}
      {by.isAwaited
        ? <ApprovalMoves quote={quote} me={props.me} />
        : next[status].map((move, at) => (
          <OneMove key={move} move={move} by={by} look={at === 0 ? "primary" : "plain"} />
        ))}
      {isAccepted(quote) && !isNotified && <Tell quote={quote} by={by} look="plain" />}
      {sale && (
        <a class="button button-primary" href={page.href(`/panel/sales/${sale.id}`)}>
          <Icon name="shopping-bag" />
          {words.openSale}
        </a>
      )}
      <MoveMenu quote={quote} by={by} />
      <MoveDialogs {...props} quote={quote} by={by} />
    </>
  );
}

function isAccepted({ status }: QuoteNow): boolean {
  return status === "approved" || status === "sold";
}

interface MovePartProps {
  quote: QuoteNow;
  by: ReturnType<typeof useMoves>;
}

interface OneMoveProps extends Omit<MovePartProps, "quote"> {
  move: Move;
  look: "plain" | "primary" | "menu";
}

function OneMove({ move, by, look }: OneMoveProps) {
  const words = useWords(moveWords);
  return (
    <MoveButton
      label={words[move]}
      icon={icons[move]}
      look={look}
      reason={by.whyNot(move)}
      isBusy={by.isBusy}
      isOpener={move === "send" || by.isAsked(move)}
      onPress={() => by.start(move)}
    />
  );
}

function Tell({ quote, by, look }: MovePartProps & { look: "plain" | "menu" }) {
  const words = useWords(moveWords);
  return (
    <MoveButton
      label={words.tell}
      icon="mail"
      look={look}
      reason={isAccepted(quote) ? undefined : words.needs.tell}
      isOpener
      onPress={() => by.show("tell")}
    />
  );
}

/** All moves, and what else is done with a quotation. */
function MoveMenu({ quote, by }: MovePartProps) {
  const { href } = usePage();
  const words = useWords(moveWords);
  return (
    <>
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
        {moves.map((move) => <OneMove key={move} move={move} by={by} look="menu" />)}
        <Tell quote={quote} by={by} look="menu" />
        <hr class="my-1 border-line" />
        <MoveButton
          look="menu"
          label={words.duplicate}
          icon="copy"
          isBusy={by.isBusy}
          onPress={by.duplicate}
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
          onPress={() => by.show("costs")}
        />
        <MoveButton
          look="menu"
          label={words.revisions}
          icon="history"
          reason={quote.revision === 0 ? words.needs.revisions : undefined}
          isOpener
          onPress={() => by.show("revisions")}
        />
        <MoveButton
          look="menu"
          label={words.trash}
          icon="trash-2"
          isBusy={by.isBusy}
          reason={quote.status === "draft"
            ? quote.revision > 0 ? words.needs.trash : undefined
            : words.needs.trash}
          onPress={by.trash}
        />
      </div>
    </>
  );
}

/** The dialog that is open. */
function MoveDialogs({ by, quote, ...props }: QuoteMovesProps & MovePartProps) {
  const { client, company, member, me, isFree } = props;
  const { open, close } = by;
  const written = { quote, client, company, member, me, isFree, onClose: close };
  return (
    <>
      {open !== null && by.isAsked(open) && (
        <MoveDialog
          key={open}
          move={open}
          quote={quote}
          onYes={(text, version) => by.make(open, text, version)}
          onClose={close}
        />
      )}
      {(open === "send" || open === "share") && <SendDialog {...written} />}
      {open === "tell" && <TellDialog {...written} />}
      {open === "costs" && <CostsDialog quote={quote} onClose={close} />}
      {open === "revisions" && <RevisionsDialog quote={quote} onClose={close} />}
    </>
  );
}
