import { entryUrl, holdGuest, makeEntryLink, withdrawEntryLink } from "@/lib/access/entry_links.ts";
import { lockMembership } from "@/lib/access/invitations.ts";
import type { Member } from "@/lib/access/members.ts";
import { findEmployee } from "@/lib/crm/companies/employees.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { outsideTenants } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { entryLinkRefusals } from "@/lib/words/invitations.ts";

/** Links exist where a gateway's secret is set. */
interface Settings {
  gatewaySecret: string | undefined;
  publicUrl: string;
}

/**
 * Makes a link by which an employee comes in for the first time; one of before no longer holds.
 * @throws Problem not_found (also: links are off), invalid_transition (they have been in, or are only
 * invited)
 */
export async function makeEmployeeLink(
  trx: Trx,
  member: Member,
  userId: number,
  settings: Settings,
) {
  requireLinks(settings);
  const { companyId } = member;
  const { email, state } = await findEmployee(trx, member, userId);
  if (state === "invited") throw refusal(entryLinkRefusals.invitedOnly);
  await lockMembership(trx, member, email);
  const guest = await outsideTenants(trx, companyId, () => holdGuest(trx, member, userId));
  if (!guest) throw problem("not_found");
  if (guest.hasEntered) throw refusal(entryLinkRefusals.hasEntered);
  const link = await makeEntryLink(trx, member, { email, createdBy: member.userId });
  return { url: entryUrl(settings.publicUrl, link.token), expires_at: link.expiresAt };
}

/** @throws Problem not_found (also: links are off, or there is none that holds) */
export async function withdrawEmployeeLink(
  trx: Trx,
  member: Member,
  userId: number,
  settings: Settings,
) {
  requireLinks(settings);
  const employee = await findEmployee(trx, member, userId);
  if (!await withdrawEntryLink(trx, member, userId)) throw problem("not_found");
  return employee;
}

function requireLinks({ gatewaySecret }: Settings): void {
  if (!gatewaySecret) throw problem("not_found");
}

function refusal(sentence: typeof entryLinkRefusals.hasEntered) {
  return problem("invalid_transition", { sentence, details: { allowed: [] } });
}
