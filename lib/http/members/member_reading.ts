import type { Trx } from "@/lib/db/connection.ts";
import type { Ctx } from "@/lib/http/context.ts";
import type { Text } from "@/lib/words/language.ts";

type Fields = Record<string, Text>;

/** Checks of a body that need the database; run where the schema refuses it. */
export interface Doubts<Who> {
  alsoWrong?: (
    call: Who & { trx: Trx; params: Record<string, string>; body: unknown },
  ) => Promise<Fields>;
}

export function memberReading<Who>(
  { params }: Ctx,
  { alsoWrong }: Doubts<Who>,
  open: (work: (who: Who & { trx: Trx }) => Promise<Fields>) => Promise<Fields>,
) {
  const ask = alsoWrong &&
    ((body: unknown) => open((who) => alsoWrong({ ...who, params, body })));
  return { omit: ["company_id"], alsoWrong: ask };
}
