import {
  findProblem,
  problemParams,
  problemRecord,
  retryProblem,
} from "@/lib/channels/in/problems.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Read again what could not be read",
    description: "Answers how it went: `read`, or `problem` again.",
    params: problemParams,
    returns: problemRecord,
    errors: ["invalid_transition"],
    runWithoutTransaction: async ({ asMember, params, language, services }) => {
      const { id, problem_id } = params;
      await asMember(({ trx, member }) => retryProblem(trx, member, id, problem_id));
      await services.reading.read(problem_id);
      return await asMember(({ trx, member }) =>
        findProblem(trx, { ...member, language }, id, problem_id)
      );
    },
  }),
});
