import { importPreview, importRequest } from "@/lib/records/imports/import.ts";
import { previewProducts } from "@/lib/sales/products/import_products.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { importFileOf } from "@/lib/records/imports/imports.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Show what a CSV file of products would do",
    description: "Nothing is stored. Duplicates are products with a sku that another has.",
    ...importRequest,
    deadlineMs: longMs,
    returns: importPreview,
    runWithoutTransaction: ({ asMember, ...call }) => previewProducts(asMember, importFileOf(call)),
  }),
});
