import { bytesOf } from "@/lib/channels/email/read/mime/body.ts";
import type { Attachment } from "@/lib/channels/email/read/mime/parsed.ts";

/** Pictures that were pasted into HTML (`data:`, RFC 2397): they become files of the mail. */

const most = { pictures: 50, chars: 7_000_000 };
const head = /^data:(image\/(?:png|jpe?g|pjpeg|gif|webp))(?:;[\w-]{1,40}=[\w-]{1,40})?;base64,/i;
const longestHead = 120;
const attribute = /\ssrc\s{0,4}=\s{0,4}["']?$/i;
const longestAttribute = 20;

/** @param first number of the first one, by which the HTML names it */
export function withoutPictures(
  html: string,
  first: number,
): { html: string; pictures: Attachment[] } {
  const pieces: string[] = [];
  const pictures: Attachment[] = [];
  const ids = new Map<string, string>();
  let from = 0;
  for (const { begin, end } of addressesIn(html)) {
    const address = html.slice(begin, end);
    const [prefix, type] = head.exec(address.slice(0, longestHead)) ?? [];
    pieces.push(html.slice(from, begin));
    from = end;
    if (!prefix || address.length > most.chars) continue;
    const id = ids.get(address) ?? `pasted-${first + pictures.length}@relevo.invalid`;
    if (!ids.has(address)) {
      if (pictures.length >= most.pictures) continue;
      ids.set(address, id);
      pictures.push(toPicture(type!.toLowerCase(), address.slice(prefix.length), id));
    }
    pieces.push(`cid:${id}`);
  }
  return { html: from === 0 ? html : pieces.join("") + html.slice(from), pictures };
}

interface Place {
  begin: number;
  end: number;
}

/** `data:` addresses of attributes named `src`. */
function* addressesIn(html: string): Generator<Place> {
  const last = new Map([`"`, `'`, ">"].map((sign) => [sign, html.lastIndexOf(sign)]));
  const start = /data:image\//gi;
  for (let match = start.exec(html); match; match = start.exec(html)) {
    const begin = match.index;
    if (!attribute.test(html.slice(Math.max(0, begin - longestAttribute), begin))) continue;
    const before = html[begin - 1]!;
    const sign = last.has(before) ? before : ">";
    if (last.get(sign)! < begin) continue;
    const end = html.indexOf(sign, begin);
    start.lastIndex = end;
    yield { begin, end: sign === ">" ? bareEnd(html, begin, end) : end };
  }
}

function bareEnd(html: string, begin: number, end: number): number {
  const blank = html.slice(begin, end).search(/\s/);
  return blank < 0 ? end : begin + blank;
}

function toPicture(mimeType: string, data: string, id: string): Attachment {
  const body = new TextEncoder().encode(data.includes("%") ? unescaped(data) : data);
  return {
    filename: null,
    mimeType,
    disposition: "inline",
    contentId: `<${id}>`,
    content: bytesOf({ encoding: "base64", body }),
  };
}

function unescaped(data: string): string {
  try {
    return decodeURIComponent(data);
  } catch {
    return data;
  }
}
