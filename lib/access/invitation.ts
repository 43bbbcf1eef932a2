import * as z from "zod";

export const invitationRecord = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  company_id: z.int().meta({ description: "Id of the company that invites the caller." }),
  company: z.string().meta({ description: "Name of the company that invites the caller." }),
  by: z.string().meta({ description: "Who invites: their name, or their address without one." }),
  at: z.iso.datetime().meta({ description: "Instant at which they invited the caller." }),
}).meta({ id: "Invitation" });
export type Invitation = Omit<z.output<typeof invitationRecord>, "at"> & { at: Date };

const invitationAnswers = ["accepted", "declined"] as const;
export type InvitationAnswer = (typeof invitationAnswers)[number];

export const answeredInvitation = z.object({
  ...invitationRecord.shape,
  state: z.enum(invitationAnswers).meta({
    description: "Whether the caller accepted or declined the invitation.",
  }),
}).meta({ id: "AnsweredInvitation" });

/** Days in which a person who declined is not invited again. */
export const declinedDays = 30;
