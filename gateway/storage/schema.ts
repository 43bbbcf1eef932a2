/** The gateway's tables. The first seven are better-auth's, in its spelling. */
export interface Tables {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    image: string | null;
    createdAt: Date;
    updatedAt: Date;
  };
  session: {
    id: string;
    token: string;
    userId: string;
    expiresAt: Date;
    createdAt: Date;
    updatedAt: Date;
    ipAddress: string | null;
    userAgent: string | null;
    /** False until the person has proved the mailbox. */
    proved: boolean;
    /** The one company that an unproved session enters. */
    companyId: number | null;
    /** The passkey that opened it; null for a code. */
    credentialId: string | null;
  };
  account: { id: string; userId: string };
  verification: { id: string; identifier: string; value: string; expiresAt: Date };
  passkey: {
    id: string;
    name: string | null;
    publicKey: string;
    userId: string;
    credentialID: string;
    counter: number;
    deviceType: string;
    backedUp: boolean;
    transports: string | null;
    createdAt: Date | null;
    aaguid: string | null;
  };
  jwks: {
    id: string;
    publicKey: string;
    privateKey: string;
    createdAt: Date;
    expiresAt: Date | null;
    alg: string | null;
    crv: string | null;
  };
  rateLimit: { id: string; key: string; count: number; lastRequest: number };
  /** Origin of a passkey. One without a row here opens nothing. */
  origin: {
    credentialId: string;
    proved: boolean;
    companyId: number | null;
    company: string | null;
    usedAt: Date | null;
  };
  /** Browsers that people have signed in with by a code, by the digest of their cookie. */
  browser: { digest: string; userId: string; usedAt: Date };
  /** Counted attempts, by the digest of their subject. */
  attempt: { key: string; count: number; since: Date };
}
