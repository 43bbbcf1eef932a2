import * as z from "zod";
import type { Db } from "@/lib/db/connection.ts";
import { checkData } from "@/lib/invariants/check_data.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import type { Controls } from "@/lib/service/control/server.ts";

const scope = z.object({ companyId: z.number().int().optional() });

/** What the operator's commands ask about the data. */
export function dataControls(
  { db, cipher }: { db: Db; cipher: SecretCipher | null },
): Controls {
  return {
    "/check-data": (input) => checkData(db, { ...scope.parse(input), cipher }),
  };
}
