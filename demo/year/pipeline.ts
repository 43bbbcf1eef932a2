import type { Book } from "./book.ts";
import { type Clock, daysBetween } from "./clock.ts";
import { addDays } from "@/lib/values/dates.ts";

/** The final state of a quotation; `sold` and `cancelled` led to a sale. */
type Outcome =
  | "draft"
  | "recalled"
  | "sent"
  | "approved"
  | "rejected"
  | "sold"
  | "cancelled";

/** The course of one opportunity; all numbers are days ago. */
export interface Path {
  opened: number;
  outcome: "open" | "won" | "lost";
  /** Days since it was closed, or since its last change where it is open. */
  ended: number;
  /** The last stage reached, from 0. */
  stage: number;
  quote: Outcome | null;
  /** Days since the quotation was written, where that matters. */
  quoted?: number;
  /** Without an assignee. */
  orphan?: boolean;
  /** Without a next action, so that it goes stale. */
  forgotten?: boolean;
  /**
   * All of it happened this month; it then has a seller, so that this month's report is not empty.
   */
  thisMonth?: boolean;
}

/** All paths: those closed in each month, those open, and this month's. */
export function planPaths(book: Book): Path[] {
  return [first, ...closed(book), ...underWay(book), ...ofThisMonth(book)];
}

/** The earliest day, in days ago, on which any other was opened. */
const furthest = 371;
/** The oldest opportunity and quotation, whatever the day: the API's examples are about them. */
const first: Path = { opened: 378, ended: 374, outcome: "lost", stage: 1, quote: "draft" };
/** Sales that are cancelled, counted from the oldest. */
const cancelled = new Set([6, 23]);

function closed({ random, clock, trade }: Book): Path[] {
  const paths: Path[] = [];
  const within = (month: Month) => {
    const day = addDays(month.first, random.int(0, 27));
    return daysBetween(day, clock.today) + random.real() * 0.9;
  };
  let sales = 0;
  for (let back = 11; back >= 1; back--) {
    const month = monthBack(clock, back);
    for (let at = 0; at < trade.season[month.number - 1]!; at++) {
      const ended = within(month);
      const opened = Math.min(ended + random.int(10, 44), Math.max(furthest, ended + 6));
      const quote = cancelled.has(++sales) ? "cancelled" : "sold";
      paths.push({ opened, ended, outcome: "won", stage: random.int(2, 3), quote });
    }
    for (let at = 0; at < (back % 3 === 0 ? 4 : 3); at++) {
      const ended = within(month);
      const opened = Math.min(ended + random.int(9, 50), Math.max(furthest, ended + 6));
      const quote = random.weighted<Outcome | null>([["rejected", 9], [null, 8], ["draft", 2]]);
      const stage = quote === "rejected" ? random.int(2, 3) : random.int(0, 1);
      paths.push({ opened, ended, outcome: "lost", stage, quote });
    }
  }
  return paths;
}

interface Month {
  first: string;
  /** 1 to 12. */
  number: number;
}

/** The calendar month this many before the current one. */
function monthBack({ today }: Clock, back: number): Month {
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - back);
  const day = first.toISOString().slice(0, 10);
  return { first: day, number: Number(day.slice(5, 7)) };
}

type Draw = readonly [
  count: number,
  stage: number,
  quote: Outcome | null,
  opened: readonly [number, number],
  ended: readonly [number, number],
  more?: { quoted?: readonly [number, number]; forgotten?: boolean; orphan?: boolean },
];

/** The open opportunities: count, stage, quotation, and when they were opened and last touched. */
const draws: readonly Draw[] = [
  [7, 0, null, [1, 6], [0.3, 0.9]],
  [2, 0, null, [2, 5], [0.5, 1.5], { orphan: true, forgotten: true }],
  [2, 0, null, [16, 30], [13, 15], { forgotten: true }],
  [4, 1, null, [6, 15], [0.4, 4]],
  [2, 1, "draft", [6, 14], [0.6, 3]],
  [2, 1, null, [28, 40], [16, 24], { forgotten: true }],
  [3, 2, "sent", [9, 19], [0.5, 4]],
  [2, 2, "sent", [31, 36], [2, 9], { quoted: [24, 27] }],
  [2, 2, "sent", [46, 58], [34, 38], { quoted: [40, 44], forgotten: true }],
  [1, 2, "recalled", [16, 20], [0.6, 2]],
  [1, 2, "rejected", [20, 26], [1, 4], { orphan: true }],
  [2, 3, "approved", [18, 34], [0.4, 3]],
  [3, 3, "sent", [18, 26], [0.5, 4]],
  [1, 3, "sent", [50, 60], [33, 36], { quoted: [39, 42] }],
];

function underWay({ random }: Book): Path[] {
  const between = ([least, most]: readonly [number, number]) =>
    least + random.real() * (most - least);
  return draws.flatMap(([count, stage, quote, opened, ended, more = {}]) =>
    Array.from({ length: count }, (): Path => ({
      opened: between(opened),
      ended: between(ended),
      outcome: "open",
      stage,
      quote,
      quoted: more.quoted && between(more.quoted),
      forgotten: more.forgotten,
      orphan: more.orphan,
    }))
  );
}

/**
 * This month's paths, squeezed in between the first and now (on the first, all of it is today), so
 * that the month's figures are never empty.
 */
function ofThisMonth({ clock: { monthDays } }: Book): Path[] {
  const span = Math.min(12, monthDays) * 0.98;
  const path = (from: number, to: number, rest: Omit<Path, "opened" | "ended">): Path => ({
    opened: from * span,
    ended: to * span,
    thisMonth: true,
    ...rest,
  });
  const sales = Array.from(
    { length: 1 + Math.floor(monthDays / 10) },
    (_, at) => path(0.99 - at * 0.11, 0.42 - at * 0.1, { outcome: "won", stage: 3, quote: "sold" }),
  );
  return [
    ...sales,
    path(0.9, 0.1, { outcome: "open", stage: 1, quote: "draft" }),
    path(0.95, 0.2, { outcome: "open", stage: 2, quote: "sent" }),
    path(0.7, 0.15, { outcome: "open", stage: 2, quote: "sent", orphan: true }),
    path(0.98, 0.05, { outcome: "open", stage: 3, quote: "approved" }),
    path(0.86, 0.25, { outcome: "lost", stage: 2, quote: "rejected" }),
    path(0.8, 0.12, { outcome: "lost", stage: 0, quote: null, orphan: true }),
  ];
}
