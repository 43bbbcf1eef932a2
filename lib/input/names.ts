import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

const maxNames = 100;

const maxNameLength = 100;

/** Name of a field in an answer, where a caller may have chosen it. */
export function fieldName(path: PropertyKey[]): string {
  const name = path.map(String).join(".") || "body";
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

/** Groups by name, in order. @throws Problem validation_failed naming the first beyond the bound */
export function groupByName<T>(entries: Iterable<[name: string, value: T]>): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [name, value] of entries) {
    const group = groups.get(name);
    if (group) group.push(value);
    else if (groups.size < maxNames) groups.set(name, [value]);
    else {
      const fields = { [fieldName([name])]: inputWords.unknownField };
      throw problem("validation_failed", { fields });
    }
  }
  return groups;
}
