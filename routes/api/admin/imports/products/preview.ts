import {
  importBodies,
  importLimits,
  importPreview,
  importQuery,
} from "@/lib/records/imports/import.ts";
import { previewProducts } from "@/lib/sales/products/import_products.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Show what a CSV file of products would do",
    description: "Nothing is stored. Duplicates are products with a sku that another has.",
    query: importQuery,
    bodies: importBodies,
    asBytes: true,
    maxBytes: importLimits.bytes,
    deadlineMs: longMs,
    returns: importPreview,
    runWithoutTransaction: ({ req, asMember, language, query, bytes, services }) =>
      previewProducts(asMember, {
        ...query,
        bytes,
        language,
        importReader: services.importReader,
        signal: req.signal,
      }),
  }),
});
