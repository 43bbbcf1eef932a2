import { findGraphCaller } from "@/lib/channels/meta/graph/callers.ts";
import { callGraph, type GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { idIn, textIn } from "@/lib/channels/meta/untyped.ts";
import { classOf } from "@/lib/channels/meta/graph/send_errors.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

interface Means {
  db: Db;
  cipher: SecretCipher | null;
  network: GraphNetwork;
}

interface Asked {
  companyId: number;
  accountId: number;
  messageId: string;
}

const longestText = 100_000;
const mayPass = ["pace", "theirs", "unknown", "account"];

/** Text of a message. `gone`: none is to be had; `later`: not now. @throws SecretLost */
export async function fetchText(
  { db, cipher, network }: Means,
  { companyId, accountId, messageId }: Asked,
  signal?: AbortSignal,
): Promise<{ text: string } | "gone" | "later"> {
  const caller = cipher && await findGraphCaller(db, cipher, { companyId, accountId });
  if (!caller) return "gone";
  const answer = await callGraph(network, caller, {
    path: `/${encodeURIComponent(messageId)}`,
    query: { fields: "id,message" },
    signal,
  });
  if (answer.kind === "error") {
    return mayPass.includes(classOf(answer.error).name) ? "later" : "gone";
  }
  if (answer.kind !== "ok") return "later";
  const { id, message } = answer.json;
  if (idIn(id) === null || typeof message !== "string") return "gone";
  return { text: textIn(message, longestText) };
}
