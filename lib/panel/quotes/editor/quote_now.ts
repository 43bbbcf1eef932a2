import { useEffect } from "preact/hooks";
import { sharedValue } from "@/lib/panel/page/shared_value.ts";
import type { QuoteRecord } from "@/lib/sales/quotes/quote.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";

/** A quotation as the API gives it; a link's answer has either one link or all of them. */
export type QuoteNow =
  & Omit<QuoteRecord, "share" | "shares">
  & Partial<Pick<QuoteRecord, "share" | "shares">>;
export type Share = QuoteRecord["shares"][number];

const quoteNow = sharedValue<QuoteNow | null>(null);

/** Whether it was moved to the trash on this page. */
export const isTrashed = sharedValue(false);

/** Names cells that cannot be saved as they are; empty if there are none. */
export const wrongCells = sharedValue("");

/** Ignores a version older than the known one. @returns the newest that is known */
export function learnQuote(quote: QuoteNow): QuoteNow {
  const stored = quoteNow.get();
  if (stored?.id === quote.id && stored.version > quote.version) return stored;
  quoteNow.set(quote);
  return quote;
}

/** Returns the quotation as the page's regions were drawn last. */
export function drawnQuote(): QuoteNow | null {
  const text = document.querySelector("[data-quote]")?.getAttribute("value");
  return text ? JSON.parse(text) : null;
}

let lastRead = "";

function learnFromPage(): void {
  const text = document.querySelector("[data-quote]")?.getAttribute("value") ?? "";
  if (text === "" || text === lastRead) return;
  lastRead = text;
  learnQuote(JSON.parse(text));
}

/** Updated whenever the page's regions are redrawn. */
export function useQuote(first: QuoteNow): QuoteNow {
  useEffect(() => {
    document.addEventListener(regionsReplaced, learnFromPage);
    return () => document.removeEventListener(regionsReplaced, learnFromPage);
  }, []);
  const stored = quoteNow.use();
  return stored?.id === first.id && stored.version >= first.version ? stored : first;
}

let flush: (() => Promise<boolean>) | null = null;

/** Registers how to save typed lines at once; null if there are none. */
export function offerFlush(work: typeof flush): void {
  flush = work;
}

/** Work that will still change lines, such as the search for a product. Never rejects. */
const pending = new Set<Promise<void>>();

/** Sending waits for `work`. */
export function delayFlush(work: Promise<void>): void {
  pending.add(work);
  work.finally(() => pending.delete(work));
}

/** @returns false if typed lines could not be saved */
export async function flushLines(): Promise<boolean> {
  while (pending.size > 0) await Promise.all(pending);
  return await flush?.() ?? true;
}

let show: ((lineId: number, field: string) => boolean) | null = null;

/** Registers how to give the focus to a line's cell; null if there are none. */
export function offerPlaces(work: typeof show): void {
  show = work;
}

/** @returns whether the cell has the focus */
export function showPlace(lineId: number, field: string): boolean {
  return show?.(lineId, field) ?? false;
}

export function sharesOf({ shares, share }: QuoteNow): Share[] {
  return shares ?? (share ? [share] : []);
}
