/** What servers write that offices run: Exchange, Domino, IMail, gateways. */
import { own } from "../mails.ts";
import { copy, eva, type Format, luis, ourId, parts } from "./format.ts";

export const officeFormats: Format[] = [
  {
    name: "Exchange 2003",
    from: "System Administrator <postmaster@oficina.example>",
    subject: "Undeliverable: Presupuesto",
    ...parts(
      `Content-Type: text/plain

Your message

  To:      Luis; ${eva}
  Subject: Presupuesto
  Sent:    Tue, 24 Nov 2026 10:00:00 +0100

did not reach the following recipient(s):

${luis} on Tue, 24 Nov 2026 10:00:05 +0100
    The recipient name is not recognized
    The MTS-ID of the original message is: c=es;a= ;p=oficina;l=OFI0123456789
    MSEXCH:IMS:OFICINA:CENTRAL:OFI 0 (000C05A6) Unknown Recipient`,
      `Content-Type: message/rfc822\n\n${copy}`,
    ),
    says: [[luis, "failed", null, /did not reach|not recognized|Unknown Recipient/]],
  },
  {
    name: "Exchange 2007 in HTML",
    from: "Microsoft Exchange <exchange@oficina.example>",
    subject: "Undeliverable: Presupuesto",
    head: ["Content-Type: text/html; charset=utf-8"],
    body: `<p>Delivery has failed to these recipients:</p><p><a href="mailto:${luis}">Luis</a></p>
<p>Diagnostic information for administrators:</p><p>Generating server: ex.oficina.example</p>
<p>${luis}<br>#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##</p>
<p>Original message headers:</p><pre>Message-ID: &lt;${ourId.slice(1, -1)}&gt;</pre>`,
    says: [[luis, "failed", "5.1.1", /RESOLVER/]],
  },
  {
    name: "Exchange, the queue's end",
    from: "postmaster@oficina.example",
    subject: "No se puede entregar: Presupuesto",
    body: `Error en la entrega a estos destinatarios:

${luis}
Remote Server at cliente.example returned '550 4.4.7 QUEUE.Expired; message expired'

Original message headers:

Message-ID: ${ourId}`,
    says: [[luis, "failed", "4.4.7", /QUEUE\.Expired/]],
  },
  {
    name: "Lotus Notes",
    from: "Notes <notes@oficina.example>",
    subject: "Undeliverable message",
    body: `------- Failure Reasons  --------

User not listed in public Name & Address Book
${luis}

------- Returned Message --------

${copy}`,
    says: [[luis, "failed", null, /not listed/]],
  },
  {
    name: "Domino",
    from: "postmaster@oficina.example",
    subject: "DELIVERY FAILURE: User luis not listed in Domino Directory",
    body: `Your message

  Subject: Presupuesto

was not delivered to:

  ${luis}

because:

  User luis (${luis}) not listed in Domino Directory

${copy}`,
    says: [[luis, "failed", null, /not listed|not delivered/]],
  },
  {
    name: "IMail, an unknown user",
    from: "Postmaster <postmaster@imail.example>",
    subject: "Undeliverable Mail ",
    head: ["X-Mailer: <SMTP32 v8.22>"],
    body: `Unknown user: ${luis}

Original message follows.

${copy}`,
    says: [[luis, "failed", null, /Unknown user/]],
  },
  {
    name: "IMail, a full mailbox",
    from: "Postmaster <postmaster@imail.example>",
    subject: "Undeliverable Mail",
    body: `User mailbox exceeds allowed size: ${luis}

Original message follows.

${copy}`,
    says: [[luis, "delayed", null, /exceeds allowed size/]],
  },
  {
    name: "IMail, after its attempts",
    from: "Postmaster <postmaster@imail.example>",
    subject: "Undeliverable Mail",
    body: `Delivery failed 20 attempts: ${luis}

Original message follows.

${copy}`,
    says: [[luis, "failed", null, /20 attempts/]],
  },
  {
    name: "Courier",
    from: '"Courier mail server at courier.example" <@courier.example>',
    subject: "NOTICE: mail delivery status.",
    head: ["Return-Path: <>"],
    body: `This is a delivery status notification from courier.example.

UNDELIVERABLE MAIL

<${luis}>:
    mx.cliente.example [192.0.2.5]:
  >>> RCPT TO:<${luis}>
  <<< 550 5.1.1 <${luis}>: User unknown

${copy}`,
    says: [[luis, "failed", "5.1.1", /550 5\.1\.1/]],
  },
  {
    name: "Sun's messaging server",
    from: "Internet Mail Delivery <postmaster@sun.example>",
    subject: "Delivery Notification: Delivery has failed",
    body: `This report relates to a message you sent with the following header fields:

  Message-id: ${ourId}
  Date: Tue, 24 Nov 2026 10:00:00 +0100
  From: Taller <${own}>
  To: ${luis}, ${eva}
  Subject: Presupuesto

Your message cannot be delivered to the following recipients:

  Recipient address: ${luis}
  Reason: Remote SMTP server has rejected address
  Diagnostic code: smtp;550 5.1.1 <${luis}>... User Unknown`,
    says: [[luis, "failed", "5.1.1", /User Unknown/]],
  },
  {
    name: "Apache James",
    from: "postmaster@james.example",
    subject: "[BOUNCE]",
    body: `Hi. This is the James mail server at james.example. It could not do it.
Below are the addresses and the reason.

Error message below:
550 - Requested action not taken: no such user here

  ${luis}

The original message is below.

${copy}`,
    says: [[luis, "failed", "5.0.0", /no such user/]],
  },
  {
    name: "MailMarshal",
    from: "Gateway <gateway@marshal.example>",
    subject: 'Undeliverable Mail: "Presupuesto"',
    body: `Your message:
   From:    ${own}
   Subject: Presupuesto

Could not be delivered because of

550 5.1.1 User unknown

The following recipients were affected:
    ${luis}

Additional Information
Original Sender:    <${own}>
MessageName:        <B5499967.000000000001.0003.mml>

+++++++++++++++++++++++++++++++++++ original message +++
${copy}`,
    says: [[luis, "failed", "5.1.1", /550 5\.1\.1/]],
  },
  {
    name: "m-FILTER",
    from: "m-filter@filter.example",
    subject: "failure notice",
    head: ["X-Mailer: m-FILTER"],
    body: `この送信に失敗しました。
${luis}

-------server message
550 5.1.1 unknown user <${luis}>

-------SMTP command
DATA

-------original message
${copy}`,
    says: [[luis, "failed", "5.1.1", /unknown user/]],
  },
  {
    name: "InterScan",
    from: '"InterScan MSS" <virus@scan.example>',
    subject: "Mail could not be delivered",
    head: ["Return-Path: <>"],
    body: `Sent <<< RCPT TO:<${luis}>
Received >>> 550 5.1.1 <${luis}>... user unknown
Unable to deliver message to <${luis}>.

${copy}`,
    says: [[luis, "failed", "5.1.1", /550 5\.1\.1/]],
  },
  {
    name: "a gateway that puts its words in brackets",
    from: '"Mail Deliver System" <daemon@gate.example>',
    subject: "Returned Mail: User unknown",
    body: `The original message was received at Tue, 24 Nov 2026 10:00:00 +0100
from taller.example

---The following addresses had delivery errors---

${luis} [User unknown]

${copy}`,
    says: [[luis, "failed", null, /User unknown/]],
  },
];
