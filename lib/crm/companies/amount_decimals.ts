import { decimalsOf, tenThousandths } from "@/lib/input/amounts.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Amounts have the decimals of the company's currency. @throws Problem validation_failed */
export async function checkDecimals(
  db: Db,
  { companyId }: Tenant,
  given: Record<string, number | null | undefined>,
): Promise<void> {
  const amounts = Object.entries(given).filter(([, amount]) => amount && !Number.isInteger(amount));
  if (amounts.length === 0) return;
  const { currency } = await db.selectFrom("companies").select("currency")
    .where("id", "=", companyId).executeTakeFirstOrThrow();
  const decimals = decimalsOf(currency);
  const unit = 10n ** BigInt(4 - decimals);
  const wrong = amounts.filter(([, amount]) => tenThousandths(amount!) % unit !== 0n);
  if (wrong.length === 0) return;
  const fields = Object.fromEntries(wrong.map(([name]) => [name, inputWords.decimals(decimals)]));
  throw problem("validation_failed", { fields });
}
