/** Records opened lately in this browser; the palette shows them first. */
export interface Visit {
  href: string;
  title: string;
}

const maxVisits = 8;
const keyOf = (companyId: number) => `relevo:recent:${companyId}`;

/** Newest first. Blocked storage counts as empty. */
export function readVisits(companyId: number): Visit[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(companyId)) ?? "[]");
  } catch {
    return [];
  }
}

export function noteVisit(companyId: number, visit: Visit): void {
  const others = readVisits(companyId).filter(({ href }) => href !== visit.href);
  try {
    localStorage.setItem(keyOf(companyId), JSON.stringify([visit, ...others].slice(0, maxVisits)));
  } catch {
    // Without storage, visits are not remembered.
  }
}
