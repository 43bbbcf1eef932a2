/** What the Graph API of tests and demo knows: apps, tokens, accounts, people and what was sent. */

export interface GraphApp {
  id: string;
  secret: string;
  /** Of an app with Instagram Login, which signs Instagram's hooks. */
  instagramSecret?: string;
  /** By object: where its hooks go, as `POST /{app_id}/subscriptions` set it. */
  subscriptions: Map<string, { url: string; verifyToken: string; fields: string[] }>;
}

export interface GraphToken {
  text: string;
  appId: string;
  kind: "app" | "user" | "system" | "page" | "instagram";
  /** Of the page, the Instagram account or the user. */
  ownerId: string;
  scopes: string[];
  /** Null where it has no end. */
  endsAt: Date | null;
  isRevoked?: boolean;
  /** Of a person or system user: pages and business accounts; all unless told. */
  reaches?: string[];
}

export interface GraphNumber {
  id: string;
  wabaId: string;
  display: string;
  name: string;
  quality: "GREEN" | "YELLOW" | "RED";
  /** `CONNECTED` unless told. */
  status?: string;
}

export interface GraphPage {
  id: string;
  name: string;
  username: string | null;
  /** Of an Instagram account beneath it. */
  instagramId: string | null;
}

export interface GraphInstagram {
  /** As hooks name it. */
  id: string;
  /** As `/me` names it where somebody signed in at Instagram. */
  appScopedId: string;
  username: string;
}

export interface GraphPerson {
  /** The ids by which accounts know them; of WhatsApp a number, an id or both. */
  ids: string[];
  name: string;
  username: string | null;
  /** By id of the account: when they wrote last, which opens the window. */
  wroteAt: Map<string, Date>;
  /** Their name is not told. */
  isPrivate?: boolean;
}

export interface GraphTemplate {
  id: string;
  name: string;
  language: string;
  category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
  status: "APPROVED" | "PAUSED" | "DISABLED" | "REJECTED" | "PENDING";
  parameter_format: "POSITIONAL" | "NAMED";
  components: Record<string, unknown>[];
}

/** What arrived on a person's side. */
export interface GraphSent {
  id: string;
  accountId: string;
  /** The person's id, as it was called by. */
  to: string;
  at: Date;
  /** The call's body. */
  body: Record<string, unknown>;
  /** What comes back in statuses and echoes: the id that was sent along. */
  opaque: string | null;
}

/** What a person wrote to an account, as the Conversations API has it. */
export interface GraphWritten {
  id: string;
  accountId: string;
  personId: string;
  at: Date;
  text: string;
  media: { kind: "image" | "video" | "file"; id: string }[];
}

export interface GraphMedia {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  name: string | null;
}

export class GraphState {
  readonly apps = new Map<string, GraphApp>();
  readonly tokens = new Map<string, GraphToken>();
  readonly numbers = new Map<string, GraphNumber>();
  readonly pages = new Map<string, GraphPage>();
  readonly instagrams = new Map<string, GraphInstagram>();
  readonly people: GraphPerson[] = [];
  /** By id of the business account. */
  readonly templates = new Map<string, GraphTemplate[]>();
  /** Business accounts and pages whose hooks an app has, by `app:account`, with their fields. */
  readonly subscribed = new Map<string, string[]>();
  /** Where hooks go instead of the origin of their address, which is the public one. */
  hookOrigin: string | null = null;
  /** The longest page of a list, whatever is asked for. */
  perPage = 100;
  readonly media = new Map<string, GraphMedia>();
  readonly sent: GraphSent[] = [];
  /** Read marks, as they were called. */
  readonly marks: { accountId: string; body: Record<string, unknown> }[] = [];
  readonly written: GraphWritten[] = [];
  #ids: number;

  constructor(firstId = 1) {
    this.#ids = firstId - 1;
  }

  /** An id that no other has. */
  newId(prefix = ""): string {
    return `${prefix}${++this.#ids}`;
  }

  personOf(id: string): GraphPerson | undefined {
    return this.people.find(({ ids }) => ids.includes(id));
  }

  /** Whether the person wrote to the account within 24 hours. */
  hasWindow(accountId: string, personId: string, now = new Date()): boolean {
    const at = this.personOf(personId)?.wroteAt.get(accountId);
    return at !== undefined && now.getTime() - at.getTime() < 24 * 3_600_000;
  }
}
