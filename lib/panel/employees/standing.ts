/** Which verbs an employee's record allows now. */
export interface Standing {
  isFormer: boolean;
  /** Has not accepted yet. */
  isInvited: boolean;
  /** Nobody else is left: they cannot be disabled. */
  isLast: boolean;
  isSelf: boolean;
  /** How much they would hand over, by noun. */
  open: Record<"contacts" | "clients" | "opportunities" | "tasks" | "events", number>;
  /** API keys that they made and that still work. */
  keys: { id: number; name: string }[];
  /** Colleagues who can take the work over. */
  others: { id: number; name: string }[];
}
