import type { Db } from "@/lib/db/connection.ts";
import { siteCompanies } from "@/lib/crm/contacts/contact_form.ts";

/** A company with a site of its own, as the public form knows it. */
export interface Site {
  id: number;
  name: string;
  color: string;
  /** Origins (RFC 6454) of its pages, as its members wrote them down. */
  public_origins: string[];
}

/** The companies that the form files leads for. */
export async function listSites(db: Db): Promise<Site[]> {
  return await db.selectFrom("companies").select(["id", "name", "color", "public_origins"])
    .where("id", "in", Object.values(siteCompanies)).orderBy("id").execute();
}

/** Whether the origin is exactly one of the sites' own. */
export function isOwnOrigin(sites: Site[], origin: string | null): origin is string {
  return origin !== null && sites.some((site) => site.public_origins.includes(origin));
}

/**
 * Where a form post goes next: an address whose origin is one of the site's own. One without an
 * origin is looked up from the page's.
 */
export function nextPage(site: Site, wanted: string | null, from: string | null): string | null {
  const base = from ?? undefined;
  if (!wanted || !URL.canParse(wanted, base)) return null;
  const next = new URL(wanted, base);
  return isOwnOrigin([site], next.origin) ? next.href : null;
}
