import { empty, tagsIn } from "@/lib/channels/email/read/html_bounds.ts";

/** Elements that a mail's sender hides, such as the preview line of a newsletter. */

const longestTag = 4_000;
const inline = new Set(["span", "font", "small", "b", "i", "em", "strong", "a"]);
const style = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

/** One whose end is missing stays. */
export function withoutHidden(html: string): string {
  const pieces: string[] = [];
  let from = 0;
  let hidden: { name: string; depth: number; begin: number } | undefined;
  for (const { begin, end, name, isEnd } of tagsIn(html)) {
    if (!hidden) {
      const isWhole = isEnd || !name || empty.has(name);
      if (isWhole || !isHidden(html.slice(begin, Math.min(end, begin + longestTag)), name)) {
        continue;
      }
      hidden = { name, depth: 1, begin };
    } else if (name === hidden.name) {
      hidden.depth += isEnd ? -1 : 1;
      if (hidden.depth > 0) continue;
      pieces.push(html.slice(from, hidden.begin));
      from = end;
      hidden = undefined;
    }
  }
  return pieces.length === 0 ? html : pieces.join("") + html.slice(from);
}

function isHidden(tag: string, name: string): boolean {
  const [, ...values] = style.exec(tag) ?? [];
  const rules = values.find((value) => value !== undefined)?.toLowerCase().split(";") ?? [];
  return rules.some((rule) => hides(rule, name)) ||
    /\shidden(?=[\s=>])/i.test(tag.replace(/"[^"]*"|'[^']*'/g, ""));
}

function hides(rule: string, tag: string): boolean {
  const colon = rule.indexOf(":");
  const property = rule.slice(0, Math.max(0, colon)).trim();
  const value = rule.slice(colon + 1).replace("!important", "").trim();
  if (property === "display") return value === "none";
  if (property === "visibility") return value === "hidden";
  if (property === "max-height") return isZero(value);
  // Layouts set a block's font size to 0 to close the gaps between its columns; that hides no text.
  return property === "font-size" && inline.has(tag) && isZero(value);
}

function isZero(value: string): boolean {
  return /^0(?:\.0{1,9})?(?:px|pt|em|rem|%)?$/.test(value);
}
