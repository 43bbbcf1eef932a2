import { describeRows } from "@/lib/alerts/wrong.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { asOperator } from "@/lib/http/members/as_operator.ts";
import { describeStatus, installationStatus } from "@/lib/status/record.ts";

export const handler = endpoint({
  GET: asOperator({
    summary: "What the operator of the installation wants to know now",
    description: "As `deno task status --json` says it: numbers and names of all companies, and " +
      "no text of people. For the person alone whose proved address is `OPERATOR_EMAIL`; 404 for " +
      "everybody else.",
    returns: installationStatus,
    run: async ({ services: { status, alerts }, language }) =>
      describeStatus(
        await status.read(),
        describeRows(alerts.current, { language, timeZone: "UTC" }),
      ),
  }),
});
