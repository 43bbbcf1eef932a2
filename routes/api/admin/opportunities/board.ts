import { readBoard } from "@/lib/crm/opportunities/board.ts";
import { boardQuery, opportunityBoard } from "@/lib/crm/opportunities/opportunity.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The pipeline as a board",
    description: "Columns are the stages in order, with count, sum and weighted sum of the open " +
      "opportunities asked for, and the first `per_column` of them in the order of the column. " +
      "`stage_id` with `after`, a column's `next`, gives that column's next ones.",
    query: boardQuery,
    returns: opportunityBoard,
    run: ({ trx, member, query }) => readBoard(trx, member, query),
  }),
});
