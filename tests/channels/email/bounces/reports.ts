/** Reports by the standard (RFC 3464) that do not keep to it. */
import { eva, type Format, luis, report } from "./format.ts";

const fields = (text: string) => `Reporting-MTA: dns; mx.example\n\n${text}`;

export const reportFormats: Format[] = [
  {
    name: "a report without an action",
    subject: "Undelivered Mail Returned to Sender",
    ...report(fields(`Final-Recipient: rfc822; ${luis}\nStatus: 5.1.1`)),
    says: [[luis, "failed", "5.1.1", /^$/]],
    isStandard: true,
  },
  {
    name: "a report with a code alone",
    subject: "Undelivered Mail Returned to Sender",
    ...report(fields(`Final-Recipient: rfc822; ${luis}\nDiagnostic-Code: smtp; 452 busy`)),
    says: [[luis, "delayed", null, /452 busy/]],
    isStandard: true,
  },
  {
    name: "a report in small letters, folded",
    subject: "Undelivered Mail Returned to Sender",
    ...report(fields(
      `final-recipient:\n rfc822;\n\t<${luis}>\naction :\n failed\nstatus: 5.1.1\n` +
        `diagnostic-code: smtp;\n 550\n no such user`,
    )),
    says: [[luis, "failed", "5.1.1", /550 no such user/]],
    isStandard: true,
  },
  {
    name: "a report of a local address",
    subject: "Undelivered Mail Returned to Sender",
    ...report(fields(
      `Original-Recipient: rfc822; ${luis}\nFinal-Recipient: LOCAL;luis\nAction: Failed (x)\n` +
        "Status: 5.1.1",
    )),
    says: [[luis, "failed", "5.1.1", /^$/]],
    isStandard: true,
  },
  {
    name: "a report with two in one block",
    subject: "Undelivered Mail Returned to Sender",
    ...report(fields(
      `Final-Recipient: rfc822; ${luis}\nAction: failed\nStatus: 5.1.1\n` +
        `Final-Recipient: rfc822; ${eva}\nAction: delayed\nStatus: 4.2.2`,
    )),
    says: [[luis, "failed", "5.1.1", /^$/], [eva, "delayed", "4.2.2", /^$/]],
    isStandard: true,
  },
  {
    name: "a report split by blank lines",
    subject: "Undelivered Mail Returned to Sender",
    ...report(fields(`Final-Recipient: rfc822; ${luis}\n\nAction: failed\nStatus: 5.1.1`)),
    says: [[luis, "failed", "5.1.1", /^$/]],
    isStandard: true,
  },
  {
    name: "a report as plain text",
    subject: "Undelivered Mail Returned to Sender",
    ...report(
      fields(`Final-Recipient: rfc822; ${luis}\nAction: failed\nStatus: 5.1.1`),
      "text/plain",
    ),
    says: [[luis, "failed", "5.1.1", /^$/]],
  },
  {
    name: "a report within the status part",
    subject: "Undelivered Mail Returned to Sender",
    ...report(
      `Content-Type: text/plain\n\n` +
        fields(`Final-Recipient: rfc822; ${luis}\nAction: failed\nStatus: 5.1.1`),
    ),
    says: [[luis, "failed", "5.1.1", /^$/]],
    isStandard: true,
  },
  {
    name: "a report whose actions have other words",
    subject: "Failed mail: too large",
    ...report(fields(
      `Final-Recipient: rfc822; ${luis}\nAction: failure\nStatus: 553 It is too large\n` +
        `Final-Recipient: rfc822; ${eva}\nAction: error\nStatus: 4.2.2`,
    )),
    says: [[luis, "failed", null, /^$/], [eva, "delayed", "4.2.2", /^$/]],
    isStandard: true,
  },
];
