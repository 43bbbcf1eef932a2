import { importBodies, importLimits, importPreview, importQuery } from "@/lib/crm/import.ts";
import { previewProducts } from "@/lib/sales/import_products.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Show what a CSV file of products would do",
    description: "Nothing is stored. Duplicates are products with a sku that another has.",
    query: importQuery,
    bodies: importBodies,
    asBytes: true,
    maxBytes: importLimits.bytes,
    returns: importPreview,
    run: ({ trx, member, language, query, bytes }) =>
      previewProducts(trx, { ...member, language }, { ...query, bytes }),
  }),
});
