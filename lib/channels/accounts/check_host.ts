import { problem } from "@/lib/input/errors.ts";
import { checkCallbackUrl } from "@/lib/outbound/callback_url.ts";
import type { Nets } from "@/lib/outbound/addresses.ts";
import type { Lookups } from "@/lib/outbound/lookups.ts";
import { callbackUrlWords } from "@/lib/words/callback_url.ts";

interface Hosts {
  callbackAllow: Nets;
  names: Lookups;
  config: { callbackPorts: ReadonlySet<number> };
}

/** Hold no transaction: it may ask a name server. @throws Problem host_refused */
export async function checkHost(
  { callbackAllow: allow, names, config: { callbackPorts: ports } }: Hosts,
  companyId: number,
  url: string | null | undefined,
): Promise<void> {
  if (!url) return;
  const checked = await checkCallbackUrl(url, { allow, ports, names, companyId });
  if (checked.ok) return;
  const fields = { "settings.callback_url": callbackUrlWords[checked.reason] };
  throw problem("host_refused", { fields });
}
