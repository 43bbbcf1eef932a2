/** What servers write that companies run: Exim, qmail, Sendmail, Postfix, Exchange, Domino, … */
import { own } from "../mails.ts";
import { copy, eva, type Format, luis, ourId } from "./format.ts";

export const serverFormats: Format[] = [
  {
    name: "Exim",
    subject: "Mail delivery failed: returning message to sender",
    head: [`X-Failed-Recipients: ${luis}`, "Auto-Submitted: auto-replied"],
    body: `Mail software made this message. It is a permanent error, and these addresses failed:

  ${luis}
    host mx.cliente.example [192.0.2.5]
    SMTP error from remote mail server after RCPT TO:<${luis}>:
    550 5.1.1 <${luis}>: no mailbox of that name

------ This is a copy of the message, including all the headers. ------

${copy}`,
    says: [[luis, "failed", "5.1.1", /550 5\.1\.1/]],
  },
  {
    name: "Exim, a domain that does not exist",
    subject: "Mail delivery failed: returning message to sender",
    head: [`X-Failed-Recipients: ${luis}`],
    body: `The address failed permanently:

  ${luis}
    Unrouteable address

------ This is a copy of your message, including all the headers. ------

${copy}`,
    says: [[luis, "failed", null, /Unrouteable/]],
  },
  {
    name: "Exim, two of which the head names one more",
    subject: "Mail delivery failed",
    head: [`X-Failed-Recipients: ${luis}, ${eva}`],
    body: `A permanent error of these:

  ${luis}
    550 unknown user

------ This is a copy of the message's headers. ------

${copy}`,
    says: [[luis, "failed", "5.0.0", /unknown user/], [eva, "failed", "5.0.0", /unknown user/]],
  },
  {
    name: "Exim, after days",
    subject: "Mail delivery failed: returning message to sender",
    head: [`X-Failed-Recipients: ${luis}`],
    body: `  ${luis}
    host mx.cliente.example: 451 greylisted: retry timeout exceeded

------ This is a copy of the message, including all the headers. ------

${copy}`,
    says: [[luis, "failed", "4.0.0", /retry timeout/]],
  },
  {
    name: "Exim, a delay",
    subject: "Warning: message 1abcde-000000-00 delayed 24 hours",
    body: `A message of yours has not yet been delivered to all after more than 24 hours.
The address that it waits for is:

  ${luis}
    host mx.cliente.example: 421 busy

No action is required on your part. The message identifier is ${ourId}.`,
    says: [[luis, "delayed", "4.0.0", /421 busy/]],
  },
  {
    name: "qmail",
    from: "MAILER-DAEMON@qmail.example",
    subject: "failure notice",
    head: ["Return-Path: <>"],
    body: `Hi. This is the qmail-send program at qmail.example.
It did not work out for these addresses. It has given up; sorry.

<${luis}>:
192.0.2.5 does not like recipient.
Remote host said: 550 5.1.1 <${luis}>... User unknown
Giving up on 192.0.2.5.

--- Below this line is a copy of the message.

Return-Path: <${own}>
${copy}`,
    says: [[luis, "failed", "5.1.1", /User unknown/]],
  },
  {
    name: "qmail, a mailbox of its own",
    from: "MAILER-DAEMON@qmail.example",
    subject: "failure notice",
    body: `Hi. This is the qmail-send program at qmail.example.

<${luis}>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

${copy}`,
    says: [[luis, "failed", "5.1.1", /no mailbox/]],
  },
  {
    name: "qmail, too long in the queue",
    from: "MAILER-DAEMON@qmail.example",
    subject: "failure notice",
    body: `Hi. This is the qmail-send program at qmail.example.

<${luis}>:
Connected to 192.0.2.5 but greeting failed.
I'm not going to try again; this message has been in the queue too long.

--- Below this line is a copy of the message.

${copy}`,
    says: [[luis, "failed", "4.4.7", /too long/]],
  },
  {
    name: "a kin of qmail in Spanish",
    from: "Servicio de correo <postmaster@correo.example>",
    subject: "failure notice",
    body: `Su mensaje no pudo ser entregado a esta dirección:

<${luis}>:
El usuario no existe

--- Below this line is a copy of the message.

${copy}`,
    says: [[luis, "failed", null, /no existe|no pudo/]],
  },
  {
    name: "an old Sendmail",
    from: "Mail Delivery Subsystem <MAILER-DAEMON@old.example>",
    subject: "Returned mail: User unknown",
    body: `The original message was received at Tue, 24 Nov 2026 09:00:00 GMT
from taller.example [192.0.2.9]

   ----- The following addresses had permanent fatal errors -----
<${luis}>

   ----- Transcript of session follows -----
... while talking to mx.cliente.example.:
>>> RCPT To:<${luis}>
<<< 550 5.1.1 <${luis}>... User unknown

   ----- Original message follows -----

${copy}`,
    says: [[luis, "failed", "5.1.1", /550 5\.1\.1/]],
  },
  {
    name: "Sendmail 5",
    from: "MAILER-DAEMON (Mail Delivery Subsystem)",
    subject: "Returned mail: Host unknown",
    body: `   ----- Transcript of session follows -----
While talking to mx.cliente.example:
>>> RCPT To:<${luis}>
<<< 554 Unknown user
554 ${luis}... Service unavailable

   ----- Unsent message follows -----
${copy}`,
    says: [[luis, "failed", "5.0.0", /554/]],
  },
  {
    name: "Sendmail, still trying",
    from: "Mail Delivery Subsystem <MAILER-DAEMON@old.example>",
    subject: "Warning: could not send message for past 4 hours",
    body: `    **********************************************
    **      THIS IS A WARNING MESSAGE ONLY      **
    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **
    **********************************************

   ----- The following addresses had transient non-fatal errors -----
<${luis}>

   ----- Transcript of session follows -----
451 4.4.1 <${luis}>... mx.cliente.example: Name server: lookup failure
Will keep trying until message is 5 days old

   ----- Message header follows -----
${copy}`,
    says: [[luis, "delayed", "4.4.1", /lookup failure/]],
  },
  {
    name: "Sendmail, one of two arrived",
    from: "Mail Delivery Subsystem <MAILER-DAEMON@old.example>",
    subject: "Returned mail: see transcript for details",
    body: `   ----- The following addresses had permanent fatal errors -----
<${luis}>
    (reason: 550 5.1.1 User unknown)

   ----- The following addresses had successful delivery notifications -----
<${eva}>  (relayed to non-DSN-aware mailer)

   ----- Original message follows -----
${copy}`,
    says: [[luis, "failed", "5.1.1", /reason: 550/]],
  },
  {
    name: "Postfix in one text",
    subject: "Undelivered Mail Returned to Sender",
    body: `This is the mail system at host mx.example.
For further assistance, please send mail to <postmaster>

                   The mail system

<${luis}>: host mx.cliente.example[192.0.2.5] said: 550 5.1.1
    <${luis}>: Recipient address rejected: User unknown (in reply to
    RCPT TO command)

<${eva}>: host mx.otro.example[192.0.2.6] said: 452 4.2.2 over quota (in
    reply to end of DATA command)

${copy}`,
    says: [[luis, "failed", "5.1.1", /User unknown/], [eva, "delayed", "4.2.2", /over quota/]],
  },
  {
    name: "Postfix, a name that nobody finds",
    subject: "Undelivered Mail Returned to Sender",
    body: `<${luis}>: Host or domain name not found. Name service error for
    name=cliente.example type=AAAA: Host not found

${copy}`,
    says: [[luis, "failed", null, /not found/]],
  },
];
