/** People whom attacks are made with: owners of many companies, and strangers with a sign-in. */
import type { Database } from "@/lib/db/connection.ts";
import { transact } from "@/lib/db/transaction.ts";

const owners = 5;
const companiesEach = 19;
const newcomers = 2_000;

/** Makes 5 people with 19 companies each, which nobody else has entered. */
export function crowdOf({ db }: Database): Promise<{ email: string; companyId: number }[]> {
  return transact(db, async (trx) => {
    const people: { email: string; companyId: number }[] = [];
    for (let n = 0; n < owners; n++) {
      const email = `owner-${n}@example.com`;
      const user = await trx.insertInto("users").values({ email }).returning("id")
        .executeTakeFirstOrThrow();
      const names = Array.from({ length: companiesEach }, (_, at) => `Owner ${n} ${at}`);
      const companies = await trx.insertInto("companies").values(names.map((name) => ({
        name,
        slug: name.toLowerCase().replaceAll(" ", "-"),
        created_by: user.id,
      }))).returning("id").execute();
      await trx.insertInto("user_companies").values(companies.map(({ id }) => ({
        company_id: id,
        user_id: user.id,
        first_seen_at: new Date(),
      }))).execute();
      people.push(...companies.map(({ id }) => ({ email, companyId: id })));
    }
    return people;
  });
}

/** Tokens of people who never called. */
export function newcomersOf(tokenFor: (email: string) => Promise<string>): Promise<string[]> {
  return Promise.all(
    Array.from({ length: newcomers }, (_, n) => tokenFor(`newcomer-${n}@example.com`)),
  );
}
