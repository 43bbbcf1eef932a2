/** Shortens the parts of a hook that each of its events repeats. */

const longest = 1_000;

/** The value itself, else its beginning, without the texts that are too long. */
export function bounded(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined || text.length <= longest ? value : cut(value, { room: longest });
}

function cut(value: unknown, rest: { room: number }): unknown {
  rest.room -= 10;
  if (typeof value === "string") {
    if (value.length > rest.room) return undefined;
    rest.room -= value.length;
    return value;
  }
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const one of value) {
      if (rest.room <= 0) break;
      list.push(cut(one, rest));
    }
    return list;
  }
  if (typeof value !== "object" || value === null) return value;
  const object: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    rest.room -= name.length;
    if (rest.room <= 0) break;
    object[name] = cut(one, rest);
  }
  return object;
}
