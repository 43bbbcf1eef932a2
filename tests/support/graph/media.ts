/** Uploads, and media of messages. */
import { createHash } from "node:crypto";
import { type FakeGraph, graphError, type GraphHandler } from "./graph.ts";
import type { GraphMedia } from "./state.ts";

/** A file that Meta has: of what a person sent, or of an upload. */
export function addMedia(
  graph: FakeGraph,
  media: Omit<GraphMedia, "id" | "name"> & Partial<GraphMedia>,
): GraphMedia {
  const whole = { id: graph.state.newId("8"), name: null, ...media };
  graph.state.media.set(whole.id, whole);
  return whole;
}

/** Where a page's or Instagram account's media lie, for anybody who has the address. */
export function openAddressOf(graph: FakeGraph, { id }: GraphMedia): string {
  return `${graph.origin}/cdn/${id}`;
}

/** Where WhatsApp's media lie, for who has the token. */
export function addressOf(graph: FakeGraph, { id }: GraphMedia): string {
  return `${graph.origin}/media/${id}`;
}

/** The bytes at an address that needs no token; one that gets a token refuses it. */
export function openFile(request: Request, path: string, graph: FakeGraph): Response | undefined {
  const [folder, id = ""] = path.split("/");
  if (folder !== "cdn") return undefined;
  const media = graph.state.media.get(id);
  if (!media) return new Response("URL signature expired", { status: 403 });
  if (request.headers.has("Authorization")) return new Response("a token", { status: 400 });
  return fileOf(media);
}

export const answerMedia: GraphHandler = (request, graph) => {
  const { method, path } = request;
  const [first = "", second = ""] = path.split("/");
  if (method === "POST" && second === "media") return upload(request.form, graph, "file", "id");
  if (method === "POST" && second === "message_attachments") {
    return upload(request.form, graph, "filedata", "attachment_id");
  }
  if (method !== "GET") return undefined;
  if (first === "media") {
    const media = graph.state.media.get(second);
    return media ? fileOf(media) : new Response("Not found", { status: 404 });
  }
  const media = second === "" ? graph.state.media.get(first) : undefined;
  return media && Response.json({
    messaging_product: "whatsapp",
    url: addressOf(graph, media),
    mime_type: media.type,
    sha256: createHash("sha256").update(media.bytes).digest("hex"),
    file_size: media.bytes.length,
    id: media.id,
  });
};

async function upload(
  form: FormData | null,
  graph: FakeGraph,
  field: string,
  answer: string,
): Promise<Response> {
  const file = form?.get(field);
  if (!(file instanceof File)) {
    return graphError(400, { code: 100, message: `(#100) The parameter ${field} is required` });
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { id } = addMedia(graph, { bytes, type: file.type, name: file.name });
  return Response.json({ [answer]: id });
}

function fileOf({ bytes, type }: GraphMedia): Response {
  return new Response(bytes, { headers: { "Content-Type": type } });
}
