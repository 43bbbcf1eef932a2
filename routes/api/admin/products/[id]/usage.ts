import { productUsage } from "@/lib/sales/products/product.ts";
import { readProductUsage } from "@/lib/sales/products/product_usage.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "How often a product is quoted and sold",
    description:
      "The quotations and the sales themselves: `GET /quotes?product_id=`, `/sales?product_id=`.",
    params: idParams,
    returns: productUsage,
    run: ({ trx, member, params }) => readProductUsage(trx, member, params.id),
  }),
});
