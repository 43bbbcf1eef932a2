import { fetchModule } from "@/components/fetch_module.ts";
import type { Creators } from "@/lib/panel/form/FieldControl.tsx";

/** Creators by the list that a picker searches. */
export const creators: Creators = {
  clients: async () =>
    (await fetchModule(() => import("@/lib/panel/record/new/make_client.ts"))).client,
};
