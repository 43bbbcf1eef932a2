import { type Book, happen, type Quote, stamped } from "./book.ts";
import { daysBetween, momentBetween } from "./clock.ts";
import { workerAt } from "./staff.ts";

/**
 * Links to quotations. Their digests belong to no token, so none can be opened; the panel only
 * shows how often they were used.
 */
export function planShares(book: Book): void {
  for (const quote of book.quotes) {
    const { row } = quote;
    const byLink = row.approved_via === "link";
    if (byLink || (row.status === "sent" && book.random.is(0.6))) planShare(book, quote);
  }
}

function planShare(book: Book, quote: Quote): void {
  const { random, clock } = book;
  const { row, opportunity } = quote;
  const until = row.approved_at ?? opportunity.row.last_activity_at!;
  const viewed = momentBetween(clock, random, row.sent_at!, until);
  const views = random.int(1, 5);
  const by = opportunity.seller ??
    workerAt(book.staff, random, daysBetween(row.issue_date!, clock.today));
  const { created_at, created_by } = stamped(row.sent_at!, by);
  book.shares.push({
    id: 0,
    row: {
      digest: random.bytes(32),
      created_at,
      created_by,
      expires_at: null,
      revoked_at: null,
      last_viewed_at: viewed,
      views,
    },
    refs: () => ({ quote_id: quote.id }),
  });
  const { client } = opportunity;
  const about = { kind: "quote", record: quote, client } as const;
  happen(book, { at: row.sent_at!, verb: "shared", by, ...about });
  happen(book, { at: viewed, verb: "viewed", by: "public", ...about });
}
