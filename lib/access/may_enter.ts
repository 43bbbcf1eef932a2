import { sql } from "kysely";
import { isInvited } from "@/lib/access/invitations.ts";
import type { BareTrx } from "@/lib/db/connection.ts";

/**
 * Whether the address may enter: it belongs to a company, or, where none is named, one invites it.
 * The same statements whether it is known or not. Runs as the connecting role.
 * @param companyId where a credential opens only that one
 */
export async function mayEnter(
  trx: BareTrx,
  email: string,
  companyId: number | undefined,
): Promise<boolean> {
  const { rows: [standing] } = await sql<{ id: number | null; isMember: boolean }>`
    select max(u.id) as id, coalesce(bool_or(m.user_id is not null), false) as "isMember"
    from users u left join user_companies m on m.user_id = u.id and m.disabled_at is null
      and m.company_id = coalesce(${companyId ?? null}::int, m.company_id)
    where u.email = ${email}`.execute(trx);
  const { id, isMember } = standing!;
  const invited = await isInvited(trx, companyId === undefined ? id ?? 0 : 0);
  return isMember || invited;
}
