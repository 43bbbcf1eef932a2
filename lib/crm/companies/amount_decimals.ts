import * as z from "zod";
import { decimalsOf, tenThousandths } from "@/lib/input/amounts.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/** Amounts have the decimals of the company's currency, which no schema knows. */

/** @param currency the new one, where it changes */
export async function wrongDecimals(
  db: Db,
  { companyId }: Tenant,
  values: Record<string, number | null | undefined>,
  currency?: string,
): Promise<Record<string, Text>> {
  const amounts = Object.entries(values).filter(([, amount]) =>
    amount && !Number.isInteger(amount)
  );
  if (amounts.length === 0) return {};
  const decimals = decimalsOf(currency ?? await currencyOf(db, companyId));
  const unit = 10n ** BigInt(4 - decimals);
  const wrong = amounts.filter(([, amount]) => tenThousandths(amount!) % unit !== 0n);
  return Object.fromEntries(wrong.map(([name]) => [name, inputWords.decimals(decimals)]));
}

async function currencyOf(db: Db, companyId: number): Promise<string> {
  const { currency } = await db.selectFrom("companies").select("currency")
    .where("id", "=", companyId).executeTakeFirstOrThrow();
  return currency;
}

/** An amount in a body that is wrong elsewhere. */
export const looseAmount = z.number().optional().catch(undefined);
