import { noteRedraw } from "@/lib/panel/call_api.ts";

/**
 * After a write, the page is fetched again and every `data-region` whose markup differs is
 * replaced. Regions hold no islands; scripts listen on their parents.
 */

/** Dispatched on `document` after regions were replaced. */
export const regionsReplaced = "regions:replaced";

let latest = 0;

/**
 * @param names only these regions; all by default
 * @param options.leave whether a region is left as it is
 * @returns whether the page could be read; true if a later call overtook this one
 */
export async function refreshRegions(
  names?: readonly string[],
  { leave = () => false }: { leave?: (region: HTMLElement) => boolean } = {},
): Promise<boolean> {
  const mine = ++latest;
  noteRedraw();
  const fresh = await readPage(location.href);
  if (mine !== latest) return true;
  if (!fresh) return false;
  for (const old of document.querySelectorAll<HTMLElement>("[data-region]")) {
    const name = old.dataset.region!;
    if (names && !names.includes(name)) continue;
    const found = fresh.querySelector<HTMLElement>(`[data-region="${CSS.escape(name)}"]`);
    if (found && old.innerHTML !== found.innerHTML && !leave(old)) replaceChildren(old, found);
  }
  document.dispatchEvent(new CustomEvent(regionsReplaced));
  return true;
}

async function readPage(url: string): Promise<Document | null> {
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
