import * as z from "zod";
import { clientCreate, clientRecord } from "@/lib/crm/clients/client.ts";
import { contactRecord } from "@/lib/crm/contacts/contact.ts";
import { opportunityCreate, opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { maxLines } from "@/lib/sales/quotes/limits.ts";
import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { message } from "@/lib/input/messages.ts";
import * as field from "@/lib/input/fields.ts";

/** Conversion of a contact into a client, and with products an opportunity and a draft. */

const product = z.union([
  field.id.transform((product_id) => ({ product_id })),
  z.strictObject({
    product_id: field.id.meta({ description: "Id of the product; null for a line without one." }),
    quantity: field.quantity.default(1).meta({
      description: "How many units of the product are quoted.",
    }),
    unit_price: field.price.optional().meta({
      description: "Net price of a unit, in place of the product's own.",
    }),
    discount_percent: field.percent.optional().meta({
      description: "Discount on the line, in percent of its price.",
    }),
  }),
]);

export const conversion = z.strictObject({
  client_id: field.id.optional().meta({
    description: "Id of an existing client that the contact is linked to.",
  }),
  client: clientCreate.partial().optional().meta({
    id: "ConvertedClient",
  }).meta({
    description: "Fields of the new client; absent ones come from the contact.",
  }),
  create_opportunity: z.boolean().optional().meta({
    description: "Whether an opportunity is opened; with `products` it always is.",
  }),
  opportunity: opportunityCreate.omit({ client_id: true, contact_id: true }).partial().optional()
    .meta({ id: "ConvertedOpportunity" }).meta({
      description: "Fields of the new opportunity; absent ones have their usual value.",
    }),
  products: z.array(product).max(maxLines).optional().meta({
    description: "Lines of a draft quotation: ids, or ids with quantity, price and discount.",
  }),
}).superRefine((body, ctx) => {
  const refuse = (path: string, message: string) =>
    ctx.addIssue({ code: "custom", path: [path], message });
  if (body.client_id !== undefined && body.client) {
    refuse("client", message("twoClients"));
  }
  if (body.create_opportunity === false && (body.opportunity || body.products?.length)) {
    refuse("create_opportunity", message("opportunityNeeded"));
  }
}).default({}).meta({ id: "Conversion" });
export type Conversion = z.output<typeof conversion>;

export const converted = z.object({
  contact: contactRecord.meta({ description: "The contact, which a client was made of." }),
  client: clientRecord.meta({ description: "The client that it became." }),
  opportunity: opportunityRecord.nullable().meta({
    description: "The opportunity that was opened; null without one.",
  }),
  quote: quoteRecord.nullable().meta({
    description: "The draft quotation that was made; null without products.",
  }),
}).meta({ id: "ConvertedContact" });
