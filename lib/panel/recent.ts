/** Records that were opened lately in this browser, by company; the palette shows them first. */
export interface Visit {
  href: string;
  title: string;
}

const maxVisits = 8;
const keyOf = (companyId: number) => `relevo:recent:${companyId}`;

/** The latest visits, the newest first. Storage that is blocked counts as empty. */
export function readVisits(companyId: number): Visit[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(companyId)) ?? "[]");
  } catch {
    return [];
  }
}

/** Notes that a record's page was opened. */
export function noteVisit(companyId: number, visit: Visit): void {
  const others = readVisits(companyId).filter(({ href }) => href !== visit.href);
  try {
    localStorage.setItem(keyOf(companyId), JSON.stringify([visit, ...others].slice(0, maxVisits)));
  } catch {
    // Without storage there is no memory of visits.
  }
}
