import { productPatch, productRecord } from "@/lib/sales/products/product.ts";
import { changeProduct, findProduct, removeProduct } from "@/lib/sales/products/products.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a product",
    description:
      "An archived one (`active: false`) is read like any other; one in the trash is 404.",
    params: idParams,
    returns: productRecord,
    run: ({ trx, member, params }) => findProduct(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change any of a product's fields",
    description: "Quotations keep the words and the price that they were made with.",
    params: idParams,
    body: productPatch,
    returns: productRecord,
    errors: ["version_conflict", "duplicate"],
    run: ({ trx, member, params, body }) => changeProduct(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Remove a product from the catalog",
    description:
      "One that is on a quotation is archived (`active: false`), any other is put into " +
      "the trash for 30 days.",
    params: idParams,
    returns: productRecord,
    run: ({ trx, member, params }) => removeProduct(trx, member, params.id),
  }),
});
