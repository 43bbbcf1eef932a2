import { importRequest, importResult } from "@/lib/records/imports/import.ts";
import { commitProducts } from "@/lib/sales/products/import_products.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { importFileOf } from "@/lib/records/imports/imports.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Add every product of a CSV file to the catalog, or none",
    description: "Duplicates are products with a sku that another has. Errors are 422 with " +
      "`counts` and the first `errors` of the preview in `details`.",
    ...importRequest,
    deadlineMs: longMs,
    returns: importResult,
    errors: ["duplicate", "limit_reached"],
    runWithoutTransaction: ({ asMember, ...call }) => commitProducts(asMember, importFileOf(call)),
  }),
});
