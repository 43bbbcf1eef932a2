/** Password or OAuth access token of a mailbox. */
export type Credential = { password: string } | { accessToken: string };
