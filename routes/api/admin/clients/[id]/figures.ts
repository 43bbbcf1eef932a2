import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";
import { readClientFigures } from "@/lib/figures/client_figures.ts";
import { clientFigures } from "@/lib/figures/client_figures_record.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What a client is worth, and when there was contact last",
    description: "Summed anew at each call, in the company's currency.",
    params: idParams,
    returns: clientFigures,
    run: ({ trx, member, params }) => readClientFigures(trx, member, params.id),
  }),
});
