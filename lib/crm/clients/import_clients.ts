import { type ClientCreate } from "@/lib/crm/clients/client.ts";
import { clientFile } from "@/lib/crm/clients/client_file.ts";
import { liveBusiness } from "@/lib/crm/clients/live_business.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Importable } from "@/lib/records/imports/importable.ts";

/** Files clients. */
export const clientImport: Importable<ClientCreate> = {
  ...clientFile,
  inUse: async (trx, actor, ids) => {
    const busy = await liveBusiness(trx, actor, ids);
    return new Map([...busy].map(([id, details]) => [id, problem("in_use", { details })]));
  },
};
