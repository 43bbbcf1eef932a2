import { open } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Sink } from "@/lib/backup/write/archive.ts";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";

/** The file cannot be put there; the message is for the operator. */
export class OutputRefused extends Error {
  override name = "OutputRefused";
}

/** Errors of the operating system (errno), in words for the operator. */
const refusals: Record<string, string> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "it is read only",
  ENOSPC: "no room is left",
  EDQUOT: "the quota is used up",
  EFBIG: "it takes no file of this size",
};

/** Runs work that writes into the folder. @throws OutputRefused where the file system refuses */
export async function tellRefusals<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = refusals[(error as { code?: string }).code ?? ""];
    throw reason ? new OutputRefused(`nothing can be written into ${folder}: ${reason}`) : error;
  }
}

interface OutputOptions {
  /** A file that exists is kept, and the new one gets another name. */
  isNew?: boolean;
  mode?: number;
}

/** A file that is whole or not there: written beside under another name, on the disk, renamed. */
export class OutputFile implements Sink {
  #path: string;
  readonly #part: string;
  #file: Deno.FsFile | undefined;
  readonly #isNew: boolean;
  readonly #mode: number;
  #isEnded = false;

  constructor(path: string, { isNew = false, mode = 0o600 }: OutputOptions = {}) {
    this.#path = resolve(path);
    this.#isNew = isNew;
    this.#mode = mode;
    const name = `.${basename(this.#path)}.${crypto.randomUUID().slice(0, 8)}.part`;
    this.#part = join(dirname(this.#path), name);
  }

  static inFolder(folder: string, now: Date): OutputFile {
    const time = now.toISOString().replace(/[-:]|\.\d+/g, "");
    return new OutputFile(join(folder, `relevo-${time}.tar`), { isNew: true });
  }

  /** Final once it has ended. */
  get path(): string {
    return this.#path;
  }

  async open(): Promise<void> {
    const folder = await unlessMissing(Deno.stat(dirname(this.path))).catch((error) => {
      // Devices are none of what a process may write to.
      if (error instanceof Deno.errors.NotCapable) {
        throw new OutputRefused(`${this.path} is no file`);
      }
      throw error;
    });
    if (!folder?.isDirectory) throw new OutputRefused(`there is no folder ${dirname(this.path)}`);
    const info = await unlessMissing(Deno.lstat(this.path));
    if (info?.isDirectory) throw new OutputRefused(`${this.path} is a folder`);
    if (info && !info.isFile) throw new OutputRefused(`${this.path} is no file`);
    const options = { createNew: true, write: true, mode: this.#mode };
    this.#file = await this.#tell(() => Deno.open(this.#part, options));
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#tell(() => writeAll(this.#file!, bytes));
  }

  async end(): Promise<void> {
    await this.#tell(() => this.#file!.syncData());
    this.#close();
    if (this.#isNew) this.#path = await moveToFree(this.#part, this.#path);
    else await Deno.rename(this.#part, this.#path);
    this.#isEnded = true;
    await syncFolder(dirname(this.path));
  }

  /** Leaves nothing, unless it has ended. Runs at once: also as the process is asked to stop. */
  discard(): void {
    this.#close();
    if (this.#isEnded) return;
    try {
      Deno.removeSync(this.#part);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  #tell<T>(work: () => Promise<T>): Promise<T> {
    return tellRefusals(dirname(this.#path), work);
  }

  #close(): void {
    this.#file?.close();
    this.#file = undefined;
  }
}

export const standardOutput: Sink = { write: (bytes) => writeAll(Deno.stdout, bytes) };

export async function writeAll(
  to: { write(bytes: Uint8Array): Promise<number> },
  bytes: Uint8Array,
): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

/** So that the new name survives the machine; some file systems cannot. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path);
    await folder.sync().finally(() => folder.close());
  } catch {
    return;
  }
}

const nameForm = /^relevo-\d{8}T\d{6}Z(-\d+)?\.tar$/;
const leftoverForm = /^\.relevo-.*\.part$/;
const leftoverMs = 24 * 3_600_000;

/** Gives the file the name, or the next that is free. @returns the name */
async function moveToFree(file: string, path: string): Promise<string> {
  for (let again = 1;; again++) {
    const name = again === 1 ? path : path.replace(/(?=\.tar$)/, `-${again}`);
    try {
      await Deno.link(file, name);
      await Deno.remove(file);
      return name;
    } catch (error) {
      if (error instanceof Deno.errors.AlreadyExists) continue;
      // The file system may know no links.
      if (await unlessMissing(Deno.lstat(name))) continue;
      await Deno.rename(file, name);
      return name;
    }
  }
}

/** Removes all but the newest back-ups, the new one, and old leftovers. @returns what was removed */
export async function keepNewest(
  folder: string,
  most: number,
  newName?: string,
): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile && nameForm.test(name)) names.push(name);
    if (isFile && leftoverForm.test(name)) await removeOld(join(folder, name));
  }
  const old = names.sort((a, b) => timeOf(b) < timeOf(a) ? -1 : 1).slice(most)
    .filter((name) => name !== newName);
  for (const name of old) await unlessMissing(Deno.remove(join(folder, name)));
  return old;
}

async function removeOld(path: string): Promise<void> {
  const info = await unlessMissing(Deno.stat(path));
  if (info?.mtime && info.mtime.getTime() < Date.now() - leftoverMs) {
    await unlessMissing(Deno.remove(path));
  }
}

const timeOf = (name: string): string => name.slice(0, -".tar".length);
