const patienceMs = 1_000;

/** Nothing that the browser keeps is worth a notification that is not shown. */
export async function soon<T>(work: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>((resolve) => setTimeout(resolve, patienceMs, otherwise));
  return await Promise.race([work, late]);
}
