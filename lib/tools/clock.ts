export const maxSkewSeconds = 2;

let compared: { atMs: number; instantMs: number } | null = null;

/** By the database's clock: counted on from the comparison where this machine's differs. */
export function currentTime(): Date {
  return new Date(currentMs());
}

export function currentMs(): number {
  if (!compared) return Date.now();
  return Math.round(compared.instantMs + performance.now() - compared.atMs);
}

/** @returns seconds by which the database's clock is ahead of this machine's */
export async function followClock(readDatabase: () => Promise<Date>): Promise<number> {
  const askedAt = Date.now();
  const instant = await readDatabase();
  const seconds = skewOf(instant, { askedAt, answeredAt: Date.now() });
  compared = Math.abs(seconds) > maxSkewSeconds
    ? { atMs: performance.now(), instantMs: instant.getTime() }
    : null;
  return seconds;
}

/** Seconds by which the server is ahead; what the answer took is not counted. */
export function skewOf(
  now: Date,
  { askedAt, answeredAt }: { askedAt: number; answeredAt: number },
): number {
  const at = now.getTime();
  if (at < askedAt) return (at - askedAt) / 1_000;
  return at > answeredAt ? (at - answeredAt) / 1_000 : 0;
}
