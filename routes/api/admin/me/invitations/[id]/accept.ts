import { answeredInvitation } from "@/lib/access/invitation.ts";
import { answerInvitation } from "@/lib/access/invitations.ts";
import { asUser } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asUser({
    summary: "Accept an invitation to a company",
    description: "You are its employee from now on, with the role that you were invited with. " +
      "Needs no company; accepting again changes nothing. 404 where it was withdrawn.",
    params: idParams,
    returns: answeredInvitation,
    errors: ["not_found", "invalid_transition", "address_not_proved"],
    run: ({ trx, user, params }) => answerInvitation(trx, user, params.id, "accepted"),
  }),
});
