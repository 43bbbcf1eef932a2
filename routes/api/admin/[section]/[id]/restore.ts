import type * as z from "zod";
import { clientRecord } from "@/lib/crm/clients/client.ts";
import { contactRecord } from "@/lib/crm/contacts/contact.ts";
import { eventRecord } from "@/lib/crm/events/event.ts";
import { noteRecord } from "@/lib/crm/notes/note.ts";
import { opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { taskRecord } from "@/lib/crm/tasks/task.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpointsBy } from "@/lib/http/endpoint.ts";
import type { Code } from "@/lib/input/errors.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { productRecord } from "@/lib/sales/products/product.ts";
import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { restores } from "@/lib/trash/restore_records.ts";
import { trashable } from "@/lib/trash/trash_record.ts";
import { bySection, names } from "@/routes/api/admin/(_nouns)/nouns.ts";

interface Restoring {
  description: string;
  returns: z.ZodType;
  errors?: Code[];
  takesVersion?: true;
}

const ofMerged = "One that was merged comes back by an unmerge: 409 `invalid_transition`, with " +
  "`merged_into_id` in the details.";

const restoring: Record<(typeof trashable)[number], Restoring> = {
  contact: {
    description: ofMerged,
    returns: contactRecord,
    errors: ["duplicate", "invalid_transition"],
  },
  client: {
    description: ofMerged,
    returns: clientRecord,
    errors: ["duplicate", "invalid_transition"],
  },
  opportunity: {
    description: "In the stage and the state that it had. Its client cannot be in the trash (422 " +
      "`client_id`); 404 unless it is there itself.",
    returns: opportunityRecord,
    errors: ["version_conflict"],
    takesVersion: true,
  },
  quote: {
    description: "With the number that it had. 404 unless it is in the trash.",
    returns: quoteRecord,
    errors: ["version_conflict"],
    takesVersion: true,
  },
  task: {
    description: "With the status and the links that it had. 404 unless it is in the trash.",
    returns: taskRecord,
  },
  event: {
    description: "With the links that it had. 404 unless it is in the trash.",
    returns: eventRecord,
  },
  product: {
    description:
      "409 `duplicate` where another product has its `sku` by now; 404 unless it is in the trash.",
    returns: productRecord,
    errors: ["duplicate"],
  },
  note: {
    description: "On the record that it was on. 404 unless it is in the trash.",
    returns: noteRecord,
  },
};

export const handler = endpointsBy(
  "section",
  bySection(trashable, (noun) => {
    const restore = restores[nouns[noun].table];
    const { takesVersion, ...described } = restoring[noun];
    const spec = {
      summary: `Take ${names[noun].one} out of the trash`,
      ...described,
      params: idParams,
    };
    return {
      POST: takesVersion
        ? asMember({
          ...spec,
          body: versionBody,
          run: ({ trx, member, params, body }) => restore(trx, member, params.id, body),
        })
        : asMember({
          ...spec,
          run: ({ trx, member, params }) => restore(trx, member, params.id),
        }),
    };
  }),
);
