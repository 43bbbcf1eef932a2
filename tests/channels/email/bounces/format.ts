/** One way in which mail servers say that a mail did not arrive, in words of our own. */
import { lines, own } from "../mails.ts";

export const luis = "luis@cliente.example";
export const eva = "eva@otro.example";
export const ourId = "<0123456789abcdef0123456789abcdef@taller.example>";

export interface Format {
  name: string;
  from?: string;
  subject: string;
  head?: string[];
  body: string;
  /** Address, what became of it, status, and what the reason has. */
  says: [string | null, "failed" | "delayed", string | null, RegExp][];
  /** By the standard, which needs no mail of ours to be one. */
  isStandard?: boolean;
}

/** The head of the mail that came back, as servers write it below their words. */
export const copy = `Received: from taller.example by mx.example; Tue, 24 Nov 2026 09:00:00 +0000
Message-ID: ${ourId}
From: Taller <${own}>
To: Luis <${luis}>, Eva <${eva}>
Subject: Presupuesto

Hola, Eva (${eva}) decía: 550 tornillos.`;

export function mailIn({ from, subject, head = [], body }: Format): Uint8Array {
  return lines(
    ...head,
    `From: ${from ?? "Mail Delivery System <MAILER-DAEMON@mx.example>"}`,
    `To: ${own}`,
    `Subject: ${subject}`,
    "Date: Tue, 24 Nov 2026 10:00:00 +0100",
    "Message-ID: <a1@mx.example>",
    ...(head.some((line) => /^content-type:/i.test(line))
      ? []
      : ["Content-Type: text/plain; charset=utf-8"]),
    "",
    body,
  );
}

/** Parts of a mail that is no report by its type. */
export function parts(...bodies: string[]): Pick<Format, "head" | "body"> {
  return {
    head: ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'],
    body: [...bodies.map((body) => `--b\n${body}`), "--b--", ""].join("\n"),
  };
}

export function report(status: string, type = "message/delivery-status") {
  return {
    head: [
      "MIME-Version: 1.0",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    ],
    body: [
      "--b\nContent-Type: text/plain\n\nIt was not possible.",
      `--b\nContent-Type: ${type}\n\n${status}`,
      `--b\nContent-Type: message/rfc822\n\n${copy}`,
      "--b--\n",
    ].join("\n"),
  };
}
