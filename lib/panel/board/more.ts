import { cardsOf } from "@/lib/panel/board/places.ts";
import { completePages, readPage } from "@/lib/panel/live/regions.ts";

/** The most cards that one request may ask for. */
const maxAsked = 200;

/**
 * The link at a column's end is a page that has the column's next cards; they are put in place. A
 * redrawn column shows as many cards as before. Returns a stop function.
 */
export function listenToMore({ onFailure }: { onFailure: () => void }): () => void {
  /** How many cards are shown, by stages that show more than the page. */
  const extended = new Map<string, number>();

  const click = async (event: MouseEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = (event.target as Element)
      .closest<HTMLAnchorElement>("[data-board] a[data-more]");
    if (!link) return;
    event.preventDefault();
    if (link.ariaBusy === "true") return;
    link.ariaBusy = "true";
    const { stage } = link.closest<HTMLElement>("[data-stage]")!.dataset;
    const first = await extend(document, stage!, link.href);
    link.ariaBusy = null;
    if (!first) return onFailure();
    extended.set(stage!, cardsOf(first.parentElement!).length);
    first.querySelector("a")?.focus({ preventScroll: true });
  };

  const complete = async (page: Document) => {
    for (const [stage, count] of extended) {
      for (;;) {
        const list = listIn(page, stage);
        const link = list?.querySelector<HTMLAnchorElement>("a[data-more]");
        const missing = list ? count - cardsOf(list).length : 0;
        if (!link || missing <= 0) break;
        const next = new URL(link.href);
        next.searchParams.set("per_column", String(Math.min(missing, maxAsked)));
        if (!await extend(page, stage, next.href)) break;
      }
    }
  };

  document.addEventListener("click", click);
  const stop = completePages(complete);
  return () => {
    document.removeEventListener("click", click);
    stop();
  };
}

/** Puts the column's next cards behind those that it has; gives the first of them. */
async function extend(page: Document, stage: string, href: string): Promise<HTMLElement | null> {
  const more = await readPage(href);
  const [list, source] = [listIn(page, stage), more && listIn(more, stage)];
  if (!list || !source) return null;
  const ids = new Set(cardsOf(list).map(({ dataset }) => dataset.card));
  const added = cardsOf(source).filter(({ dataset }) => !ids.has(dataset.card));
  list.querySelector("[data-rest]")?.remove();
  const rest = source.querySelector("[data-rest]");
  list.append(...added, ...(rest ? [rest] : []));
  return added[0] ?? null;
}

function listIn(page: Document, stage: string): HTMLElement | null {
  return page.querySelector(`[data-board] [data-stage="${CSS.escape(stage)}"] [data-cards]`);
}
