import * as z from "zod";

export const invitationRecord = z.object({
  id: z.int().meta({ description: "Id of the record." }),
  company_id: z.int().meta({ description: "The company that invites." }),
  company: z.string().meta({ description: "The company's name." }),
  by: z.string().meta({ description: "Who invites: their name, or their address without one." }),
  at: z.iso.datetime().meta({ description: "When they did." }),
}).meta({ id: "Invitation" });
export type Invitation = Omit<z.output<typeof invitationRecord>, "at"> & { at: Date };

const invitationAnswers = ["accepted", "declined"] as const;
export type InvitationAnswer = (typeof invitationAnswers)[number];

export const answeredInvitation = z.object({
  ...invitationRecord.shape,
  state: z.enum(invitationAnswers).meta({ description: "Your answer." }),
}).meta({ id: "AnsweredInvitation" });

/** Days in which a person who declined is not invited again. */
export const declinedDays = 30;
