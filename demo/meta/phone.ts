/**
 * A customer's phone with one of the apps: what they do is posted to the app as Meta posts it, and
 * what the company sends appears with its ticks. It forgets when the demo stops; Relevo does not.
 */
import { createHash } from "node:crypto";
import { addMedia, openAddressOf } from "@/tests/support/graph/media.ts";
import type { FakeGraph } from "@/tests/support/graph/graph.ts";
import type { GraphMedia, GraphSent } from "@/tests/support/graph/state.ts";
import type { ConnectedBusiness } from "./accounts.ts";
import { type ActName, acts, exampleOf } from "./acts.ts";
import type { BusinessAccount } from "./business.ts";
import { type Customer, customerOf, customerValues, personAt } from "./customer.ts";
import type { Line, LineFile } from "./line.ts";
import { payloadOf, type Values } from "./payload.ts";
import { deliveryOf, readOf } from "./receipts.ts";
import { samplePhoto, sampleVoice } from "./samples.ts";
import { lineOfSent } from "./sent.ts";
import { type FaultName, faultNames, Faults } from "./switches.ts";

export const switchNames = [...faultNames, "clock", "hidden"] as const;
export type SwitchName = (typeof switchNames)[number];

/** Why an act was not done. */
export type ActProblem = "text" | "target" | "undelivered" | "refused";

export interface Doing {
  act: ActName;
  text: string;
  /** Id of the line that was chosen. */
  target: string;
  file: ChosenFile | null;
}

interface ChosenFile {
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
  type: string;
}

interface PhoneOptions {
  graph: FakeGraph;
  business: ConnectedBusiness;
  account: BusinessAccount;
  /** Origin of the app. */
  appUrl: string;
  tell(): void;
}

const mostLines = 400;
const dayAndMore = 25 * 3_600_000;

export class Phone {
  #lines: Line[] = [];
  #faults: Faults;
  #isHidden = false;
  #isLate = false;
  /** When each wrote last, whatever the clock says. */
  #wroteAt = new Map<string, Date>();

  constructor(private readonly options: PhoneOptions) {
    const { graph, business, account } = options;
    this.#faults = new Faults(graph, business, account);
  }

  get account(): BusinessAccount {
    return this.options.account;
  }

  is(name: SwitchName): boolean {
    if (name === "hidden") return this.#isHidden;
    return name === "clock" ? this.#isLate : this.#faults.has(name);
  }

  turn(name: SwitchName): void {
    if (name === "hidden") this.#isHidden = !this.#isHidden;
    else if (name === "clock") this.#turnClock();
    else this.#faults.turn(name satisfies FaultName);
  }

  /** The customer looks: lines of their thread, of which the company's are read by that. */
  async look(name: string): Promise<readonly Line[]> {
    const customer = this.#customer(name);
    const lines = this.#linesOf(customer);
    const fresh = lines.filter(({ side, state }) => side === "company" && state === "delivered");
    for (const line of fresh) line.state = "read";
    for (const payload of await readOf(this.account, customer, fresh)) {
      // A lost receipt must not keep the customer from reading.
      await this.#post(payload).catch(() => {});
    }
    return lines;
  }

  /** @throws TypeError the app does not answer */
  async act(name: string, doing: Doing): Promise<ActProblem | undefined> {
    const { act, text } = doing;
    const customer = this.#customer(name);
    const target = this.#linesOf(customer).find(({ id }) => id === doing.target);
    const problem = problemOf(acts[act].needs, { text, target });
    if (problem) return problem;
    const at = new Date(Date.now() - (this.#isLate ? dayAndMore : 0));
    const person = personAt(this.options.graph.state, customer);
    const line = this.#lineOf(customer, doing, at);
    const posted = await this.#post(await this.#payload(customer, doing, { line, target }));
    if (posted) return posted;
    if (line) this.#add(line);
    else if (target) change(target, doing);
    if (line?.side === "customer") {
      this.#wroteAt.set(person.ids[0]!, at);
      person.wroteAt.set(this.account.ownId, at);
    }
    this.options.tell();
    // Words that it cannot hold follow it.
    const isWordless = line?.text === "" && text !== "";
    return isWordless ? await this.act(name, { ...doing, act: "write", file: null }) : undefined;
  }

  /** The company has sent something. */
  async take(sent: GraphSent): Promise<void> {
    const line = lineOfSent(this.options.graph.state, sent);
    this.#add(line);
    this.options.tell();
    for (const payload of await deliveryOf(this.account, sent)) {
      // A lost receipt is no matter of the customer's.
      if (await this.#post(payload).catch(() => "refused")) return;
    }
    if (line.state === "sent") line.state = "delivered";
    this.options.tell();
  }

  /** The company has read what the customer wrote. */
  mark(body: Record<string, unknown>): void {
    const { message_id: id, recipient } = body as {
      message_id?: string;
      recipient?: { id?: string };
    };
    const personId = id ? this.#lines.find((line) => line.id === id)?.personId : recipient?.id;
    const own = this.#lines.filter((line) =>
      line.side === "customer" && line.personId === personId
    );
    for (const line of own) line.state = "read";
    this.options.tell();
  }

  #customer(name: string): Customer {
    return customerOf(this.account.kind, this.options.business.companyId, name);
  }

  #linesOf({ ids }: Customer): Line[] {
    return this.#lines.filter(({ personId }) => ids.includes(personId));
  }

  #turnClock(): void {
    this.#isLate = !this.#isLate;
    for (const { ids, wroteAt } of this.options.graph.state.people) {
      const at = wroteAt.get(this.account.ownId);
      if (!at) continue;
      const newest = this.#wroteAt.get(ids[0]!) ?? at;
      this.#wroteAt.set(ids[0]!, newest);
      const late = new Date(Math.min(newest.getTime(), Date.now() - dayAndMore));
      wroteAt.set(this.account.ownId, this.#isLate ? late : newest);
    }
  }

  /** Null for what changes another line. */
  #lineOf(
    { ids: [id], name }: Customer,
    { act, text, target, file }: Doing,
    at: Date,
  ): Line | null {
    if (act === "react" || act === "edit" || act === "unsend") return null;
    const { graph, account: { kind } } = this.options;
    const hasFile = act === "photo" || act === "voice" || act === "file";
    const hasCaption = kind === "whatsapp" && (act === "photo" || act === "file");
    const hasText = hasCaption || acts[act].needs.includes("text");
    const isOwn = act !== "owner";
    return {
      ...{ id: newId(graph, kind), personId: id!, at, act },
      side: isOwn ? "customer" : "company",
      by: isOwn ? name : null,
      text: hasText ? text : "",
      files: hasFile ? [fileOf(addMedia(graph, file ?? sampleOf(act)))] : [],
      answers: act === "reply" ? target : null,
      ...{ hasHeart: false, edits: 0, isUnsent: false, sent: null },
      state: isOwn ? "delivered" : "read",
    };
  }

  async #payload(
    customer: Customer,
    { act, text }: Doing,
    { line, target }: { line: Line | null; target: Line | undefined },
  ): Promise<unknown> {
    const { graph, account: { kind, values: own } } = this.options;
    const [file] = line?.files ?? [];
    const media = file ? graph.state.media.get(file.id)! : addMedia(graph, sampleOf("photo"));
    const telling = {
      ...{ id: line?.id ?? newId(graph, kind), text, name: customer.name },
      ...{ target: target?.id, edits: (target?.edits ?? 0) + 1 },
      media: {
        ...{ id: media.id, name: media.name ?? "", type: media.type },
        sha256: createHash("sha256").update(media.bytes).digest("base64"),
        url: openAddressOf(graph, media),
      },
    };
    const at = line?.at ?? new Date();
    const values: Values = {
      ...own,
      ...customerValues(kind, customer, { at, isHidden: this.#isHidden }),
      ...acts[act].values(telling),
    };
    const isTakenBack = act === "react" && target?.hasHeart;
    return await payloadOf(exampleOf(act, kind) + (isTakenBack ? "-withdrawn" : ""), values);
  }

  /** Posts a hook as Meta does; nothing is posted of an account that nobody asks for. */
  async #post(payload: unknown): Promise<"undelivered" | "refused" | undefined> {
    const { graph, business, appUrl } = this.options;
    if (this.#faults.has("subscription")) return "undelivered";
    const answer = await graph.deliver(appUrl + business.hook, business.app, payload);
    await answer.body?.cancel();
    return answer.ok ? undefined : "refused";
  }

  #add(line: Line): void {
    this.#lines = [...this.#lines, line].slice(-mostLines);
  }
}

function problemOf(
  needs: (typeof acts)[ActName]["needs"],
  { text, target }: { text: string; target: Line | undefined },
): ActProblem | undefined {
  if (needs.includes("text") && text === "") return "text";
  const isMissing = needs.includes("any") && !target ||
    needs.includes("own") && target?.side !== "customer";
  return isMissing || target?.isUnsent ? "target" : undefined;
}

function change(target: Line, { act, text }: Doing): void {
  if (act === "edit") Object.assign(target, { text, edits: target.edits + 1 });
  else if (act === "unsend") Object.assign(target, { text: "", files: [], isUnsent: true });
  else if (act === "react") target.hasHeart = !target.hasHeart;
}

function newId(graph: FakeGraph, kind: BusinessAccount["kind"]): string {
  return graph.state.newId(kind === "whatsapp" ? "wamid.in" : "m_in");
}

/** What is sent where no file was chosen. */
function sampleOf(act: ActName): ChosenFile {
  return act === "voice"
    ? { bytes: sampleVoice(), type: "audio/ogg; codecs=opus", name: "voz.ogg" }
    : { bytes: samplePhoto(), type: "image/png", name: "foto.png" };
}

function fileOf({ id, name, type }: GraphMedia): LineFile {
  return { id, name: name ?? id, type };
}
