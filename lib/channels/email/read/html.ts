import sanitizeHtml, { type Tag } from "sanitize-html";

/** HTML of mails: what of it may be shown, and as text. */

const longestHtml = 500_000;
const deepest = 200;

const layout = ["width", "height", "align", "valign", "bgcolor", "dir", "lang"];
const blocks = ["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "tr", "pre", "table"]
  .concat("ul", "ol", "dl", "dt", "dd", "section", "article", "header", "footer", "address");
const inline = ["a", "b", "strong", "i", "em", "u", "s", "del", "ins", "sub", "sup", "small", "big"]
  .concat("code", "kbd", "samp", "span", "font", "center", "abbr", "cite", "q", "mark", "time");
const rest = ["br", "hr", "img", "blockquote", "tbody", "thead", "tfoot", "td", "th", "caption"]
  .concat("colgroup", "col");

/** Programs, and what pages draw: neither it nor its text is kept. */
const unread = ["script", "style", "title", "textarea", "option", "noscript", "template", "svg"]
  .concat("math", "iframe", "object", "xmp", "noembed", "noframes");

/**
 * Leaves what lays text out, links and pictures of the mail itself (`cid:`). No script, style, form
 * or frame is left, and nothing that is fetched from elsewhere.
 */
export function sanitise(html: string): { html: string | null; remotePictures: number } {
  let remotePictures = 0;
  const clean = sanitizeHtml(html.slice(0, longestHtml), {
    allowedTags: [...blocks, ...inline, ...rest],
    allowedAttributes: {
      "*": layout,
      a: ["href", "rel", "target"],
      img: ["src", "alt", "width", "height"],
      font: ["color", "size"],
      td: [...layout, "colspan", "rowspan"],
      th: [...layout, "colspan", "rowspan"],
      table: [...layout, "border", "cellpadding", "cellspacing"],
      ol: ["start", "type"],
    },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["cid"] },
    allowedSchemesAppliedToAttributes: ["href", "src"],
    allowProtocolRelative: false,
    nonTextTags: unread,
    nestingLimit: deepest,
    transformTags: {
      a: (tagName, { href }): Tag => ({
        tagName,
        attribs: href ? { href, rel: "noopener noreferrer nofollow", target: "_blank" } : {},
      }),
    },
    exclusiveFilter({ tag, attribs }) {
      if (tag !== "img" || attribs.src?.startsWith("cid:")) return false;
      remotePictures++;
      return true;
    },
  });
  const isEmpty = !/[^\s\u00a0]/.test(clean.replace(/<(?!img)[^>]*>|&nbsp;/g, ""));
  return { html: isEmpty ? null : clean, remotePictures };
}

/** Of no character: where a quotation begins and ends, and where a line begins if it does not yet. */
const marks = { quote: "\uE000", unquote: "\uE001", line: "\uE002" };
const lineMarks = /[ \t]*\uE002[ \t\uE002]*/g;

/** As its reader would type it off: quotations behind `>`, links only where they say where to. */
export function htmlToText(html: string): string {
  const bare = sanitizeHtml(html.slice(0, longestHtml).replace(/[\uE000-\uE002]/g, ""), {
    allowedTags: [...blocks, "br", "hr", "blockquote", "td", "th"],
    allowedAttributes: {},
    nonTextTags: unread,
    nestingLimit: deepest,
    textFilter: (text) => text.replace(/[\s\u00a0]+/g, " "),
  });
  const text = bare.replace(/([^>\s])\s*<br \/>\s*(<\/(?:div|p|td|li)>)/g, "$1$2")
    .replace(/\s*<[bh]r \/>/g, "\n")
    .replace(/<blockquote>/g, `\n${marks.quote}\n`).replace(
      /<\/blockquote>/g,
      `\n${marks.unquote}\n`,
    )
    .replace(/<\/t[dh]>\s*<t[dh]>/g, " ").replace(/<li>/g, `${marks.line}- `)
    .replace(/<\/?(?:p|h\d|ul|ol|table|pre)>/g, "\n\n").replace(/<[^>]*>/g, marks.line)
    .replace(lineMarks, "\n");
  return tidied(quoted(decoded(text)));
}

function quoted(text: string): string {
  let depth = 0;
  return text.split("\n").flatMap((line) => {
    if (line === marks.quote) depth = Math.min(depth + 1, 20);
    else if (line === marks.unquote) depth = Math.max(depth - 1, 0);
    else return [depth > 0 ? `${">".repeat(depth)} ${line.trim()}`.trimEnd() : line.trim()];
    return [];
  }).join("\n");
}

function tidied(text: string): string {
  return text.replace(/\n{3,}/g, "\n\n").replace(/^(?:(>+)\n)(?:\1\n)+/gm, "$1\n").trim();
}

function decoded(text: string): string {
  const known: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&" };
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => known[name]!);
}
