import { type Bounds, limitReached, takeLock } from "@/lib/access/bounds.ts";
import type { SignedIn, User } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { become } from "@/lib/db/transaction.ts";
import { readCompany } from "@/lib/crm/companies/companies.ts";
import { commonTemplate, type CompanyCreate, slugOf } from "@/lib/crm/companies/company.ts";
import { translated } from "@/lib/records/records.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/**
 * Makes a company with the template's pipeline stages; its creator is its first member.
 * @throws Problem not_a_member (of the template), duplicate (the slug), limit_reached,
 * address_not_proved
 */
export async function createCompany(
  trx: Trx,
  signedIn: SignedIn,
  body: CompanyCreate,
  { companiesPerPerson }: Bounds,
) {
  const { user, memberships } = signedIn;
  if (user.boundTo !== null) throw problem("address_not_proved");
  const { template_company_id: template, slug, ...values } = body;
  const isMember = memberships.some(({ companyId }) => companyId === template);
  if (!isMember && template !== commonTemplate) throw problem("not_a_member");
  await checkRoom(trx, user, companiesPerPerson);
  const company = { ...values, created_by: user.id };
  const id = slug === undefined
    ? await insertUnderFreeSlug(trx, company)
    : await translated(() => insert(trx, { ...company, slug }).executeTakeFirstOrThrow())
      .then((row) => row.id);
  await trx.insertInto("user_companies")
    .values({ company_id: id, user_id: user.id, first_seen_at: currentTime() }).execute();
  await copyStages(trx, { from: template, to: id, isMember });
  return await readCompany(trx, signedIn, id);
}

/** Checks the limit of companies. Another one of the same person waits for this transaction. */
async function checkRoom(trx: Trx, { id }: User, limit: number): Promise<void> {
  await takeLock(trx, `companies of ${id}`);
  const { count } = await trx.selectFrom("companies")
    .select((on) => on.fn.countAll<number>().as("count"))
    .where("created_by", "=", id).executeTakeFirstOrThrow();
  if (count >= limit) throw limitReached("companies", "person", limit);
}

type Values = Omit<CompanyCreate, "slug" | "template_company_id"> & { created_by: number };

function insert(trx: Trx, values: Values & { slug: string }) {
  return trx.insertInto("companies").values(values).returning("id");
}

/** The name's own slug, or with the first number that is free. */
async function insertUnderFreeSlug(trx: Trx, values: Values): Promise<number> {
  const base = slugOf(values.name);
  while (true) {
    const rows = await trx.selectFrom("companies").select("slug")
      .where((on) => on.or([on("slug", "=", base), on("slug", "like", `${base}-%`)])).execute();
    const slugs = new Set(rows.map(({ slug }) => slug));
    let slug = base;
    for (let number = 2; slugs.has(slug); number++) slug = `${base}-${number}`;
    // Somebody else may be taking it just now: then there is no row, and it is taken.
    const inserted = await insert(trx, { ...values, slug })
      .onConflict((conflict) => conflict.column("slug").doNothing()).executeTakeFirst();
    if (inserted) return inserted.id;
  }
}

interface StageCopy {
  from: number;
  to: number;
  /** The caller is a member of the copied company; others see only the stages' names. */
  isMember: boolean;
}

/** Copies the stages: read as the one company's tenant, written as the other's, and stays that. */
async function copyStages(trx: Trx, { from, to, isMember }: StageCopy): Promise<void> {
  await become(trx, { companyId: from });
  const stages = await trx.selectFrom("pipeline_stages")
    .select(["name", "order", "default_probability", "color", "rot_days", "requirements"])
    .where("company_id", "=", from).orderBy("order").execute();
  await become(trx, { companyId: to });
  await trx.insertInto("pipeline_stages")
    .values(stages.map(({ requirements, ...stage }) => ({
      ...stage,
      requirements: isMember ? requirements : null,
      company_id: to,
    }))).execute();
}
