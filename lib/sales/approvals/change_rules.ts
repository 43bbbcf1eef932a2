import type { SignedIn } from "@/lib/access/members.ts";
import {
  changeCompany,
  enterCompany,
  hourFields,
  lockCompany,
} from "@/lib/crm/companies/companies.ts";
import type { CompanyPatch } from "@/lib/crm/companies/company.ts";
import { notifyRules } from "@/lib/crm/notices/approval_notices.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { hoursVerb, recordActivities, rulesVerb } from "@/lib/records/activities.ts";
import { differences } from "@/lib/records/records.ts";

/**
 * Changes a company. Changed approval rules are recorded as an activity and notified to the old and
 * new approver; changed hours are recorded. @throws Problem not_a_member, version_conflict,
 * duplicate, validation_failed, in_use
 */
export async function changeSettings(
  trx: Trx,
  signedIn: SignedIn,
  id: number,
  patch: CompanyPatch,
) {
  const hours = hourFields.filter((name) => patch[name] !== undefined);
  if (!patch.approval && hours.length === 0) return await changeCompany(trx, signedIn, id, patch);
  await enterCompany(trx, signedIn, id);
  const before = await lockCompany(trx, id);
  const company = await changeCompany(trx, signedIn, id, patch);
  const actor = { companyId: id, userId: signedIn.user.id };
  const changed = differences(
    before,
    Object.fromEntries(hours.map((name) => [name, company[name]])),
  );
  if (Object.keys(changed).length > 0) {
    await recordActivities(trx, actor, [{ verb: hoursVerb, changes: changed }]);
  }
  const { approval: was } = before;
  const { approval: is, currency } = company;
  const changes = differences({ ...was }, is);
  if (Object.keys(changes).length > 0) {
    await recordActivities(trx, actor, [{ verb: rulesVerb, changes }]);
    await notifyRules(trx, actor, { was, is, currency });
  }
  return company;
}
