/** States of the approval that a quotation needs, and its moves. Pure, for browsers too. */

export const approvalStates = ["needed", "asked", "given", "refused"] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** Moves of a draft's approval; the approver's own sending is not held up. */
export const approvalCan = {
  ask: ["needed", "refused"],
  decide: ["asked"],
  withdraw: ["asked"],
  send: ["given"],
} as const satisfies Record<string, readonly ApprovalState[]>;
export type ApprovalVerb = keyof typeof approvalCan;

/** @param state null where no approval is needed */
export function mayApprove(verb: ApprovalVerb, state: ApprovalState | null): boolean {
  if (state === null) return verb === "send";
  return (approvalCan[verb] as readonly ApprovalState[]).includes(state);
}

export const approvalReasons = ["discount", "margin", "amount"] as const;
export type ApprovalReason = (typeof approvalReasons)[number];
