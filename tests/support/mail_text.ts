/** What a test's mail server is given. */
import type { SMTPServerDataStream } from "smtp-server";

/** Reads a message; null if its sender hung up in the middle, as one that is killed does. */
export async function mailText(stream: SMTPServerDataStream): Promise<string | null> {
  let text = "";
  try {
    for await (const chunk of stream) text += chunk;
  } catch {
    return null;
  }
  return text;
}
