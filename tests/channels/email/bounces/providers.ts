/** What providers of mailboxes write. */
import { copy, type Format, luis, parts } from "./format.ts";

export const providerFormats: Format[] = [
  {
    name: "old Gmail",
    from: "Mail Delivery Subsystem <mailer-daemon@gmail.example>",
    subject: "Delivery Status Notification (Failure)",
    head: [`X-Failed-Recipients: ${luis}`],
    body: `Delivery to the following recipient failed permanently:

     ${luis}

Technical details of permanent failure:
The recipient's domain turned it down. What the other server returned was:
550 550 5.1.1 <${luis}>: User unknown (state 14).

----- Original message -----

${copy}`,
    says: [[luis, "failed", "5.1.1", /550 5\.1\.1/]],
  },
  {
    name: "old Gmail, a delay",
    from: "Mail Delivery Subsystem <mailer-daemon@gmail.example>",
    subject: "Delivery Status Notification (Delay)",
    head: [`X-Failed-Recipients: ${luis}`],
    body: `THIS IS A WARNING MESSAGE ONLY.

Delivery to the following recipient has been delayed:

     ${luis}

Message will be retried for 2 more day(s)

Technical details of temporary failure:
450 450 4.2.2 <${luis}>... Mailbox full (state 14).

   ----- Message header follows -----

${copy}`,
    says: [[luis, "delayed", "4.2.2", /Mailbox full/]],
  },
  {
    name: "old Gmail, no code",
    from: "Mail Delivery Subsystem <mailer-daemon@gmail.example>",
    subject: "Delivery Status Notification (Failure)",
    body: `Delivery to the following recipient failed permanently:

    ${luis}

Technical details of permanent failure:
DNS Error: Domain name not found

----- Original message -----

${copy}`,
    says: [[luis, "failed", null, /not found|failed permanently/]],
  },
  {
    name: "IONOS",
    subject: "Mail delivery failed: returning message to sender",
    body: `Mail software made this message.

The following address failed:

${luis}:
SMTP error from remote server for RCPT command, host: mx.cliente.example (192.0.2.5)
reason: 550 5.2.0 mail turned down

--- The header of the original message is following. ---

${copy}`,
    says: [[luis, "failed", "5.2.0", /turned down/]],
  },
  {
    name: "IONOS, too large",
    subject: "Mail delivery failed: returning message to sender",
    body: `Mail software made this message.

The following address failed:

    ${luis}

For the following reason:

Mail size limit exceeded. Delivery failed.

--- The header of the original message is following. ---

${copy}`,
    says: [[luis, "failed", null, /address failed|Delivery failed/]],
  },
  {
    name: "GMX",
    subject: "Mail delivery failed: returning message to sender",
    head: ["X-GMX-Antispam: 0"],
    body: `This is a permanent error. The following address failed:

"${luis}":
SMTP error from remote server after RCPT command:
host: mx.cliente.example
5.1.1 <${luis}>... User Unknown

--- The header of the original message is following. ---

${copy}`,
    says: [[luis, "failed", "5.1.1", /User Unknown/]],
  },
  {
    name: "T-Online",
    from: "Mail Delivery System <Mailer-Daemon@telekom.example>",
    subject: "mail failed, returning to sender",
    body: `|------------------------- Failed addresses follow: ---------------------|
 <${luis}>
   552 5.2.2 <${luis}> Quota exceeded (mailbox for user is full)

|------------------------- Message header follows: ----------------------|
${copy}`,
    says: [[luis, "failed", "5.2.2", /Quota exceeded/]],
  },
  {
    name: "Smail 3",
    from: "<MAILER-DAEMON@smail.example>",
    subject: `mail failed, returning to sender`,
    body: `|------------------------- Message log follows: -------------------------|
 no valid recipients were found for this message
|------------------------- Failed addresses follow: ---------------------|
 ${luis} ... unknown host
|------------------------- Message text follows: ------------------------|
${copy}`,
    says: [[luis, "failed", null, /unknown host/]],
  },
  {
    name: "Yahoo",
    from: "MAILER-DAEMON@yahoo.example",
    subject: "Failure Notice",
    head: ["X-YMailISG: x"],
    body: `Sorry, we were unable to deliver your message to the following address.

<${luis}>:
Remote host said:
554 delivery error: dd This user doesn't have an account here (${luis}) [0]
[RCPT_TO]

--- Below this line is a copy of the message.

${copy}`,
    says: [[luis, "failed", "5.0.0", /554 delivery error/]],
  },
  {
    name: "Amazon WorkMail",
    from: "postmaster@workmail.example",
    subject: "Delivery_Status_Notification (Failure)",
    head: ["X-Original-Mailer: Amazon WorkMail"],
    body: `Your message could not be delivered.

Technical report:

Reporting-MTA: dns; a1.smtp-out.example

Final-Recipient: rfc822; ${luis}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <${luis}>... User unknown

${copy}`,
    says: [[luis, "failed", "5.1.1", /User unknown/]],
  },
  {
    name: "KDDI",
    from: "no-reply@mail.kddi.example",
    subject: "Mail System Error - Returned Mail",
    body: `Your mail sent on: Tue, 24 Nov 2026 10:00:00 +0900
    Could not be delivered to: <${luis}>
    As the remote domain doesnt exist.

${copy}`,
    says: [[luis, "failed", null, /not be delivered/]],
  },
  {
    name: "KDDI, a full mailbox",
    from: "no-reply@mail.kddi.example",
    subject: "Mail System Error - Returned Mail",
    body: `Your mail sent on: Tue, 24 Nov 2026 10:00:00 +0900
    Could not be delivered to: <${luis}>
    As their mailbox is full.

${copy}`,
    says: [[luis, "delayed", null, /mailbox is full/]],
  },
  {
    name: "EZweb",
    from: "<Postmaster@ezweb.example>",
    subject: "Mail System Error - Returned Mail",
    body: `Each of the following recipients was rejected by a remote mail server.

   Recipient: <${luis}>
   >>> RCPT TO:<${luis}>
   <<< 550 <${luis}>: User unknown

--------------------------------------------------
${copy}`,
    says: [[luis, "failed", "5.0.0", /User unknown/]],
  },
  {
    name: "Biglobe",
    from: "postmaster@biglobe.example",
    subject: "Returned mail: User unknown",
    ...parts(
      `Content-Type: text/plain

   ----- The following addresses had delivery problems -----
${luis}

   ----- Non-delivered information -----
The number of messages in recipient's mailbox exceeded the local limit.`,
      `Content-Type: message/rfc822\nContent-Disposition: attachment\n\n${copy}`,
    ),
    says: [[luis, "delayed", null, /exceeded the local limit/]],
  },
  {
    name: "an Outlook.com that names no code",
    from: "postmaster@outlook.example",
    subject: "Undeliverable: Presupuesto",
    ...parts(
      `Content-Type: text/html

<p>Your message to <b>${luis}</b> couldn't be delivered.</p><p>luis wasn't found.</p>`,
      `Content-Type: message/rfc822\n\n${copy}`,
    ),
    says: [[luis, "failed", null, /couldn't be delivered/]],
  },
];
