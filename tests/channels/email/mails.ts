/** Mails written by hand, as strings whose lines end as those of mails do. */

export const own = "hola@taller.example";
export const authservId = "mx.taller.example";

interface MailParts {
  head?: string[];
  from?: string;
  body?: string;
}

/** A plain mail of a customer; a field of `head` stands above the usual ones. */
export function mailOf(
  { head = [], from = "Ana García <Ana@Cliente.example>", body }: MailParts = {},
) {
  return lines(
    ...head,
    `From: ${from}`,
    `To: Taller <${own}>`,
    "Subject: =?utf-8?Q?Una_puerta_que_no_cierra?=",
    "Date: Tue, 24 Nov 2026 10:00:00 +0100",
    "Message-ID: <a1@cliente.example>",
    ...(head.some((line) => /^(mime-version|content-type):/i.test(line))
      ? []
      : ["Content-Type: text/plain; charset=utf-8"]),
    "",
    body ?? "¿Reparáis puertas?",
  );
}

export function lines(...texts: string[]): Uint8Array {
  return new TextEncoder().encode(texts.join("\n").replace(/\r?\n/g, "\r\n"));
}

/** A mail of several parts, each given with its own head. */
export function partsOf(kind: string, parts: string[], head: string[] = []): Uint8Array {
  return mailOf({
    head: [...head, "MIME-Version: 1.0", `Content-Type: multipart/${kind}; boundary="b"`],
    body: [...parts.map((part) => `--b\n${part}`), "--b--", ""].join("\n"),
  });
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export const undelivered = partsOf("report; report-type=delivery-status", [
  "Content-Type: text/plain\n\nI could not deliver it.",
  `Content-Type: message/delivery-status

Reporting-MTA: dns; mx.other.example

Final-Recipient: rfc822; nadie@cliente.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <nadie@cliente.example>:
 no such user`,
  `Content-Type: text/rfc822-headers

From: Taller <${own}>
Message-ID: <out1@taller.example>
Subject: Presupuesto`,
], ["Return-Path: <>", "Auto-Submitted: auto-replied"]);
