import { memberPage } from "@/lib/http/pages.ts";
import { elsewhere } from "@/lib/panel/record/elsewhere.ts";
import { readNavigation } from "@/lib/figures/navigation.ts";

/** Makes the handler of a panel page with the frame around it; records that are gone lead on. */
export function panelPage<Data>(
  spec: Omit<Parameters<typeof memberPage<Data>>[0], "counts" | "elsewhere">,
): ReturnType<typeof memberPage<Data>> {
  return memberPage({
    ...spec,
    elsewhere,
    counts: async (trx, member) => ({ ...await readNavigation(trx, member) }),
  });
}
