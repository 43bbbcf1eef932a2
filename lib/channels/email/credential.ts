/** What a mailbox is signed in to with. */
export type Credential = { password: string } | { accessToken: string };
