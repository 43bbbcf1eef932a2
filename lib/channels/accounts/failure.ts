/** Reason why the last call of an account failed. */
export interface Failure {
  /** A name of `failureWords`. */
  outcome: string;
  status: number | null;
  /** The server's own words. */
  detail?: string;
}
