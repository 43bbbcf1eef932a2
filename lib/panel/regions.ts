import { noteRedraw } from "@/lib/panel/call_api.ts";

/**
 * After a write, the page is fetched again and every `data-region` whose markup differs is
 * replaced. Regions hold no islands; scripts listen on their parents. Below an element with
 * `data-source`, regions come from the page of that address.
 */

/** Dispatched on `document` after regions were replaced. */
export const regionsReplaced = "regions:replaced";

let latest = 0;

type Completion = (page: Document) => Promise<void>;
const completions = new Set<Completion>();

/** Adds to each fetched page what was loaded later in this one. Returns a stop function. */
export function completePages(complete: Completion): () => void {
  completions.add(complete);
  return () => completions.delete(complete);
}

/**
 * @param names only these regions; all by default
 * @param options.leave whether a region is left as it is
 * @returns whether every page could be read; true if a later call overtook this one
 */
export async function refreshRegions(
  names?: readonly string[],
  { leave = () => false }: { leave?: (region: HTMLElement) => boolean } = {},
): Promise<boolean> {
  const mine = ++latest;
  noteRedraw();
  const own = ownPage();
  const sources = new Set([own, ...[...regionsIn(document)].map(sourceOf)]);
  const pages = await Promise.all(
    [...sources].map(async (url) => [url, await readPage(url)] as const),
  );
  const fresh = new Map(pages);
  const page = fresh.get(own);
  if (page) await Promise.all([...completions].map((complete) => complete(page)));
  if (mine !== latest) return true;
  if (!page) return false;
  const regions = [...regionsIn(document)]
    .filter(({ dataset }) => !names || names.includes(dataset.region!));
  for (const region of regions) fill(region, fresh.get(sourceOf(region)), leave);
  document.dispatchEvent(new CustomEvent(regionsReplaced));
  return !pages.some(([, page]) => page === null);
}

/** Fills the regions of a part that was drawn without them. */
export function fillRegions(root: HTMLElement, page: Document): void {
  for (const region of regionsIn(root)) fill(region, page);
  document.dispatchEvent(new CustomEvent(regionsReplaced));
}

function regionsIn(root: ParentNode): NodeListOf<HTMLElement> {
  return root.querySelectorAll<HTMLElement>("[data-region]");
}

/** Without the hash, which may change while a page is read. */
function ownPage(): string {
  return location.pathname + location.search;
}

function sourceOf(region: HTMLElement): string {
  return region.closest<HTMLElement>("[data-source]")?.dataset.source ?? ownPage();
}

function fill(
  region: HTMLElement,
  page: Document | null | undefined,
  leave: (region: HTMLElement) => boolean = () => false,
): void {
  const name = CSS.escape(region.dataset.region!);
  const found = page?.querySelector<HTMLElement>(`[data-region="${name}"]`);
  if (!found || region.innerHTML === found.innerHTML || leave(region)) return;
  replaceChildren(region, found);
}

/** Null if it cannot be read. */
export async function readPage(url: string): Promise<Document | null> {
  try {
    const response = await fetch(url, {
      headers: { Accept: "text/html" },
      cache: "no-store",
      redirect: "manual",
    });
    if (!response.ok) return null;
    const text = await response.text();
    // The head's style element has a nonce that this page's policy would refuse.
    return new DOMParser().parseFromString(text.slice(text.indexOf("<body")), "text/html");
  } catch {
    return null;
  }
}

/** Keeps the focus and the scroll position of marked parts. */
function replaceChildren(old: HTMLElement, found: HTMLElement): void {
  const focused = old.contains(document.activeElement) ? keyOf(document.activeElement!) : null;
  const scrolled = [...old.querySelectorAll<HTMLElement>("[data-scroll]")]
    .map((part) => [part.dataset.scroll!, part.scrollTop, part.scrollLeft] as const);
  old.replaceChildren(...found.childNodes);
  for (const [name, top, left] of scrolled) {
    const part = old.querySelector(`[data-scroll="${CSS.escape(name)}"]`);
    part?.scrollTo({ top, left, behavior: "instant" });
  }
  if (focused) old.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
}

/** A selector that finds the same element in the new markup. */
function keyOf(element: Element): string | null {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const row = element.closest<HTMLElement>("[data-id]");
  if (row) return `[data-id="${CSS.escape(row.dataset.id!)}"]`;
  const href = element.getAttribute("href");
  return href ? `a[href="${CSS.escape(href)}"]` : null;
}
