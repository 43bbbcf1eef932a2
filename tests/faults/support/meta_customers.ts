/** Customers on the three apps, whose acts Meta delivers as it likes. */
import { createHash } from "node:crypto";
import { type MetaKind, metaKinds } from "@/lib/channels/meta/account_settings.ts";
import { type ActName, acts, exampleOf } from "../../../demo/meta/acts.ts";
import {
  type Customer,
  customerOf,
  customerValues,
  personAt,
} from "../../../demo/meta/customer.ts";
import { payloadOf } from "../../../demo/meta/payload.ts";
import { deliveryOf, readOf } from "../../../demo/meta/receipts.ts";
import { samplePhoto } from "../../../demo/meta/samples.ts";
import { lineOfSent } from "../../../demo/meta/sent.ts";
import type { Deliveries } from "../../support/graph/deliveries.ts";
import type { FakeGraph } from "../../support/graph/graph.ts";
import { addMedia, openAddressOf } from "../../support/graph/media.ts";
import type { GraphMedia, GraphSent } from "../../support/graph/state.ts";
import type { MetaStage } from "./meta_stage.ts";
import type { Random } from "./random.ts";

/** A message as Relevo must have it in the end. */
export interface CustomerMessage {
  kind: MetaKind;
  id: string;
  personIds: readonly string[];
  direction: "in" | "out";
  text: string;
  hasReaction: boolean;
  /** SHA-256 of its file in hex, `gone` where Meta has lost it. */
  file: string | null;
}

interface CustomersOptions {
  graph: FakeGraph;
  deliveries: Deliveries;
  business: MetaStage;
  random: Random;
  /** How many there are on each app. */
  count: number;
}

const photo = samplePhoto();

export class MetaCustomers {
  readonly messages: CustomerMessage[] = [];
  /** How many events they made: messages, edits and reactions. */
  acts = 0;
  #receipts: Promise<void> = Promise.resolve();
  /** Messages that can still be edited or reacted to, by app and person. */
  #open = new Map<string, CustomerMessage[]>();

  constructor(private readonly options: CustomersOptions) {
    options.graph.onSent = (sent) => {
      this.#receipts = this.#receipts.then(() => this.#tellReceipts(sent));
    };
  }

  /** Resolves once what was sent until now is told. */
  get receipts(): Promise<void> {
    return this.#receipts;
  }

  async act(): Promise<void> {
    const { random, count } = this.options;
    const kind = random.pick(metaKinds);
    const customer = customerOf(kind, 1, `Customer ${random.between(1, count)}`);
    const place = `${kind} ${customer.ids[0]}`;
    const open = this.#open.get(place) ?? [];
    const fraction = random.next();
    const target = fraction < 0.2 ? open.shift() : undefined;
    if (target) {
      await this.#change(customer, target, fraction < 0.1 ? "edit" : "react");
    } else {
      const act = fraction < 0.35 ? "photo" : fraction < 0.4 ? "owner" : "write";
      const message = await this.#write(kind, customer, act);
      // A wording is edited once: WhatsApp does not number edits.
      if (act === "write") this.#open.set(place, [...open, message]);
    }
    this.acts++;
  }

  async #write(kind: MetaKind, customer: Customer, act: ActName): Promise<CustomerMessage> {
    const { graph, random, business } = this.options;
    const id = graph.state.newId(kind === "whatsapp" ? "wamid.in" : "m_in");
    const hasCaption = act !== "photo" || kind === "whatsapp";
    const text = hasCaption ? `Message ${id}` : "";
    const media = act === "photo" ? this.#newPhoto() : null;
    const digest = media && createHash("sha256").update(media.bytes).digest("hex");
    const isGone = media !== null && random.happens(0.05);
    const message: CustomerMessage = {
      ...{ kind, id, personIds: customer.ids, direction: act === "owner" ? "out" : "in", text },
      ...{ hasReaction: false, file: isGone ? "gone" : digest },
    };
    const person = personAt(graph.state, customer);
    const at = new Date();
    const { ownId } = business.accounts[kind];
    if (act !== "owner") person.wroteAt.set(ownId, at);
    await this.#tell(kind, customer, act, { id, text, target: undefined, media, at });
    if (media && isGone) graph.state.media.delete(media.id);
    this.messages.push(message);
    return message;
  }

  async #change(customer: Customer, target: CustomerMessage, act: "edit" | "react"): Promise<void> {
    const { graph } = this.options;
    const id = graph.state.newId("wamid.change");
    const text = `Edited ${target.id}`;
    if (act === "edit") target.text = text;
    else target.hasReaction = true;
    const at = new Date();
    await this.#tell(target.kind, customer, act, { id, text, target: target.id, media: null, at });
  }

  async #tell(
    kind: MetaKind,
    customer: Customer,
    act: ActName,
    { id, text, target, media, at }: {
      id: string;
      text: string;
      target: string | undefined;
      media: GraphMedia | null;
      at: Date;
    },
  ): Promise<void> {
    const { graph, business, deliveries } = this.options;
    const telling = {
      ...{ id, text, target, edits: 1, name: customer.name },
      media: media
        ? {
          ...{ id: media.id, name: "", type: media.type, url: openAddressOf(graph, media) },
          sha256: createHash("sha256").update(media.bytes).digest("base64"),
        }
        : { id: "", name: "", type: "", url: "", sha256: "" },
    };
    const payload = await payloadOf(exampleOf(act, kind), {
      ...business.accounts[kind].values,
      ...customerValues(kind, customer, { at, isHidden: false }),
      ...acts[act].values(telling),
    });
    deliveries.add(payload);
  }

  /** A picture that no other is alike; some are longer than a row of bytes. */
  #newPhoto(): GraphMedia {
    const { graph, random } = this.options;
    const rest = crypto.getRandomValues(new Uint8Array(64));
    const bytes = new Uint8Array(photo.length + rest.length * random.between(1, 6_000));
    bytes.set(photo);
    for (let at = photo.length; at < bytes.length; at += rest.length) bytes.set(rest, at);
    return addMedia(graph, { bytes, type: "image/png" });
  }

  /** Whatever Meta tells of a message of ours. */
  async #tellReceipts(sent: GraphSent): Promise<void> {
    const { graph, business, deliveries, random } = this.options;
    const account = Object.values(business.accounts).find(({ ownId }) => ownId === sent.accountId)!;
    for (const payload of await deliveryOf(account, sent)) deliveries.add(payload);
    if (random.happens(0.5)) return;
    const person = graph.state.personOf(sent.to)!;
    const customer = { name: person.name, ids: person.ids, username: person.username ?? "" };
    const line = lineOfSent(graph.state, sent);
    for (const payload of await readOf(account, customer, [line])) deliveries.add(payload);
  }
}
