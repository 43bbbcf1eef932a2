import { apiAddress } from "@/lib/panel/api/send_body.ts";
import { callApi, type Caller, type Outcome } from "@/lib/panel/api/call_api.ts";
import type { HeadFile } from "@/lib/panel/composer/apps/use_template.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";

/** Printing, or 25 MB on a slow line. */
const timeoutMs = 600_000;

/** Stores the file of a template's head. @returns its id */
export async function storeHeadFile(
  file: HeadFile,
  quote: FillValues["quote"],
  caller: Caller,
): Promise<Outcome<{ id: string }>> {
  const whole = file === "quote" ? quote && await print(quote, caller) : file;
  if (!whole) return { ok: false, why: "network" };
  const query = { name: whole.name };
  return await callApi("files", { ...caller, method: "POST", query, file: whole, timeoutMs });
}

/** The quotation on paper; null where it does not come. */
async function print({ id, number }: NonNullable<FillValues["quote"]>, { companyId }: Caller) {
  try {
    const answer = await fetch(apiAddress(`quotes/${id}/pdf`, companyId, {}), {
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return answer.ok ? new File([await answer.blob()], `${number ?? id}.pdf`) : null;
  } catch {
    return null;
  }
}
