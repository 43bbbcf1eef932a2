/** The app behind the gateway as its tests need it: a stand-in, or the app itself. */
export interface Side extends AsyncDisposable {
  url: string;
  addMember(email: string, companyId: number): Promise<void>;
  removeMember(email: string, companyId: number): Promise<void>;
  /** Makes the address a member and returns its link's token. */
  invite(
    email: string,
    companyId: number,
    options?: { recover?: boolean; expired?: boolean },
  ): Promise<string>;
  isUsed(token: string): Promise<boolean>;
  /** Answer to a request through the proxy. */
  answerWith(handler: (request: Request) => Response | Promise<Response>): void;
  start(): void;
  stop(): Promise<void>;
}
