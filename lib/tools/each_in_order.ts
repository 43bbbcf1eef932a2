/** Runs one after the other; one that fails holds up no other. @throws the first failure, at last */
export async function eachInOrder<T>(
  items: Iterable<T>,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await run(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
