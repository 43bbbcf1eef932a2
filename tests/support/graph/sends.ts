/** Sends messages, checked as Meta checks them, and tells what became of them. */
import { type FakeGraph, graphError, type GraphHandler, type GraphRequest } from "./graph.ts";
import type { GraphApp, GraphSent } from "./state.ts";
import { refuseTemplate } from "./templates.ts";

export const answerSends: GraphHandler = (request, graph) => {
  const [accountId = "", verb] = request.path.split("/");
  if (request.method !== "POST") return undefined;
  if (verb === "take_thread_control") return Response.json({ success: true });
  if (verb !== "messages") return undefined;
  const { messaging_product, status, sender_action } = request.body;
  if (status === "read" || sender_action === "mark_seen") {
    graph.state.marks.push({ accountId, body: request.body });
    return Response.json({ success: true });
  }
  const place = { request, graph, accountId };
  return messaging_product === "whatsapp" ? sendWhatsapp(place) : sendMessenger(place);
};

interface Place {
  request: GraphRequest;
  graph: FakeGraph;
  accountId: string;
}

type Body = Record<string, unknown>;

function sendWhatsapp({ request: { body }, graph, accountId }: Place): Response {
  const { to, recipient, type, text, template } = body as Record<string, string & Body>;
  const person = to ?? recipient ?? "";
  const id = `wamid.${graph.state.newId("out")}`;
  const answer = Response.json({
    messaging_product: "whatsapp",
    contacts: [{ input: person, wa_id: person }],
    messages: [{ id, message_status: "accepted" }],
  });
  // An id where a number belongs is taken, and never seen again.
  if (to !== undefined && !/^\+?\d+$/.test(to)) return answer;
  if (person === "") return wrong("The parameter to is required");
  if (type === "template") {
    const refusal = refuseTemplate(graph, template);
    if (refusal) return refusal;
  } else if (!graph.state.hasWindow(accountId, person)) {
    return graphError(400, { code: 131047, message: "(#131047) Re-engagement message" });
  }
  if (type === "text" && lengthOf(text?.body) > 4_096) {
    return wrong("Param text['body'] must be at most 4096 characters long.");
  }
  const media = type && type !== "text" && type !== "template" ? body[type] as Body : null;
  const refusal = media && refuseMedia(graph, type!, media);
  if (refusal) return refusal;
  record(graph, { id, accountId, to: person, body, opaque: body.biz_opaque_callback_data });
  return answer;
}

const mediaTypes: Record<string, RegExp> = {
  image: /^image\/(jpeg|png)$/,
  video: /^video\//,
  audio: /^audio\//,
  document: /./,
};

function refuseMedia(graph: FakeGraph, type: string, { id, caption }: Body): Response | undefined {
  const media = graph.state.media.get(String(id));
  if (!media) return wrong("Param media id is not a valid whatsapp media id");
  if (!mediaTypes[type]?.test(media.type)) {
    return graphError(400, { code: 131053, message: "(#131053) Media upload error" });
  }
  if (lengthOf(caption) > 1_024) return wrong("Param caption must be at most 1024 characters");
}

const weekMs = 7 * 24 * 3_600_000;

function sendMessenger({ request: { body }, graph, accountId }: Place): Response {
  const { recipient, message, messaging_type, tag } = body as Record<string, Body>;
  const to = String(recipient?.id ?? "");
  const person = graph.state.personOf(to);
  const wroteAt = person?.wroteAt.get(accountId);
  if (!person) {
    const message = "(#100) No matching user found";
    return graphError(400, { code: 100, error_subcode: 2018001, message });
  }
  const isAgent = String(messaging_type) === "MESSAGE_TAG" && String(tag) === "HUMAN_AGENT";
  const isLate = !wroteAt || Date.now() - wroteAt.getTime() > weekMs;
  if (isAgent ? isLate : !graph.state.hasWindow(accountId, to)) {
    const message = "(#10) This message is sent outside of allowed window.";
    return graphError(400, { code: 10, error_subcode: 2018278, message });
  }
  const { text, attachment, metadata } = (message ?? {}) as Record<string, unknown>;
  const isInstagram = graph.state.instagrams.has(accountId);
  const isLong = isInstagram
    ? new TextEncoder().encode(String(text ?? "")).length > 1_000
    : lengthOf(text) > 2_000;
  if (isLong) return wrong("Length of param message[text] must be less than or equal to 2000");
  if ((text === undefined) === (attachment === undefined)) return wrong("Invalid message");
  const payload = ((attachment as Body)?.payload ?? {}) as Body;
  if (attachment && !payload.url && !graph.state.media.has(String(payload.attachment_id))) {
    return wrong("Invalid attachment id");
  }
  const id = `m_${graph.state.newId("out")}`;
  record(graph, { id, accountId, to, body, opaque: metadata });
  return Response.json({ recipient_id: to, message_id: id });
}

function lengthOf(value: unknown): number {
  return typeof value === "string" ? value.length : 0;
}

function wrong(message: string): Response {
  return graphError(400, { code: 100, message: `(#100) ${message}` });
}

function record(graph: FakeGraph, sent: Omit<GraphSent, "at" | "opaque"> & { opaque: unknown }) {
  const opaque = typeof sent.opaque === "string" ? sent.opaque : null;
  const whole = { ...sent, at: new Date(), opaque };
  graph.state.sent.push(whole);
  graph.onSent?.(whole);
}

/** Whom what happened is told. */
interface Hook {
  hook: string;
  graphApp: GraphApp;
}

interface StatusOf {
  state: "sent" | "delivered" | "read" | "failed";
  code?: number;
  at?: Date;
}

/** A status of a WhatsApp message, as the hook has it. */
export function statusPayload(sent: GraphSent, { state, code, at = new Date() }: StatusOf) {
  const status = {
    id: sent.id,
    timestamp: String(Math.floor(at.getTime() / 1_000)),
    recipient_id: sent.to,
    status: state,
    ...sent.opaque === null ? {} : { biz_opaque_callback_data: sent.opaque },
    ...code === undefined ? {} : { errors: [{ code, title: "Message undeliverable" }] },
  };
  const metadata = { display_phone_number: "34911222333", phone_number_id: sent.accountId };
  const value = { messaging_product: "whatsapp", metadata, statuses: [status] };
  return {
    object: "whatsapp_business_account",
    entry: [{ id: "102290129340398", changes: [{ value, field: "messages" }] }],
  };
}

/** The echo of a message that an account of a page or of Instagram has sent. */
export function echoPayload(object: "page" | "instagram", ownId: string, sent: GraphSent) {
  const { text, attachment } = sent.body.message as Body;
  const { type } = (attachment ?? {}) as Body;
  const message = {
    mid: sent.id,
    is_echo: true,
    ...text === undefined
      ? { attachments: [{ type, payload: { url: "https://scontent.fbcdn.net/one" } }] }
      : { text },
    // Instagram tells nothing of where it comes from.
    ...object === "page" ? { app_id: 1517776481860111, metadata: sent.opaque } : {},
  };
  const own = { sender: { id: ownId }, recipient: { id: sent.to } };
  const messaging = [{ ...own, timestamp: sent.at.getTime(), message }];
  return { object, entry: [{ id: ownId, time: sent.at.getTime() + 500, messaging }] };
}

export async function deliverStatus(
  graph: FakeGraph,
  { hook, graphApp }: Hook,
  sent: GraphSent,
  status: StatusOf,
): Promise<void> {
  const answer = await graph.deliver(hook, graphApp, statusPayload(sent, status));
  await answer.body?.cancel();
}

export async function deliverEcho(
  graph: FakeGraph,
  { hook, graphApp }: Hook,
  sent: GraphSent,
  { object, ownId }: { object: "page" | "instagram"; ownId: string },
): Promise<void> {
  const answer = await graph.deliver(hook, graphApp, echoPayload(object, ownId, sent));
  await answer.body?.cancel();
}

/** An answer that breaks off. */
export function broken(): Response {
  return new Response(new ReadableStream({ start: (end) => end.error("the answer breaks off") }));
}

/** The next calls break before Meta has taken them, or once it has. */
export function breakSends(graph: FakeGraph, when: "before" | "after", times = 1): void {
  graph.faults.push({
    path: "/messages",
    times,
    async answer(request) {
      if (when === "after") await (await ask(request)).body?.cancel();
      return broken();
    },
  });
}

/** The next send is taken, and not answered before the function is called that is returned. */
export function holdAnswer(graph: FakeGraph): () => void {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  graph.faults.push({
    path: "/messages",
    times: 1,
    async answer(request) {
      const reply = await ask(request);
      await isFree;
      return reply;
    },
  });
  return free;
}

/** Has Meta take a call that a fault stands before. */
async function ask(request: Request): Promise<Response> {
  const { url, method, headers } = request;
  return await fetch(url, { method, headers, body: await request.arrayBuffer() });
}

/** The next sends are refused with this error of Graph's. */
export function refuseSends(
  graph: FakeGraph,
  error: { status?: number; code: number; subcode?: number; retryAfter?: number },
  times = 1,
): void {
  const { status = 400, code, subcode, retryAfter } = error;
  graph.faults.push({
    path: "/messages",
    times,
    answer() {
      const message = `(#${code}) As documented`;
      const answer = graphError(status, { code, error_subcode: subcode, message });
      if (retryAfter !== undefined) answer.headers.set("Retry-After", String(retryAfter));
      return answer;
    },
  });
}
