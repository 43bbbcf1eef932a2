/** Byte arrays behind one another, and where each is: as one parameter a statement takes any number. */
export function joined(arrays: readonly Uint8Array[]) {
  const places: { start: number; size: number }[] = [];
  let start = 0;
  for (const { length: size } of arrays) {
    places.push({ start, size });
    start += size;
  }
  if (arrays.length === 1) return { all: arrays[0]!, places };
  const all = new Uint8Array(start);
  for (const [at, array] of arrays.entries()) all.set(array, places[at]!.start);
  return { all, places };
}
