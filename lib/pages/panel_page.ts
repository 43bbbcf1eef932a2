import { memberPage } from "@/lib/http/pages.ts";
import { recordInTrash } from "@/lib/pages/trash/record_in_trash.ts";
import { readNavigation } from "@/lib/reports/navigation.ts";

/** Makes the handler of a panel page with the frame around it; trashed records lead to the trash. */
export function panelPage<Data>(
  spec: Omit<Parameters<typeof memberPage<Data>>[0], "counts" | "elsewhere">,
): ReturnType<typeof memberPage<Data>> {
  return memberPage({
    ...spec,
    elsewhere: recordInTrash,
    counts: async (trx, member) => ({ ...await readNavigation(trx, member) }),
  });
}
