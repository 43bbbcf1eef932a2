import { type ClientCreate } from "@/lib/crm/clients/client.ts";
import { clientFile } from "@/lib/crm/clients/client_file.ts";
import { clientLinks } from "@/lib/crm/clients/merge_clients.ts";
import { liveBusiness } from "@/lib/crm/clients/live_business.ts";
import { problem } from "@/lib/input/errors.ts";
import { attachedAmong } from "@/lib/records/imports/undo/attached.ts";
import type { Importable } from "@/lib/records/imports/importable.ts";

export const clientImport: Importable<ClientCreate> = {
  ...clientFile,
  inUse: async (trx, actor, ids) => {
    const links = clientLinks.filter(([table]) => table !== "activities");
    const attached = await attachedAmong(trx, actor, { table: "clients", links }, ids);
    const busy = await liveBusiness(trx, actor, ids);
    for (const [id, details] of busy) attached.set(id, problem("in_use", { details }));
    return attached;
  },
};
