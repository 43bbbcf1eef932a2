import { productRecord } from "@/lib/sales/product.ts";
import { restoreProduct } from "@/lib/sales/products.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a product out of the bin",
    params: idParams,
    returns: productRecord,
    errors: ["duplicate"],
    run: ({ trx, member, params }) => restoreProduct(trx, member, params.id),
  }),
});
