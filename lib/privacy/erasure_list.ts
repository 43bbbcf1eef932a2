import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import type { Erasure } from "@/lib/tools/after_commit.ts";
import { ensureDir } from "@/lib/db/folder.ts";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";

/** Erasures listed beside the database: ids and times, a JSON object a line, no personal data. */

const fileName = "erasures.jsonl";

const ids = z.array(z.int().positive());
const line = z.object({
  id: z.uuid(),
  installation: z.string(),
  company_id: z.int().positive(),
  at: z.iso.datetime(),
  contacts: ids,
  clients: ids,
});

export class ErasureList {
  #ids: Set<string>;
  #path: string;
  #installation: string;

  private constructor(
    place: { path: string; installation: string },
    readonly erasures: Erasure[],
    readonly unreadable: number,
  ) {
    this.#path = place.path;
    this.#installation = place.installation;
    this.#ids = new Set(erasures.map(({ id }) => id));
  }

  /** @param place.installation its id: ids in the list are of its databases and dumps alone */
  static async open(place: { dataDir: string; installation: string }): Promise<ErasureList> {
    await ensureDir(place.dataDir);
    const path = join(place.dataDir, fileName);
    const installation = createHash("sha256").update(place.installation).digest("hex").slice(0, 16);
    const text = await unlessMissing(Deno.readTextFile(path)) ?? "";
    const lines = text.split("\n").filter((one) => one.trim() !== "").map(readLine);
    // A process died while it wrote: the next line must not become part of that one.
    if (text !== "" && !text.endsWith("\n")) append(path, "\n");
    const erasures = lines.flatMap((one) =>
      one && one.installation === installation
        ? [{ ...one, companyId: one.company_id }].map((
          { id, companyId, at, contacts, clients },
        ) => ({
          id,
          companyId,
          at,
          contacts,
          clients,
        }))
        : []
    );
    const unreadable = lines.filter((one) => one === null).length;
    return new ErasureList({ path, installation }, erasures, unreadable);
  }

  /** Appends those that it lacks; they lie on the disk then, whatever becomes of the process. */
  add(erasures: readonly Erasure[]): void {
    const fresh = erasures.filter(({ id }) => !this.#ids.has(id));
    if (fresh.length === 0) return;
    const lines = fresh.map(({ id, companyId, at, contacts, clients }) =>
      JSON.stringify({
        id,
        installation: this.#installation,
        company_id: companyId,
        at,
        contacts,
        clients,
      }) + "\n"
    );
    append(this.#path, lines.join(""));
    for (const { id } of fresh) this.#ids.add(id);
  }
}

function readLine(text: string): z.output<typeof line> | null {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function append(path: string, text: string): void {
  using file = Deno.openSync(path, { append: true, create: true, mode: 0o600 });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  file.syncSync();
}
