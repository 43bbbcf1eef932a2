import { Buffer } from "node:buffer";
import type { ImapFlow } from "imapflow";
import { imapFailure } from "@/lib/channels/email/imap.ts";

const usualNames = ["Sent", "Sent Items", "Sent Messages", "Enviados", "Elementos enviados"];

/** Finds the folder of sent mail, by its special use (RFC 6154) or else by its name. */
export async function findSentFolder(client: ImapFlow): Promise<string | undefined> {
  const folders = await client.list().catch((error) => {
    throw imapFailure(error);
  });
  const marked = folders.find(({ specialUse }) => specialUse === "\\Sent");
  if (marked) return marked.path;
  const byName = new Map(folders.map(({ path, name }) => [name.toLowerCase(), path]));
  return usualNames.map((name) => byName.get(name.toLowerCase())).find(Boolean);
}

export async function appendSent(client: ImapFlow, folder: string, raw: Uint8Array, date: Date) {
  try {
    await client.append(
      folder,
      Buffer.from(raw.buffer, raw.byteOffset, raw.length),
      ["\\Seen"],
      date,
    );
  } catch (error) {
    throw imapFailure(error);
  }
}
