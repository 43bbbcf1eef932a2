/** Names of people, and conversations. */
import { type FakeGraph, graphError, type GraphHandler } from "./graph.ts";
import { openAddressOf } from "./media.ts";
import type { GraphSent, GraphWritten } from "./state.ts";

export const answerPeople: GraphHandler = ({ method, path, query }, graph) => {
  if (method !== "GET") return undefined;
  const [first = "", second = ""] = path.split("/");
  if (second === "conversations") {
    // Those of an Instagram account are asked for by its page.
    const instagramId = query.get("platform") === "instagram" &&
      graph.state.pages.get(first)?.instagramId;
    const data = conversationsOf(graph, instagramId || first).filter(({ personId }) =>
      query.get("user_id") === null || query.get("user_id") === personId
    );
    const isWhole = query.get("fields")?.includes("messages") ?? false;
    return Response.json({
      data: data.map(({ messages, ...one }) => ({
        id: one.id,
        updated_time: stamp(messages[0]!.at),
        ...isWhole && { messages: { data: messages.slice(0, 20).map(toMessage(graph)) } },
      })),
    });
  }
  if (second !== "") return undefined;
  const conversation = accountsOf(graph).flatMap((id) => conversationsOf(graph, id))
    .find(({ id }) => id === first);
  if (conversation) {
    const data = conversation.messages.slice(0, 20).map(toMessage(graph));
    return Response.json({ id: first, messages: { data } });
  }
  const message = messagesOf(graph).find(({ id }) => id === first);
  if (message) return Response.json(toMessage(graph)(message));
  const person = graph.state.personOf(first);
  if (!person) return undefined;
  if (person.isPrivate) {
    const message = "User consent is required to access user profile";
    return graphError(403, { code: 230, message });
  }
  const [first_name, ...rest] = person.name.split(" ");
  const { name, username } = person;
  const profile: Record<string, string | null | undefined> = {
    ...{ id: first, name, username, first_name, last_name: rest.join(" ") || undefined },
  };
  const fields = ["id", ...(query.get("fields") ?? "name").split(",")];
  const entries = fields.filter((field) => profile[field]).map((field) => [field, profile[field]]);
  return Response.json(Object.fromEntries(entries));
};

interface Message {
  id: string;
  accountId: string;
  personId: string;
  isOurs: boolean;
  at: Date;
  text: string;
  media: GraphWritten["media"];
}

function messagesOf({ state }: FakeGraph): Message[] {
  const written = state.written.map((one) => ({ ...one, isOurs: false }));
  const sent = state.sent.map((one) => {
    const { id, accountId, to: personId, at } = one;
    return { id, accountId, personId, at, isOurs: true, text: textOf(one), media: [] };
  });
  return [...written, ...sent].sort((a, b) => b.at.getTime() - a.at.getTime());
}

function accountsOf(graph: FakeGraph): string[] {
  return [...new Set(messagesOf(graph).map(({ accountId }) => accountId))];
}

/** Those of an account, newest first, as their messages are. */
function conversationsOf(graph: FakeGraph, accountId: string) {
  const own = messagesOf(graph).filter((one) => one.accountId === accountId);
  return [...Map.groupBy(own, ({ personId }) => personId)].map(([personId, messages]) => ({
    id: `t_${accountId}_${personId}`,
    personId,
    messages,
  }));
}

function toMessage(graph: FakeGraph) {
  return ({ id, accountId, personId, isOurs, at, text, media }: Message) => ({
    id,
    created_time: stamp(at),
    from: { id: isOurs ? accountId : personId },
    to: { data: [{ id: isOurs ? personId : accountId }] },
    message: text,
    ...media.length > 0 && { attachments: { data: media.map(toAttachment(graph)) } },
  });
}

const dataFields = { image: "image_data", video: "video_data", file: null };

function toAttachment(graph: FakeGraph) {
  return ({ kind, id }: GraphWritten["media"][number]) => {
    const media = graph.state.media.get(id)!;
    const { type, name, bytes } = media;
    const url = openAddressOf(graph, media);
    const field = dataFields[kind];
    const place = field ? { [field]: { url } } : { file_url: url };
    return { id, mime_type: type, name, size: bytes.length, ...place };
  };
}

function textOf({ body }: GraphSent): string {
  const { text } = (body.message ?? {}) as { text?: string };
  return text ?? "";
}

/** As Graph writes an instant: `2026-11-28T10:00:00+0000`. */
function stamp(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, "+0000");
}
