import sanitizeHtml, { type Tag } from "sanitize-html";
import { boundedHtml } from "@/lib/channels/email/read/html_bounds.ts";
import { withoutHidden } from "@/lib/channels/email/read/hidden.ts";
import { outwardLink } from "@/lib/channels/email/read/outward_link.ts";

/** HTML of mails: what of it may be shown, and as text. */

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
export function sanitise(source: string): { html: string | null; remotePictures: number } {
  const bounded = boundedHtml(source);
  const visible = sanitised(withoutHidden(bounded));
  return visible.html === null ? sanitised(bounded) : visible;
}

function sanitised(html: string) {
  let remotePictures = 0;
  const clean = sanitizeHtml(html, {
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
      img(tagName, attribs): Tag {
        if (/^\s*(?:https?:|[/\\]{2})/i.test(attribs.src ?? "")) remotePictures++;
        const src = attribs.src?.replace(/^\s*cid:/i, "cid:");
        return { tagName, attribs: src ? { ...attribs, src } : attribs };
      },
      a(tagName, attribs): Tag {
        const href = outwardLink(attribs.href);
        const rel = "noopener noreferrer nofollow";
        return { tagName, attribs: href ? { href, rel, target: "_blank" } : {} };
      },
    },
    exclusiveFilter({ tag, attribs }) {
      return tag === "img" && !attribs.src?.startsWith("cid:");
    },
  });
  const isEmpty = !clean.includes("<img") &&
    !/[^\s\u00a0]/.test(clean.replace(/<[^<>]*>/g, "").replaceAll("&nbsp;", ""));
  return { html: isEmpty ? null : clean, remotePictures };
}

/** Private-use characters for a quotation's begin and end, and for a line break that is not doubled. */
const marks = { quote: "\uE000", unquote: "\uE001", line: "\uE002" };
const lineMarks = / ?\uE002[ \uE002]*/g;

/** Converts HTML to text: quotations behind `>`, links with an address that differs from their text. */
export function htmlToText(html: string): string {
  const bounded = boundedHtml(html).replace(/[\uE000-\uE002]/g, "");
  return textOf(withoutHidden(bounded)) || textOf(bounded);
}

function textOf(html: string): string {
  const bare = sanitizeHtml(html, {
    allowedTags: [...blocks, "br", "hr", "blockquote", "td", "th"],
    allowedAttributes: {},
    nonTextTags: unread,
    nestingLimit: deepest,
  });
  // From here on a blank has no other beside it: no pattern below may look at one twice.
  const text = bare.replace(/[\s\u00a0]+/g, " ")
    .replace(/([^> ] ?)<br \/> ?(<\/(?:div|p|td|li)>)/g, "$1$2")
    .replace(/ ?<[bh]r \/>/g, "\n")
    .replaceAll("<blockquote>", `\n${marks.quote}\n`)
    .replaceAll("</blockquote>", `\n${marks.unquote}\n`)
    .replace(/<\/t[dh]> ?<t[dh]>/g, " ").replaceAll("<li>", `${marks.line}- `)
    .replace(/<\/?(?:p|h\d|ul|ol|table|pre)>/g, "\n\n").replace(/<[^<>]*>/g, marks.line)
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
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&" };
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name]!);
}
