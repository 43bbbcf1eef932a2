import { memberPage } from "@/lib/http/pages.ts";
import { readNavigation } from "@/lib/reports/navigation.ts";

/** Makes the handler of a panel page with the frame around it. */
export function panelPage<Data>(
  spec: Omit<Parameters<typeof memberPage<Data>>[0], "counts">,
): ReturnType<typeof memberPage<Data>> {
  return memberPage({
    ...spec,
    counts: async (trx, member) => ({ ...await readNavigation(trx, member) }),
  });
}
