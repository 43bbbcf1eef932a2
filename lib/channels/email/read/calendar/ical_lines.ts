/** Content lines of iCalendar (RFC 5545), grouped into components and properties. */

export interface Line {
  params: Map<string, string>;
  value: string;
}

export function unfolded(text: string): string[] {
  return text.replace(/\r?\n[ \t]/g, "").split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
}

/** Lines between BEGIN and END of each component with that name. */
export function partsOf(lines: readonly string[], name: string): string[][] {
  const parts: string[][] = [];
  let open: string[] | undefined;
  for (const line of lines) {
    const upper = line.toUpperCase();
    if (upper === `END:${name}`) open = undefined;
    open?.push(line);
    if (upper === `BEGIN:${name}` && !open) parts.push(open = []);
  }
  return parts;
}

/** Zones such as `(UTC+01:00) Madrid` and `tzone://…` have a colon without quotes. */
const property = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^":;]*(?::(?:\/\/|\d\d\))[^":;]*)?))*):(.*)$/s;

/** First property of each name, without those of nested components. */
export function fieldsOf(lines: readonly string[]): Map<string, Line> {
  const fields = new Map<string, Line>();
  let depth = 0;
  for (const line of lines) {
    if (/^BEGIN:/i.test(line)) depth++;
    const match = depth === 0 && property.exec(line);
    if (/^END:/i.test(line)) depth = Math.max(0, depth - 1);
    if (!match) continue;
    const [, name, params, value] = match;
    if (fields.has(name!.toUpperCase())) continue;
    const pairs = [...params!.matchAll(/;([\w-]+)=("[^"]*"|[^";]*)/g)];
    fields.set(name!.toUpperCase(), {
      params: new Map(
        pairs.map(([, key, text]) => [key!.toUpperCase(), text!.replace(/^"|"$/g, "")]),
      ),
      value: value!.trim(),
    });
  }
  return fields;
}
