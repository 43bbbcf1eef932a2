import { mePatch, meRecord, preferencesIn } from "@/lib/crm/companies/me.ts";
import {
  besideInstallation,
  changeMe,
  describeEntrant,
  readMe,
} from "@/lib/crm/companies/profile.ts";
import type { Membership } from "@/lib/access/members.ts";
import { chooseCompany, companyParameter } from "@/lib/http/company_choice.ts";
import { asUser } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { Problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  GET: asUser({
    summary: "Who you are, the companies you belong to, and those that invite you",
    description: "Needs no company; the list may be empty.",
    returns: meRecord,
    atEntrance(person, services) {
      const me = describeEntrant(person);
      return me && besideInstallation(me, person.user, services);
    },
    run: async ({ trx, services, ...person }) =>
      besideInstallation(await readMe(trx, person), person.user, services),
  }),
  PATCH: asUser({
    summary: "Change your name, your language, and what you are notified of",
    description: "For all companies that you belong to; `tell_unassigned` and `morning_at` for " +
      "that of `company_id` alone. Fields that are absent stay as they are, " +
      "kinds absent from `notify` too; null empties one. Who came in by a company's link, and has " +
      "not proved the address by a code yet, changes them in that company alone.",
    body: mePatch,
    returns: meRecord,
    errors: ["company_required", "no_membership", "not_a_member"],
    run: async ({ trx, user, memberships, body, url, services }) => {
      const companyId = preferencesIn(body) ? companyOf(url, memberships) : undefined;
      return besideInstallation(await changeMe(trx, user, body, companyId), user, services);
    },
  }),
});

function companyOf(url: URL, memberships: Membership[]): number {
  const chosen = chooseCompany(memberships, companyParameter(url.searchParams));
  if (chosen instanceof Problem) throw chosen;
  return chosen.companyId;
}
