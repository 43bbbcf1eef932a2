/** An office at work while a back-up is made: mails in and out, files, and imports of clients. */
import assert from "node:assert/strict";
import { hasDovecot, password, startDovecot } from "../channels/email/dovecot.ts";
import { startSmtp } from "../channels/email/smtp.ts";
import { withDatabase } from "../faults/support/channel_stage.ts";
import { type Answer, ask } from "../faults/support/client.ts";
import { MailLoad } from "../faults/support/mail_load.ts";
import { long } from "../faults/support/proof.ts";
import type { Random } from "../faults/support/random.ts";
import type { Stage } from "../faults/support/stage.ts";
import { connectMailbox, makeSecretsKey } from "../support/channel_account.ts";
import { startKeyServer } from "../support/gateway.ts";
import { until } from "../support/wait.ts";

const most = long ? { brought: 400, written: 160 } : { brought: 12, written: 4 };
const rowsOfImport = long ? 500 : 30;
const mostFileBytes = 200_000;

const email = "ana@taller.example";
const user = "taller";

export interface Office extends AsyncDisposable {
  /** Settings of the app. */
  env: Record<string, string>;
  /** Connects the mailbox, before the app starts. */
  connect(stage: Stage): Promise<void>;
  /** Starts to work, once the app has looked into the mailbox. */
  start(base: string, random: Random): Promise<OfficeLoad>;
}

/** Opens mail servers, where the machine has them, and what signs the member in. */
export async function openOffice(): Promise<Office> {
  const keys = await startKeyServer();
  const secretsKey = makeSecretsKey();
  const imap = hasDovecot ? await startDovecot() : null;
  const smtp = await startSmtp({
    ...{ secure: false, allowInsecureAuth: true, disabledCommands: ["STARTTLS"] },
  });
  let via = 0;
  const token = () => keys.sign({ email, aud: "relevo-tests", sub: email });
  return {
    env: {
      GATEWAY_JWKS_URL: keys.jwksUrl,
      INITIAL_ADMIN_EMAIL: email,
      SECRETS_KEYS: secretsKey,
      CHANNEL_ALLOW_NETS: "127.0.0.0/8",
    },
    async connect(stage) {
      if (!imap) return;
      const ports = { imapPort: imap.port, smtpPort: smtp.port };
      const mailbox = { name: "Taller", address: "hola@taller.example", user, password };
      via = await withDatabase(
        stage,
        ({ db }) => connectMailbox(db, { ...mailbox, ...ports, secretsKey }),
      );
    },
    async start(base, random) {
      const load = new OfficeLoad(base, token, random);
      if (imap) await load.takeMails({ imapPort: imap.port, via });
      return load.start();
    },
    async [Symbol.asyncDispose]() {
      await smtp[Symbol.asyncDispose]();
      await imap?.[Symbol.asyncDispose]();
      await keys.stop();
    },
  };
}

class OfficeLoad {
  #files = 0;
  #imports = 0;
  #isStopping = false;
  #mails: MailLoad | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly base: string,
    private readonly token: () => Promise<string>,
    private readonly random: Random,
  ) {}

  /** Waits for the first look: mails that came before it are not brought. */
  async takeMails({ imapPort, via }: { imapPort: number; via: number }): Promise<void> {
    await until(async () => {
      const { reads } = await this.#ask("GET", `channels/${via}`, {});
      return reads.looked_at !== null;
    }, { what: "the mailbox to be looked into" });
    this.#mails = new MailLoad({
      ...{ random: this.random, base: () => this.base, token: this.token },
      ...{ imapPort, user, via, customers: 8, most },
    });
  }

  start(): this {
    this.#mails?.start();
    this.#running = Promise.all([this.#uploadAll(), this.#importAll()]);
    this.#running.catch(() => {}); // `finish` reports it
    return this;
  }

  /** Waits until more of each has come, and a mail was answered. */
  async progress(): Promise<void> {
    const [files, imports] = [this.#files, this.#imports];
    await this.#mails?.progress(1);
    const isAnswered = () => !this.#mails || this.#mails.written.length > 0;
    const isOn = () => this.#files > files && this.#imports > imports && isAnswered();
    await Promise.race([
      this.#running,
      until(isOn, { what: "a file and an import more, and an answer" }),
    ]);
  }

  async finish(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
    await this.#mails?.finish();
  }

  get summary(): string {
    const { brought = [], written = [] } = this.#mails ?? {};
    return `${brought.length} mails in, ${written.length} out, ${this.#files} files, ` +
      `${this.#imports} imports`;
  }

  async #uploadAll(): Promise<void> {
    while (!this.#isStopping) {
      const bytes = new Uint8Array(this.random.between(1, mostFileBytes));
      crypto.getRandomValues(bytes.subarray(0, 65_536));
      await this.#ask("POST", `files?name=f${this.#files}.bin`, { bytes });
      this.#files++;
    }
  }

  async #importAll(): Promise<void> {
    while (!this.#isStopping) {
      const rows = Array.from(
        { length: rowsOfImport },
        (_, row) => `Cliente ${this.#imports}-${row},c${this.#imports}-${row}@clientes.example`,
      );
      const bytes = new TextEncoder().encode(["Nombre,Email", ...rows, ""].join("\n"));
      const headers = { "Content-Type": "text/csv" };
      await this.#ask("POST", "imports/clients/commit", { bytes, headers });
      this.#imports++;
    }
  }

  #ask(
    method: string,
    path: string,
    { headers, ...request }: NonNullable<Parameters<typeof ask>[3]>,
  ): Promise<Answer["body"]> {
    const place = `/api/admin/${path}${path.includes("?") ? "&" : "?"}company_id=1`;
    return until(async () => {
      const token = { "Cf-Access-Jwt-Assertion": await this.token() };
      const answer = await ask(this.base, method, place, {
        ...request,
        headers: { ...token, ...headers },
      });
      if (answer.status === 503) return undefined;
      assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    }, { what: `${path} to be taken` });
  }
}
