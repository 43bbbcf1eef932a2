import { hrefIn } from "@/components/page.ts";
import { outwardLink } from "@/lib/channels/email/read/outward_link.ts";
import type { FileRecord } from "@/lib/files/file.ts";

/**
 * The document of a mail's frame. Its frame runs no script, and takes over the policy of the page:
 * nothing is fetched from elsewhere, and no style stands but the one here, which has the page's nonce.
 */

const style = `
  body { margin: 1rem; font: 15px/1.5 system-ui, sans-serif; color: #1a1d21; background: #fff;
    overflow-wrap: anywhere }
  img { max-width: 100%; height: auto }
  blockquote { margin: 0 0 0 0.5rem; padding-left: 0.75rem; border-left: 2px solid #c4c9d0 }
  pre { white-space: pre-wrap }
  a { color: #1d4fc4 }
`;

const most = { pictureBytes: 5_000_000, bytes: 20_000_000 };

interface Given {
  html: string;
  files: readonly FileRecord[];
  companyId: number;
}

/** Puts the mail's own pictures in place, since the frame has no right to ask for them. */
export async function mailDocument({ html, files, companyId }: Given): Promise<string> {
  const mail = new DOMParser().parseFromString(html, "text/html");
  // Mails that earlier versions stored have links that only a page gives a server: ours.
  for (const link of [...mail.links]) {
    const href = outwardLink(link.getAttribute("href"));
    if (href) link.setAttribute("href", href);
    else link.removeAttribute("href");
  }
  const named = new Map(files.map((file) => [file.content_id, file]));
  const read = new Map<string, Promise<string | null>>();
  let budget = most.bytes;
  await Promise.all([...mail.images].map(async (image) => {
    const file = named.get(contentIdOf(image));
    image.removeAttribute("src");
    if (!file || !file.inline || !file.type.startsWith("image/")) return;
    if (!read.has(file.id)) {
      if (file.size > Math.min(budget, most.pictureBytes)) return;
      budget -= file.size;
      read.set(file.id, readPicture(file, companyId));
    }
    const url = await read.get(file.id);
    if (url) image.src = url;
  }));
  const nonce = document.querySelector<HTMLElement>("script[nonce], style[nonce]")?.nonce ?? "";
  return `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light">` +
    `<style nonce="${nonce}">${style}</style>${mail.body.innerHTML}`;
}

function contentIdOf(image: HTMLImageElement): string | null {
  const src = image.getAttribute("src") ?? "";
  if (!src.startsWith("cid:")) return null;
  try {
    return decodeURIComponent(src.slice(4));
  } catch {
    return src.slice(4);
  }
}

/** Reads a picture as a `data:` address, which the policy allows; null where it cannot. */
async function readPicture({ id, type }: FileRecord, companyId: number): Promise<string | null> {
  try {
    const answer = await fetch(hrefIn(companyId, `/api/admin/files/${id}`));
    if (!answer.ok) return null;
    const blob = new Blob([await answer.arrayBuffer()], { type });
    return await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.onerror = () => resolve(null);
      reader.readAsDataURL(blob);
    });
  } catch {
    return null;
  }
}
