/** An invitation as its person reads it. */
export interface ShownInvitation {
  id: number;
  company_id: number;
  company: string;
  by: string;
  /** When they were invited, in words. */
  when: string;
}
