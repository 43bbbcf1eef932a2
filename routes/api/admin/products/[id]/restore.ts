import { productRecord } from "@/lib/sales/products/product.ts";
import { restoreProduct } from "@/lib/sales/products/products.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a product out of the trash",
    description:
      "409 `duplicate` where another product has its `sku` by now; 404 unless it is in the " +
      "trash.",
    params: idParams,
    returns: productRecord,
    errors: ["duplicate"],
    run: ({ trx, member, params }) => restoreProduct(trx, member, params.id),
  }),
});
