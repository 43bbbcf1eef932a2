/**
 * After a write only what changed is drawn anew: the server draws the page, and each element with
 * `data-region` whose markup differs takes over what is in it. A region holds plain markup and no
 * island: scripts listen on what surrounds it. What changes with every drawing (a relative time) may
 * differ without harm.
 */

/** Told on `document` after regions were replaced. */
export const regionsReplaced = "regions:replaced";

let latest = 0;

/**
 * Reads this page again and replaces its regions.
 * @param names only these regions; all of them unless given
 * @returns whether the page could be read; one that was overtaken by a later call counts as read
 */
export async function refreshRegions(names?: readonly string[]): Promise<boolean> {
  const mine = ++latest;
  const fresh = await readPage(location.href);
  if (mine !== latest) return true;
  if (!fresh) return false;
  for (const old of document.querySelectorAll<HTMLElement>("[data-region]")) {
    const name = old.dataset.region!;
    if (names && !names.includes(name)) continue;
    const found = fresh.querySelector<HTMLElement>(`[data-region="${CSS.escape(name)}"]`);
    if (found) replaceChildren(old, found);
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
    // The head has a style element with a nonce of its own, which this page's policy would refuse.
    return new DOMParser().parseFromString(text.slice(text.indexOf("<body")), "text/html");
  } catch {
    return null;
  }
}

/** Keeps the focus, and where a marked part of the region was scrolled to. */
function replaceChildren(old: HTMLElement, found: HTMLElement): void {
  if (old.innerHTML === found.innerHTML) return;
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

/** A selector by which the same element is found in the new markup. */
function keyOf(element: Element): string | null {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const row = element.closest<HTMLElement>("[data-id]");
  if (row) return `[data-id="${CSS.escape(row.dataset.id!)}"]`;
  const href = element.getAttribute("href");
  return href ? `a[href="${CSS.escape(href)}"]` : null;
}
