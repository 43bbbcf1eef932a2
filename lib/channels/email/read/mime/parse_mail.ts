import type { Field, Part } from "@/lib/channels/email/read/mime/structured.ts";
import { decodeWords } from "postal-mime";
import { fieldOf } from "@/lib/channels/email/read/headers.ts";
import { htmlToText } from "@/lib/channels/email/read/html.ts";
import { longestHtml } from "@/lib/channels/email/read/html_bounds.ts";
import { bytesOf, textOf } from "@/lib/channels/email/read/mime/body.ts";
import {
  filenameOf,
  isReadable,
  isShort,
  toAttachment,
} from "@/lib/channels/email/read/mime/attachment.ts";
import type { Attachment, Email } from "@/lib/channels/email/read/mime/parsed.ts";
import { withoutPictures } from "@/lib/channels/email/read/mime/pictures.ts";
import { signedContent } from "@/lib/channels/email/read/mime/signed.ts";
import { isStub } from "@/lib/channels/email/read/mime/stub.ts";
import { type Budget, isMultipart, readTree } from "@/lib/channels/email/read/mime/tree.ts";

/** Gathers what the parts of a mail say: its texts as one, mails inside of it too, and its files. */

const mostOfMail = {
  parts: 2_000,
  headBytes: 4_194_304,
  textBytes: 1_000_000,
  htmlBytes: 30_000_000,
};
const mostInnerBytes = 50_000_000;
const mostWithin = 10;

/** @throws Error it is larger or deeper than any mail */
export function parseMail(raw: Uint8Array): Email {
  return new Gathering(raw, { ...mostOfMail, innerBytes: mostInnerBytes, pictures: 1 }, 0).email();
}

interface Limits extends Budget {
  textBytes: number;
  /** Bound of HTML, with the pictures in it. */
  htmlBytes: number;
  /** Number of the next picture that is found in HTML. */
  pictures: number;
  innerBytes: number;
}

type Kind = "plain" | "html";

/** Texts of one kind or both: of a part, or of those that say the same in two ways. */
type Texts = Partial<Record<Kind, string[]>>;

class Gathering {
  readonly root: Part;
  readonly texts = new Map<Part, Texts>();
  readonly attachments: Attachment[] = [];
  restBytes: number;
  isCut = false;
  isSigned = false;
  readonly #isReport: boolean;
  /** Whether a text without a name stands for the mail: then those with a name are files. */
  readonly #hasBody: boolean;

  constructor(raw: Uint8Array, private readonly limits: Limits, private readonly within: number) {
    const { root, rest } = readTree(raw, limits);
    this.root = root;
    this.restBytes = rest.length;
    this.#isReport = hasReport(root);
    this.#hasBody = hasBody(root);
    this.#gather(root);
  }

  email(): Email {
    const { root, attachments, restBytes, isCut, isSigned } = this;
    const text = this.#joined("plain");
    const html = this.#joined("html");
    return {
      head: root.fields,
      attachments,
      restBytes,
      isCut,
      isSigned,
      ...(text ? { text } : {}),
      ...(html ? { html } : {}),
    };
  }

  /** @param alternative the innermost part whose texts say the same */
  #gather(part: Part, parent?: Part, alternative?: Part): void {
    if (isMultipart(part)) {
      const inner = part.type.value === "multipart/alternative" ? part : alternative;
      for (const child of part.children) this.#gather(child, part, inner);
    } else if (this.#isInlineMail(part)) this.#gatherMail(part);
    else if (isOpaque(part) && this.#gatherSigned(part)) this.isSigned = true;
    else if (!isText(part)) this.attachments.push(toAttachment(part));
    else if (!part.isTyped && !isReadable(part)) {
      this.attachments.push({ ...toAttachment(part), mimeType: "application/octet-stream" });
    } else if (filenameOf(part) === null || isBodyOf(parent, part)) {
      this.#gatherText(part, alternative ?? part);
    } else this.#gatherNamed(part, alternative ?? part);
  }

  #gatherText(part: Part, place: Part): void {
    const kind = kindOf(part);
    const { text, isCut } = kind === "html" ? this.#htmlOf(part) : this.#plainOf(part);
    this.#say(place, kind, text);
    if (!isCut) return;
    this.isCut = true;
    const filename = filenameOf(part) ?? (kind === "html" ? "text.html" : "text.txt");
    this.attachments.push({ ...toAttachment(part), filename });
  }

  #plainOf(part: Part) {
    const { textBytes } = this.limits;
    const { length } = part.body;
    this.limits.textBytes -= Math.min(length, textBytes);
    return { text: textOf(part, textBytes), isCut: length > textBytes };
  }

  /** Pasted pictures are no text: without them the rest of it is shown. */
  #htmlOf(part: Part) {
    const { textBytes, htmlBytes } = this.limits;
    const { length } = part.body;
    this.limits.htmlBytes -= Math.min(length, htmlBytes);
    const { html, pictures } = withoutPictures(textOf(part, htmlBytes), this.limits.pictures);
    this.limits.pictures += pictures.length;
    this.limits.textBytes -= Math.min(html.length, textBytes);
    this.attachments.push(...pictures);
    const isCut = length > htmlBytes || html.length > Math.min(textBytes, longestHtml);
    return { text: html.slice(0, textBytes), isCut };
  }

  /** A text that is a file, shown besides where it is short or nothing else is the mail's. */
  #gatherNamed(part: Part, place: Part): void {
    this.attachments.push(toAttachment(part));
    const isBody = !this.#hasBody && this.texts.size === 0;
    const text = textOf(part, this.limits.textBytes);
    if (!isBody && !isShort(text) || !isReadable(part)) return;
    this.#say(place, kindOf(part), text);
    this.limits.textBytes -= Math.min(part.body.length, this.limits.textBytes);
  }

  #say(place: Part, kind: Kind, text: string): void {
    const texts = this.texts.get(place) ?? {};
    this.texts.set(place, texts);
    (texts[kind] ??= []).push(text);
  }

  #isInlineMail({ type, disposition, encoding, body }: Part): boolean {
    return type.value === "message/rfc822" && !this.#isReport && this.within < mostWithin &&
      ["inline", ""].includes(disposition.value) &&
      (!encoding || body.length <= this.limits.innerBytes);
  }

  /** A mail within this one is read as a part of its text. */
  #gatherMail(part: Part): void {
    if (part.encoding) this.limits.innerBytes -= part.body.length;
    const raw = part.encoding ? bytesOf(part) : part.body;
    const inner = new Gathering(raw, this.limits, this.within + 1);
    const has = (kind: Kind) => [...inner.texts.values()].some((texts) => texts[kind]);
    const head = headText(inner.root.fields);
    if (has("plain") || !has("html")) this.#say(part, "plain", head);
    if (has("html")) this.#say(part, "html", textToHtml(head));
    this.#take(inner);
    if (filenameOf(part) !== null) this.attachments.push(toAttachment(part));
  }

  /** @returns whether a part of a mail is what is signed */
  #gatherSigned(part: Part): boolean {
    if (this.within >= mostWithin || part.body.length > this.limits.innerBytes) return false;
    this.limits.innerBytes -= part.body.length;
    const content = signedContent(bytesOf(part));
    if (!content) return false;
    this.#take(new Gathering(content, this.limits, this.within + 1));
    this.attachments.push(toAttachment(part));
    return true;
  }

  #take(inner: Gathering): void {
    for (const [place, texts] of inner.texts) this.texts.set(place, texts);
    this.attachments.push(...inner.attachments);
    this.restBytes += inner.restBytes;
    this.isCut ||= inner.isCut;
    this.isSigned ||= inner.isSigned;
  }

  /** Joins all texts of a kind; one that exists only in the other kind is converted. */
  #joined(kind: Kind): string | undefined {
    const all = [...this.texts.values()];
    if (!all.some((texts) => texts[kind])) return undefined;
    const [other, turned] = kind === "plain"
      ? ["html", (html: string) => `${htmlToText(html)}\n`] as const
      : ["plain", textToHtml] as const;
    return all.flatMap((texts) => {
      const own = kind === "plain" && isStubOf(texts) ? undefined : texts[kind];
      return own ?? texts[other]!.map(turned);
    }).join("\n");
  }
}

function isStubOf({ plain, html }: Texts): boolean {
  return plain !== undefined && html !== undefined && isStub(plain.join("\n"), html.join("\n"));
}

const opaque = /^application\/(?:x-)?pkcs7-mime$/;

/** A signature around what it signs (RFC 8551, 3.5.2), by its type or its usual name. */
function isOpaque(part: Part): boolean {
  return opaque.test(part.type.value) || filenameOf(part)?.toLowerCase() === "smime.p7m";
}

function kindOf({ type }: Part): Kind {
  return type.value === "text/html" ? "html" : "plain";
}

/** A named part is no file where its parent is a choice of texts, or a text with its pictures. */
function isBodyOf(parent: Part | undefined, part: Part): boolean {
  return parent?.type.value === "multipart/alternative" ||
    parent?.type.value === "multipart/related" && parent.children[0] === part;
}

function hasBody(part: Part, parent?: Part): boolean {
  if (isMultipart(part)) return part.children.some((child) => hasBody(child, part));
  return isText(part) && (filenameOf(part) === null || isBodyOf(parent, part));
}

function isText({ type, disposition }: Part): boolean {
  return disposition.value !== "attachment" &&
    (type.value === "text/plain" || type.value === "text/html");
}

const reports = new Set(["message/delivery-status", "message/feedback-report"]);

/** The mail inside of a report is evidence, and no part of what it says. */
function hasReport(part: Part): boolean {
  return isMultipart(part) ? part.children.some(hasReport) : reports.has(part.type.value);
}

const shownFields = ["From", "Subject", "Date", "To", "Cc", "Bcc"];
const longestShown = 1_000;

function headText(fields: readonly Field[]): string {
  const lines = shownFields.flatMap((name) => {
    const value = fieldOf(fields, name.toLowerCase())?.slice(0, longestShown);
    return value ? [`${`${name}:`.padEnd(8)} ${decodeWords(value).replaceAll("\n", " ")}`] : [];
  });
  const rule = "-".repeat(Math.min(80, Math.max(0, ...lines.map(({ length }) => length))));
  return ["", rule, ...lines, rule, ""].join("\n");
}

const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function textToHtml(text: string): string {
  const escaped = text.trim().replace(/[&<>"]/g, (char) => names[char]!);
  return `<div>${escaped.replaceAll("\n", "<br />")}</div>`;
}
