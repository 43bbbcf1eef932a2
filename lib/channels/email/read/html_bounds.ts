/** Bounds of the HTML that is looked at: a parser's time grows with its tags and their nesting. */

export const longestHtml = 500_000;
const mostTags = 20_000;
const mostEntities = 150_000;
/** Elements within one another; of those that may stay open, such as `<p>`, many more do. */
const deepest = { closed: 250, open: 2_000 };

export const empty = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
]);
for (const name of ["param", "source", "track", "wbr"]) empty.add(name);
const mayStayOpen = new Set(["p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot"]);
for (const name of ["option", "optgroup", "colgroup", "caption"]) mayStayOpen.add(name);

/** Drops tags beyond the allowed number and depth; their text stays. */
export function boundedHtml(html: string): string {
  const text = cut(html.slice(0, longestHtml));
  const pieces: string[] = [];
  const depth = { closed: 0, open: 0 };
  const dropped = { closed: 0, open: 0 };
  let from = 0;
  let tags = 0;
  for (const { begin, end, name, isEnd } of tagsIn(text)) {
    if (++tags > mostTags) {
      const rest = text.slice(begin).replace(/<[^<>]*>/g, " ").replaceAll("<", " ");
      return `${pieces.join("")}${text.slice(from, begin)}${rest}`;
    }
    if (!name || empty.has(name)) continue;
    const kind = mayStayOpen.has(name) ? "open" : "closed";
    if (isEnd ? dropped[kind] > 0 : depth[kind] >= deepest[kind]) {
      pieces.push(text.slice(from, begin));
      from = end;
      dropped[kind] += isEnd ? -1 : 1;
    } else depth[kind] = Math.max(0, depth[kind] + (isEnd ? -1 : 1));
  }
  return pieces.join("") + text.slice(from);
}

export interface Tag {
  begin: number;
  end: number;
  name: string;
  isEnd: boolean;
}

export function* tagsIn(text: string): Generator<Tag> {
  const last = text.lastIndexOf(">");
  const lastComment = text.lastIndexOf("-->");
  for (let begin = text.indexOf("<"); begin >= 0;) {
    const isComment = text.startsWith("<!--", begin);
    const isClosed = begin < (isComment ? lastComment : last);
    const end = isClosed ? text.indexOf(isComment ? "-->" : ">", begin) + 1 : begin + 1;
    const near = text.slice(begin, begin + 24);
    const [, slash, name = ""] = (isClosed && /^<(\/?)([a-z][a-z\d]*)/i.exec(near)) || [];
    yield { begin, end, name: name.toLowerCase(), isEnd: slash === "/" };
    begin = text.indexOf("<", name || isComment ? end : begin + 1);
  }
}

function cut(text: string): string {
  let count = 0;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    if (++count > mostEntities) return text.slice(0, at);
  }
  return text;
}
