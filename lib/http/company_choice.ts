import * as z from "zod";
import type { Membership } from "@/lib/access/members.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

const companyId = z.string().regex(/^\d{1,10}$/).transform(Number).pipe(z.int32().min(1));

/** The number in `?company_id=`, if any. @throws Problem validation_failed */
export function companyParameter(params: URLSearchParams): number | undefined {
  const values = params.getAll("company_id");
  if (values.length === 0) return undefined;
  const parsed = companyId.safeParse(values[0]);
  if (values.length === 1 && parsed.success) return parsed.data;
  throw problem("validation_failed", { fields: { company_id: inputWords.companyNumber } });
}

/** The membership that the request means, or why there is none (contract, section 3). */
export function chooseCompany(
  memberships: Membership[],
  wanted: number | undefined,
): Membership | Problem {
  if (wanted !== undefined) {
    return memberships.find(({ companyId }) => companyId === wanted) ?? problem("not_a_member");
  }
  if (memberships.length === 1) return memberships[0]!;
  if (memberships.length === 0) return problem("no_membership");
  const companies = memberships.map(({ companyId: id, name }) => ({ id, name }));
  return problem("company_required", { details: { companies } });
}
