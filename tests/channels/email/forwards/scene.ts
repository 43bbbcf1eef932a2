/** Mails that colleagues pass on. */
import { lines, own } from "../mails.ts";

export const question = "¿Reparáis puertas?";
export const colleague = "Marta Gil <marta@taller.example>";
export const customer = "Eva Soto <eva@cliente.example>";

interface ForwardOptions {
  from?: string;
  to?: string;
  person?: string;
  words?: string;
  text?: string;
}

/** As Gmail passes it on; `n` makes it another mail. */
export function forwardOf(
  n: number,
  { from = colleague, to = own, person = customer, words = "", text = question }: ForwardOptions =
    {},
): Uint8Array {
  return lines(
    ...[`From: ${from}`, `To: ${to}`, "Subject: Fwd: Puerta", `Message-ID: <f${n}@taller.example>`],
    ...["Date: Tue, 24 Nov 2026 10:00:00 +0100", "Content-Type: text/plain; charset=utf-8", ""],
    ...words === "" ? [] : [words, ""],
    ...["---------- Forwarded message ---------", `From: ${person}`],
    ...["Date: Tue, Nov 24, 2026 at 9:00 AM", "Subject: Puerta", `To: ${from}`, "", text],
  );
}

/** What is stored of a mail that passes one of the person on. */
export function forwardingFacts(name: string, address: string) {
  return {
    ...{ to: [], cc: [], recipients: 1, replyTo: null, isVerified: true, remotePictures: 0 },
    invitation: null,
    forwarded: {
      ...{ person: { name, address }, subject: name, date: null },
      ...{ words: name, text: name, quoted: null },
    },
  };
}
