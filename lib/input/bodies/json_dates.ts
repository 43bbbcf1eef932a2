/** V8 writes JSON several times as fast where nothing has a `toJSON`, as dates do. */
import { BoundedMap } from "@/lib/tools/bounded_map.ts";

const dayMs = 86_400_000;
/** Beginnings of ISO texts, up to the `T`. */
const days = new BoundedMap<number, string>(5_000);
const digitsOf = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => String(n).padStart(length, "0"));
const [pairs, thousandths] = [digitsOf(60, 2), digitsOf(1_000, 3)];

/** Gives what JSON makes of the date, or the date itself where it is none. */
function textOf(date: Date): string | Date {
  const ms = date.getTime();
  if (Number.isNaN(ms)) return date;
  const day = Math.floor(ms / dayMs);
  let text = days.get(day);
  if (text === undefined) days.set(day, text = date.toISOString().replace(/T.*/, "T"));
  const rest = ms - day * dayMs;
  const seconds = Math.floor(rest / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${text}${pairs[Math.floor(minutes / 60)]}:${pairs[minutes % 60]}:${pairs[seconds % 60]}.${
    thousandths[rest % 1_000]
  }Z`;
}

/** Returns the value with texts for its dates; objects with one are copied, instances left. */
export function datesAsText(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return inList(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    return value instanceof Date ? textOf(value) : value;
  }
  const members = value as Record<string, unknown>;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (member === null || typeof member !== "object") continue;
    const text = datesAsText(member);
    if (text !== member) (copy ??= { ...members })[name] = text;
  }
  return copy ?? value;
}

function inList(list: unknown[]): unknown[] {
  let copy: unknown[] | undefined;
  for (let at = 0; at < list.length; at++) {
    const text = datesAsText(list[at]);
    if (text !== list[at]) (copy ??= [...list])[at] = text;
  }
  return copy ?? list;
}
