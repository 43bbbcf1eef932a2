/** Where an employee stands: what can be done with them now. */
export interface Standing {
  isFormer: boolean;
  /** Why they cannot be disabled. */
  reason: "isLast" | "isSelf" | null;
  /** How much they would hand over, by noun. */
  open: Record<"contacts" | "clients" | "opportunities" | "tasks" | "events", number>;
  /** Who can take it over. */
  others: { id: number; name: string }[];
}
