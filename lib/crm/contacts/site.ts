import type { Db } from "@/lib/db/connection.ts";
import { siteCompanies } from "@/lib/crm/contacts/contact_form.ts";

export interface Site {
  id: number;
  name: string;
  color: string;
  /** RFC 6454 origins of the site's pages. */
  public_origins: string[];
}

export async function listSites(db: Db): Promise<Site[]> {
  return await db.selectFrom("companies").select(["id", "name", "color", "public_origins"])
    .where("id", "in", Object.values(siteCompanies)).orderBy("id").execute();
}

const keptMs = 60_000;
const lately = new WeakMap<Db, { at: number; sites: Promise<Site[]> }>();

/** The sites as they were within the last minute. */
export function listSitesLately(db: Db): Promise<Site[]> {
  const cached = lately.get(db);
  const now = performance.now();
  if (cached && now - cached.at < keptMs) return cached.sites;
  const sites = listSites(db);
  lately.set(db, { at: now, sites });
  sites.catch(() => lately.delete(db));
  return sites;
}

export function isOwnOrigin(sites: Site[], origin: string | null): origin is string {
  return origin !== null && sites.some((site) => site.public_origins.includes(origin));
}

/** The wanted page if its origin is the site's own; a relative one is resolved from `from`. */
export function nextPage(site: Site, wanted: string | null, from: string | null): string | null {
  const base = from ?? undefined;
  if (!wanted || !URL.canParse(wanted, base)) return null;
  const next = new URL(wanted, base);
  // A blob: has the origin of the page that made it.
  const isWeb = next.protocol === "https:" || next.protocol === "http:";
  return isWeb && isOwnOrigin([site], next.origin) ? next.href : null;
}
