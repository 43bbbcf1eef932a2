/** What members change by the API, with the document's examples, of an app that is explained. */
import { addressOf } from "../../isolation/readings.ts";
import { type Operation, readOperations } from "../../http/operations.ts";
import { allEntries } from "../../http/routes.ts";
import type { World } from "../../support/world.ts";
import { explainedApp } from "./explained_app.ts";
import type { Handled } from "./explaining.ts";

/** What handles more than it gives, with the reason. */
export const mayChange: Record<string, string> = {
  "POST /api/admin/callbacks/redeliver": "looks through the callbacks since an hour",
  "POST /api/admin/channels": "counts what waits in the account",
  "PATCH /api/admin/channels/{id}": "counts what waits in the account",
  "DELETE /api/admin/channels/{id}": "cancels what waits in the account",
  "POST /api/admin/channels/{id}/pause": "counts what waits in the account",
  "POST /api/admin/channels/{id}/secret": "counts what waits in the account",
  "POST /api/admin/contacts/{id}/merge": "reads clients that are believed to be few by two keys",
  "POST /api/admin/devices/pairings": "counts the company's phones",
  "DELETE /api/admin/employees/{user_id}": "hands over all that the member has to do",
  "POST /api/admin/opportunities/bulk": "gives the ids of all that a filter finds as one text",
  "DELETE /api/admin/pipeline-stages/{id}": "counts what is in the stage",
};

/** What asks other servers first. */
const leftOut = /\/(logo|oauth|meta-apps|hooks)\b/;

interface Change {
  name: string;
  call(): Promise<{ status: number; heard: Handled[] }>;
}

/** Each change by its verb and path, of company 1; nothing that it does stays. Some refuse. */
export async function changesOf(world: World, ids: Record<string, string>): Promise<Change[]> {
  const ask = await explainedApp(world);
  const entries = new Map((await allEntries()).map((one) => [`${one.verb} ${one.path}`, one]));
  const operations = (await readOperations(world)).filter(({ verb, path, guard }) =>
    verb !== "GET" && guard === "member" && path.startsWith("/api/admin/") && !leftOut.test(path)
  );
  return operations.map((operation) => {
    const name = `${operation.verb} ${operation.path}`;
    return {
      name,
      call() {
        const address = addressOf(entries.get(name)!, { companyId: 1, ids });
        const type = Object.keys(operation.content)[0] ?? "application/json";
        return ask(address, {
          method: operation.verb,
          headers: { "Content-Type": type },
          body: bodyOf(operation, ids),
        });
      },
    };
  });
}

function bodyOf({ content, path }: Operation, ids: Record<string, string>): string | undefined {
  const [[type, { example }] = ["", {}]] = Object.entries(content);
  if (example === undefined) return undefined;
  if (type !== "application/json") return String(example);
  const own = /admin\/([a-z-]+)/.exec(path)![1]!;
  return JSON.stringify(example, (name, value) => {
    const noun = nouns[name] ?? name.replace(/_id$/, "s").replace(/ys$/, "ies");
    if (name === "ids") return [Number(ids[own])];
    return typeof value === "number" && name.endsWith("_id") && ids[noun]
      ? Number(ids[noun])
      : value;
  });
}

/** Of whom an id is, where its name does not say so. */
const nouns: Record<string, string> = {
  assignee_id: "employees",
  approver_id: "employees",
  stage_id: "pipeline-stages",
  loser_id: "contacts",
};
