/**
 * A Graph API for tests and the demo, written from Meta's published reference: it checks tokens and
 * proofs as Meta does, answers with Meta's forms, and delivers signed hooks.
 */
import { createHmac } from "node:crypto";
import { proofOf } from "@/lib/channels/meta/graph/graph.ts";
import { answerAccounts } from "./accounts.ts";
import { answerMedia, openFile } from "./media.ts";
import { answerPeople } from "./people.ts";
import { answerSends } from "./sends.ts";
import type { Mischief } from "./mischief.ts";
import { type GraphApp, type GraphSent, GraphState, type GraphToken } from "./state.ts";

export interface GraphRequest {
  method: string;
  /** Below the version, without a slash at its begin: `106540352242922/messages`. */
  path: string;
  query: URLSearchParams;
  token: GraphToken;
  /** JSON, or the fields of a form. */
  body: Record<string, unknown>;
  form: FormData | null;
}

/** Answers what is its own, else undefined. */
export type GraphHandler = (
  request: GraphRequest,
  graph: FakeGraph,
) => Promise<Response | undefined> | Response | undefined;

/** A function, since handlers import this module. */
const handlers = (): GraphHandler[] => [answerSends, answerMedia, answerPeople, answerAccounts];

/** What the next calls meet, before anything else. */
export interface Fault {
  /** Of which calls: a part of the path, such as `/messages`. */
  path?: string;
  /** How many calls meet it. */
  times: number;
  /** Undefined: the call goes on as if nothing were wrong. */
  answer(request: Request): Promise<Response | undefined> | Response | undefined;
}

interface GraphOptions {
  /** Follows on the ids of an earlier one, whose accounts this one has. */
  firstId?: number;
}

export class FakeGraph implements AsyncDisposable {
  readonly state: GraphState;
  readonly faults: Fault[] = [];
  /** `GET /me` and so on, of each call. */
  readonly calls: string[] = [];
  readonly version = "v25.0";
  /** Told of what a call has changed. */
  onAnswer: (() => void) | null = null;
  /** Told of what was accepted, before the call is answered. */
  onSent: ((sent: GraphSent) => void) | null = null;
  /** What goes wrong by a seed. */
  mischief: Mischief | null = null;
  #death = new AbortController();
  #server: Deno.HttpServer<Deno.NetAddr>;

  private constructor({ firstId }: GraphOptions) {
    this.state = new GraphState(firstId);
    this.#server = this.#serve(0);
  }

  static start(options: GraphOptions = {}): FakeGraph {
    return new FakeGraph(options);
  }

  /** Base of its calls, for META_GRAPH_URL and META_INSTAGRAM_URL. */
  get url(): string {
    return `${this.origin}/${this.version}`;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  addApp(id: string, secret: string, more: Partial<GraphApp> = {}): GraphApp {
    const app = { id, secret, subscriptions: new Map(), ...more };
    this.state.apps.set(id, app);
    return app;
  }

  addToken(token: Partial<GraphToken> & Pick<GraphToken, "text" | "appId">): GraphToken {
    const whole: GraphToken = {
      kind: "system",
      ownerId: this.state.newId("user"),
      scopes: [],
      endsAt: null,
      ...token,
    };
    this.state.tokens.set(whole.text, whole);
    return whole;
  }

  /** Calls a hook as Meta does, with the signature of the app that it is of. */
  async deliver(
    hook: string,
    app: GraphApp,
    payload: unknown,
    key = app.secret,
  ): Promise<Response> {
    const bytes = new TextEncoder().encode(JSON.stringify(payload));
    const signature = createHmac("sha256", key).update(bytes).digest("hex");
    return await fetch(hook, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Hub-Signature-256": `sha256=${signature}`,
        "User-Agent": "facebookexternalua",
      },
      body: bytes,
    });
  }

  /** Breaks off all calls, and takes none until it lives again. What it has accepted, it has. */
  async die(): Promise<void> {
    this.#death.abort();
    await this.#server.finished;
  }

  revive(): void {
    this.#server = this.#serve(this.#server.addr.port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#death.signal.aborted) await this.#server.shutdown();
  }

  #serve(port: number): Deno.HttpServer<Deno.NetAddr> {
    this.#death = new AbortController();
    const { signal } = this.#death;
    return Deno.serve(
      { port, hostname: "127.0.0.1", signal, onListen() {} },
      (request) => this.#answer(request),
    );
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/v\d+\.\d+\//, "").replace(/^\//, "");
    const accept = () => this.#accept(request, url, path);
    const { method } = request;
    return this.mischief ? await this.mischief.around({ method, path }, accept) : await accept();
  }

  async #accept(request: Request, url: URL, path: string): Promise<Response> {
    this.calls.push(`${request.method} /${path}`);
    const fault = this.faults.find((one) => one.times > 0 && path.includes(one.path ?? ""));
    if (fault) {
      fault.times--;
      const answer = await fault.answer(request);
      if (answer) return answer;
    }
    const open = openFile(request, path, this);
    if (open) return open;
    const token = this.#tokenOf(request, url);
    if (token instanceof Response) return token;
    const form = await formOf(request);
    const body = form ? Object.fromEntries(form) : await jsonOf(request);
    if (!body) return graphError(400, { code: 100, message: "Invalid parameter" });
    const call = { method: request.method, path, query: url.searchParams, token, body, form };
    for (const handler of handlers()) {
      const answer = await handler(call, this);
      if (!answer) continue;
      answer.headers.set("facebook-api-version", this.version);
      this.onAnswer?.();
      return answer;
    }
    const message =
      `Unsupported ${request.method} request. Object with ID '${path}' does not exist`;
    return graphError(400, { code: 100, error_subcode: 33, message });
  }

  /** The token of the header, proved by its app's secret where the call has a proof. */
  #tokenOf(request: Request, url: URL): GraphToken | Response {
    const text = request.headers.get("Authorization")?.replace(/^Bearer /, "") ?? "";
    // `app|secret` is an app's own token.
    const [appId = "", secret] = text.split("|");
    const app = this.state.apps.get(appId);
    if (secret !== undefined && app?.secret === secret) {
      return { text, appId, kind: "app", ownerId: appId, scopes: [], endsAt: null };
    }
    const token = this.state.tokens.get(text);
    if (!token || token.isRevoked) {
      return graphError(401, { code: 190, message: "Invalid OAuth access token" });
    }
    if (token.endsAt && token.endsAt <= new Date()) {
      const message = "Error validating access token: Session has expired";
      return graphError(401, { code: 190, error_subcode: 463, message });
    }
    const proof = url.searchParams.get("appsecret_proof");
    const owner = this.state.apps.get(token.appId);
    if (proof !== null && owner && proof !== proofOf(text, owner.secret)) {
      return graphError(400, { code: 100, message: "Invalid appsecret_proof provided" });
    }
    return token;
  }
}

/** An error in Graph's form. */
export function graphError(
  status: number,
  error: { code: number; message: string; error_subcode?: number; error_data?: object },
): Response {
  const type = "OAuthException";
  return Response.json({ error: { type, fbtrace_id: "trace", ...error } }, { status });
}

async function formOf(request: Request): Promise<FormData | null> {
  const type = request.headers.get("Content-Type") ?? "";
  return type.startsWith("multipart/") || type.includes("x-www-form-urlencoded")
    ? await request.formData()
    : null;
}

async function jsonOf(request: Request): Promise<Record<string, unknown> | null> {
  const text = await request.text();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
