import * as z from "zod";
import { productCreate, productList, productRecord } from "@/lib/sales/products/product.ts";
import { createProduct, listProducts } from "@/lib/sales/products/products.ts";
import { endingWithRead } from "@/lib/db/pool/departure.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created, list } from "@/lib/http/envelope.ts";
import { listMeta, type ListQuery, listSchema } from "@/lib/input/list.ts";
import { checkRoom } from "@/lib/records/room.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The catalog, by name",
    description: "Archived ones are among them: `active=true` leaves them out.",
    query: listSchema(productList),
    returns: z.array(productRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listProducts(endingWithRead(trx), member, query as ListQuery);
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "Add a product to the catalog",
    description: "409 `duplicate` where another product has the `sku`.",
    body: productCreate,
    returns: productRecord,
    status: 201,
    errors: ["duplicate", "limit_reached"],
    run: async ({ trx, member, body, services }) => {
      await checkRoom(trx, member, "product", services.config.bounds.recordsPerCompany);
      const product = await createProduct(trx, member, body);
      return created(product, `/api/admin/products/${product.id}`);
    },
  }),
});
