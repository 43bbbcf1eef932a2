import { fetchModule } from "@/components/fetch_module.ts";
import { noteRedraw } from "@/lib/panel/api/call_api.ts";

/**
 * After a write, the page is fetched again and every `data-region` becomes what it is there; the
 * same nodes stay (morph.ts). Regions hold no islands. Below `data-source`, regions come from that
 * address.
 */

/** Dispatched on `document` after regions were replaced. */
export const regionsReplaced = "regions:replaced";

const loadMorph = () => fetchModule(() => import("@/lib/panel/page/morph.ts")).catch(() => null);
type Morph = NonNullable<Awaited<ReturnType<typeof loadMorph>>>;

let latest = 0;
let drawing: Promise<boolean> = Promise.resolve(true);
let followers: Follower[] = [];

interface Follower {
  names?: readonly string[];
  leave(region: HTMLElement): boolean;
}

type Completion = (page: Document) => Promise<void>;
const completions = new Set<Completion>();

/** Adds to each fetched page what was loaded later here. Returns a stop function. */
export function completePages(complete: Completion): () => void {
  completions.add(complete);
  return () => completions.delete(complete);
}

/** A call that a later one overtakes ends with it. @returns whether every page could be read */
export function refreshRegions(
  names?: Follower["names"],
  { leave = () => false }: Partial<Pick<Follower, "leave">> = {},
): Promise<boolean> {
  followers.push({ names, leave });
  return drawing = draw(++latest);
}

async function draw(mine: number): Promise<boolean> {
  noteRedraw();
  const own = ownPage();
  const sources = new Set([own, ...[...regionsIn(document)].map(sourceOf)]);
  const [by, ...pages] = await Promise.all([
    loadMorph(),
    ...[...sources].map(async (url) => [url, await readPage(url)] as const),
  ]);
  const fresh = new Map(pages);
  const page = fresh.get(own);
  if (page) await Promise.all([...completions].map((complete) => complete(page)));
  if (mine !== latest) return await drawing;
  if (!page || !by) return false;
  const pending = followers;
  followers = [];
  for (const region of regionsIn(document)) {
    const followed = pending.filter(({ names }) => names?.includes(region.dataset.region!) ?? true);
    const replacement = followed.length > 0 ? findIn(fresh.get(sourceOf(region)), region) : null;
    if (!replacement || by.isSame(region, replacement)) continue;
    if (followed.some(({ leave }) => !leave(region))) redraw(region, replacement, by);
  }
  document.dispatchEvent(new CustomEvent(regionsReplaced));
  return !pages.some(([, page]) => page === null);
}

export function fillRegions(root: HTMLElement, page: Document): void {
  for (const region of regionsIn(root)) {
    region.replaceChildren(...findIn(page, region)?.childNodes ?? []);
  }
  document.dispatchEvent(new CustomEvent(regionsReplaced));
}

function regionsIn(root: ParentNode): NodeListOf<HTMLElement> {
  return root.querySelectorAll<HTMLElement>("[data-region]");
}

function ownPage(): string {
  return location.pathname + location.search;
}

function sourceOf(region: HTMLElement): string {
  return region.closest<HTMLElement>("[data-source]")?.dataset.source ?? ownPage();
}

function findIn(page: Document | null | undefined, { dataset }: HTMLElement): HTMLElement | null {
  return page?.querySelector<HTMLElement>(`[data-region="${CSS.escape(dataset.region!)}"]`) ?? null;
}

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

/** A replaced part gets back its focus and scroll position. */
function redraw(old: HTMLElement, replacement: HTMLElement, { morph }: Morph): void {
  const focused = old.contains(document.activeElement) ? keyOf(document.activeElement!) : null;
  const scrolled = [...old.querySelectorAll<HTMLElement>("[data-scroll]")]
    .map((part) => [part.dataset.scroll!, part.scrollTop, part.scrollLeft] as const);
  morph(old, replacement);
  for (const [name, top, x] of scrolled) {
    const part = old.querySelector(`[data-scroll="${CSS.escape(name)}"]`);
    if (part && (part.scrollTop !== top || part.scrollLeft !== x)) {
      part.scrollTo({ top, left: x, behavior: "instant" });
    }
  }
  if (focused && !old.contains(document.activeElement)) {
    old.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
  }
}

function keyOf(element: Element): string | null {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const row = element.closest<HTMLElement>("[data-id]");
  if (row) return `[data-id="${CSS.escape(row.dataset.id!)}"]`;
  const href = element.getAttribute("href");
  return href ? `a[href="${CSS.escape(href)}"]` : null;
}
