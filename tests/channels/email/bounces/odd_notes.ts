/** Reports that fit no pattern: brackets, stars, nobody named, ids without brackets. */
import { copy, eva, type Format, luis, ourId, parts } from "./format.ts";

export const oddFormats: Format[] = [
  {
    name: "a mail service with brackets",
    from: '"Mail Delivery" <noreply@service.example>',
    subject: "There was an error sending your mail",
    ...parts(
      `Content-Type: text/plain

We had trouble delivering your message. Full details follow:

Subject: 'Presupuesto'
Date: 'Tue, 24 Nov 2026 10:00:00 +0100'

1 error(s):

SMTP Server <mx.cliente.example> rejected recipient <${luis}>
  (Error following RCPT command). It responded as follows: [550 5.1.1 User unknown]`,
      `Content-Type: text/rfc822-headers\n\n${copy}`,
    ),
    says: [[luis, "failed", "5.1.1", /550 5\.1\.1/]],
  },
  {
    name: "a notice with stars",
    from: "Mail Delivery System <noreply@stars.example>",
    subject: "Delivery status notification",
    body: `=====================================================================
      This is an automatically generated Delivery Status Notification.

Delivery to the following recipients failed permanently:

  * ${luis}
  * ${eva}

=====================================================================
                            Technical details:

SMTP:RCPT host 192.0.2.8: 553 5.3.0 No such user here
=====================================================================

${copy}`,
    says: [
      [luis, "failed", "5.3.0", /553 5\.3\.0/],
      [eva, "failed", "5.3.0", /553 5\.3\.0/],
    ],
  },
  {
    name: "a null sender with code and id",
    from: "Correo <avisos@correo.example>",
    subject: "Aviso",
    head: ["Return-Path: <>"],
    body: `El mensaje para ${luis} fue rechazado: 550 5.1.1 usuario desconocido.

Message-ID: ${ourId.slice(1, -1)}`,
    says: [[luis, "failed", "5.1.1", /desconocido/]],
  },
  {
    name: "a head in base64",
    subject: "Undelivered Mail Returned to Sender",
    ...parts(
      `Content-Type: text/plain\n\n<${luis}>: 550 no such user`,
      `Content-Type: text/rfc822-headers\nContent-Transfer-Encoding: base64\n\n${
        btoa(`Message-ID: ${ourId}\nSubject: x\n`)
      }`,
    ),
    says: [[luis, "failed", "5.0.0", /no such user/]],
  },
  {
    name: "nobody is named",
    subject: "Undelivered Mail Returned to Sender",
    body: `The message could not be delivered: 550 5.7.1 message refused by policy

${copy}`,
    says: [[null, "failed", "5.7.1", /policy/]],
  },
  {
    name: "old Sendmail, given up after days",
    subject: "Returned mail: Cannot send message for 4 days",
    body: `   ----- Transcript of session follows -----
421 <${luis}>... Deferred: Connection timed out with cliente.example

   ----- Unsent message follows -----
${copy}`,
    says: [[luis, "failed", "4.0.0", /421/]],
  },
  {
    name: "old Sendmail, going on for days",
    subject: "Warning: could not send message for past 4 hours",
    body: `   ----- Transcript of session follows -----
421 <${luis}>... Deferred: Connection timed out with cliente.example

   ----- Unsent message follows -----
${copy}`,
    says: [[luis, "delayed", "4.0.0", /421/]],
  },
  {
    name: "a mail that went round in circles",
    from: "POSTMASTER@cliente.example",
    subject: "Undeliverable message",
    body: `------- Reasons of the failure --------

The mail for ${luis} has more than the maximum hop count

------- Returned Message --------
${copy}`,
    says: [[luis, "failed", null, /hop count/]],
  },
  {
    name: "a full folder, which is no lasting fault",
    subject: "failure notice",
    body: `Your mail did not arrive. This is a permanent error.

<${luis}>:
child status 100...The mailfolder is full.

--- Below this line is a copy of the message.

${copy}`,
    says: [[luis, "delayed", null, /folder is full/]],
  },
  {
    name: "a postmaster with an underscore, who answers",
    from: "post_master@phone.example",
    subject: "Re: Presupuesto",
    head: [`In-Reply-To: ${ourId}`],
    body: `Error: the user's address is wrong

550 - no such user here

RCPT TO: ${luis}`,
    says: [[luis, "failed", "5.0.0", /550/]],
  },
  {
    name: "a scanner that gave up",
    from: "scanner@otro.example",
    subject: "Mail could not be delivered",
    ...parts(
      `Content-Type: text/plain

*** A message of the scanner ***
RCPT TO:<${luis}>
Exceeded the maximum delivery attempts.`,
      `Content-Type: message/rfc822\n\n${copy}`,
    ),
    says: [[luis, "failed", "4.4.7", /maximum delivery/]],
  },
  {
    name: "a subject with a hyphen",
    from: "admin@otro.example",
    subject: "Non-Delivery: Presupuesto",
    body: `This mail could not be delivered to "Luis" <${luis}>

${copy}`,
    says: [[luis, "failed", null, /not be delivered/]],
  },
  {
    name: "a quota that is exceeded",
    subject: "failure notice",
    body: `We were not able to deliver your mail:

<${luis}>:
The account is exceeding their quota.

${copy}`,
    says: [[luis, "delayed", null, /quota/]],
  },
  {
    name: "no reason at all",
    subject: "failure notice",
    body: `I wasn't able to deliver your mail to these addresses.

<${luis}>:

--- Below this line is a copy of the message.

${copy}`,
    says: [[luis, "failed", null, /able to deliver/]],
  },
  {
    name: "an error in between",
    subject: "Processing Error",
    body: `Recipient: ${luis}

The mail has been returned because it met an error.

${copy}`,
    says: [[luis, "failed", null, /returned because/]],
  },
  {
    name: "an address of before",
    subject: "Your message",
    body: `${luis} is wrong or no longer valid. Your message has NOT been delivered.

${copy}`,
    says: [[luis, "failed", null, /no longer valid/]],
  },
  {
    name: "hours that are over",
    subject: "Delivery status notification",
    body: `Delivery to these was aborted after 5.0 hour(s):

  * ${luis}

${copy}`,
    says: [[luis, "failed", "4.4.7", /aborted/]],
  },
  {
    name: "attempts that are over",
    subject: "[Postmaster] Email Delivery Failure",
    body: `The mail for

-- ${luis}

could not be delivered. The problem:

-- 4.4.4 Temporary server error

This happened after 30 attempt(s) to deliver over 92 hours.

${copy}`,
    says: [[luis, "failed", "4.4.4", /4\.4\.4/]],
  },
  {
    name: "a full mailbox that is tried again",
    subject: "Mail Delivery Warning",
    body: `Delivery to "${luis}" is postponed due to a full mailbox.

We will continue to try it.

${copy}`,
    says: [[luis, "delayed", null, /full mailbox/]],
  },
];
