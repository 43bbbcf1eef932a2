/** Sends a message by WhatsApp, Instagram or Facebook: one call, after the upload of its file. */
import { ownIdOf } from "@/lib/channels/meta/account_settings.ts";
import { findGraphCaller } from "@/lib/channels/meta/graph/callers.ts";
import { callGraph, type GraphAnswer, type GraphCaller } from "@/lib/channels/meta/graph/graph.ts";
import type { GraphCall, GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { idIn } from "@/lib/channels/meta/untyped.ts";
import { fileKindOf, isMetaKind, type MetaKind } from "@/lib/channels/meta/out/limits.ts";
import { messengerBody, uploadForm } from "@/lib/channels/meta/out/outgoing.ts";
import { type OutgoingMeta, type UploadedFile } from "@/lib/channels/meta/out/outgoing.ts";
import { whatsappBody } from "@/lib/channels/meta/out/outgoing.ts";
import { type MetaResult, resultOf, uploadResultOf } from "@/lib/channels/meta/out/results.ts";
import type { VersionWatch } from "@/lib/channels/meta/out/version_watch.ts";
import { windowOf } from "@/lib/channels/meta/out/window.ts";
import type { Pending } from "@/lib/channels/out/leases.ts";
import { readFiles } from "@/lib/channels/out/read_files.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { FileLinks } from "@/lib/files/links.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

export interface MetaMeans {
  db: Db;
  /** Null where no secrets are kept. */
  cipher: SecretCipher | null;
  links: FileLinks | null;
  graphNetwork: GraphNetwork;
  versions: VersionWatch;
}

/** @throws SecretLost */
export async function callMeta(
  pending: Pending,
  means: MetaMeans,
  signal: AbortSignal,
): Promise<MetaResult> {
  const startedAt = performance.now();
  const result = await send(pending, means, signal);
  return { ...result, durationMs: performance.now() - startedAt };
}

type Ended = Omit<MetaResult, "durationMs">;

async function send(pending: Pending, means: MetaMeans, signal: AbortSignal): Promise<Ended> {
  const { companyId, accountId } = pending;
  const { db, cipher } = means;
  const caller = cipher && await findGraphCaller(db, cipher, { companyId, accountId });
  if (!caller) return { outcome: "secret" };
  return { ...await sendAs(caller, pending, means, signal), tokenAt: caller.tokenAt };
}

async function sendAs(
  caller: GraphCaller,
  pending: Pending,
  means: MetaMeans,
  signal: AbortSignal,
): Promise<Ended> {
  const { id, kind, settings, payload } = pending;
  const { db, graphNetwork, versions } = means;
  const { meta, text, files } = payload;
  if (!meta || !isMetaKind(kind)) return { outcome: "protocol" };
  const window = windowOf(pending, await findHeard(db, pending, meta.to));
  // It may have closed while the message waited.
  if (!meta.template && !window.isOpen && window.after !== "human_agent") {
    return { outcome: "graph_window", graph: { name: "window", code: null } };
  }
  const call = async (one: GraphCall) => {
    const answer = await callGraph(graphNetwork, caller, { ...one, signal });
    if (answer.kind === "ok") versions.note(caller.api, answer.version);
    return answer;
  };
  const ownId = ownIdOf(settings);
  if (pending.lastOutcome === "graph_thread") {
    const json = { recipient: { id: meta.to } };
    await call({ method: "POST", path: `/${ownId}/take_thread_control`, json });
  }
  const [file] = files;
  const uploaded = file && await upload({ kind, file, ownId, caller }, pending, means, call);
  if (uploaded && "outcome" in uploaded) return uploaded;
  const content = { ...meta, opaque: id, text, file: uploaded ?? null };
  const json = kind === "whatsapp"
    ? whatsappBody(content)
    : messengerBody(content, { isAnswer: window.isOpen });
  return resultOf(await call({ method: "POST", path: `/${ownId}/messages`, json }));
}

interface Uploading {
  kind: MetaKind;
  file: Pending["payload"]["files"][number];
  ownId: string;
  caller: GraphCaller;
}

/** Nothing is sent by it, so that whatever fails may be tried again. */
async function upload(
  { kind, file, ownId, caller }: Uploading,
  { companyId, payload }: Pending,
  { db, links }: MetaMeans,
  call: (one: GraphCall) => Promise<GraphAnswer>,
): Promise<UploadedFile | Ended> {
  const way = fileKindOf(kind, file);
  if ("why" in way) return { outcome: "graph_wrong", graph: { name: "wrong", code: null } };
  const header = payload.meta?.template?.header;
  const as = header ?? way.as;
  const place = { as, name: file.name };
  if (caller.api === "instagram") {
    if (!links) return { outcome: "secret" };
    return { ...place, id: null, url: links.urlOf({ companyId, id: file.id }) };
  }
  const [read] = await readFiles(db, companyId, [file]);
  const { path, form } = uploadForm({ kind, as, file: read! });
  const answer = await call({ method: "POST", path: `/${ownId}/${path}`, form, timeoutMs: 60_000 });
  const id = answer.kind === "ok" ? idIn(answer.json.id ?? answer.json.attachment_id) : null;
  return id !== null ? { ...place, id, url: null } : uploadResultOf(answer);
}

async function findHeard(db: Db, { companyId, accountId }: Pending, personId: OutgoingMeta["to"]) {
  const row = await inCompany(
    db,
    companyId,
    (trx) =>
      trx.selectFrom("account_people").select(["heard_at", "closed_at"])
        .where("company_id", "=", companyId).where("account_id", "=", accountId)
        .where("person_id", "=", personId).executeTakeFirst(),
  );
  return row ?? { heard_at: null, closed_at: null };
}
