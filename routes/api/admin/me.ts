import { mePatch, meRecord } from "@/lib/crm/companies/me.ts";
import { changeMe, findMe } from "@/lib/crm/companies/profile.ts";
import { asUser } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asUser({
    summary: "Who you are, the companies you belong to, and those that invite you",
    description: "Needs no company; the list may be empty.",
    returns: meRecord,
    run: ({ trx, user }) => findMe(trx, user),
  }),
  PATCH: asUser({
    summary: "Change your name, your language, and what you are notified of",
    description: "For all companies that you belong to. Fields that are absent stay as they are, " +
      "kinds absent from `notify` too; null empties one. Who came in by a company's link, and has " +
      "not proved the address by a code yet, changes them in that company alone.",
    body: mePatch,
    returns: meRecord,
    run: ({ trx, user, body }) => changeMe(trx, user, body),
  }),
});
