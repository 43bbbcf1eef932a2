import { conversion, converted } from "@/lib/sales/quotes/conversion.ts";
import { convertContact, wrongConversion } from "@/lib/sales/quotes/convert_contact.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Make a contact a client",
    description:
      "With `products` also an opportunity in the first stage and a draft quotation of " +
      "them, all or nothing. A second time is refused, with the ids of the first in `details`. " +
      "`client_id` goes without `client`; `create_opportunity: false` without `opportunity` and " +
      "`products`, which are active ones.",
    params: idParams,
    body: conversion,
    returns: converted,
    status: 201,
    errors: ["already_converted", "duplicate"],
    alsoWrong: ({ trx, member, body }) => wrongConversion(trx, member, body),
    run: async ({ trx, member, params, body }) => {
      const conversion = await convertContact(trx, member, params.id, body);
      return created(conversion, `/api/admin/clients/${conversion.client.id}`);
    },
  }),
});
