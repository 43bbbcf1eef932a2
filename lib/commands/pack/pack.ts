import { join, resolve } from "node:path";
import * as z from "zod";
import { OutputFile } from "@/lib/backup/write/output.ts";
import { type Command, CommandError, runOn } from "@/lib/commands/command.ts";
import { contentsOf } from "@/lib/commands/pack/contents.ts";
import {
  type ArchiveSummary,
  type ReleaseContents,
  writeRelease,
} from "@/lib/commands/pack/release_archive.ts";
import { stopWith } from "@/lib/commands/stop_with.ts";
import { currentBuild } from "@/lib/launch/builds.ts";
import { version } from "@/lib/tools/version.ts";

const root = resolve(import.meta.dirname!, "../../..");
/** The Deno that releases run with. */
export const denoVersion = "2.9.6";
const target = "x86_64-unknown-linux-gnu";

async function pack({ output = "." }: { output?: string }): Promise<void> {
  await requireFolder(output);
  const deno = await runtime();
  const build = await buildAnew();
  const folder = `relevo-${version}`;
  const name = `${folder}-${build.slice(0, 8)}-linux-x64.tar.gz`;
  const file = new OutputFile(join(output, name), { mode: 0o644 });
  const stop = stopWith(() => file.discard());
  try {
    const files = await contentsOf(root, { build, deno });
    const contents = { folder, files, texts: { "_fresh/current": `${build}\n` } };
    const summary = await written(file, contents);
    const megabytes = (summary.bytes / 1e6).toFixed(1);
    console.error(`${summary.files} files, ${megabytes} MB, SHA-256 ${summary.sha256}`);
    console.log(file.path);
  } finally {
    file.discard();
    stop();
  }
}

async function requireFolder(path: string): Promise<void> {
  const folder = await Deno.stat(path).catch(() => null);
  if (!folder?.isDirectory) throw new CommandError(`there is no folder ${resolve(path)}`);
}

/** @throws CommandError where the disk does not take it */
async function written(file: OutputFile, contents: ReleaseContents): Promise<ArchiveSummary> {
  try {
    await file.open();
    const summary = await writeRelease(contents, file);
    await file.end();
    return summary;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw code ? new CommandError(`${file.path} could not be written: ${message}`) : error;
  }
}

/** Path of the Deno that runs this, which goes into the archive. @throws CommandError for another */
async function runtime(): Promise<string> {
  if (Deno.version.deno !== denoVersion || Deno.build.target !== target) {
    throw new CommandError(
      `releases run with Deno ${denoVersion} for ${target}; this is ${Deno.version.deno} for ` +
        `${Deno.build.target}`,
    );
  }
  const path = await Deno.realPath(Deno.execPath());
  using file = await Deno.open(path);
  const start = new Uint8Array(4);
  await file.read(start);
  if (new TextDecoder().decode(start) === "\x7fELF") return path;
  throw new CommandError(`${path} is no program that could go into the archive`);
}

/** @returns the id of the build of the sources as they are. @throws CommandError */
async function buildAnew(): Promise<string> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-P=build", "dev.ts", "build"],
    cwd: root,
    stdout: "null",
  }).spawn().status;
  const build = success && await currentBuild(root);
  if (!build) throw new CommandError("the app could not be built: see above");
  return build.id;
}

const packCommand: Command<void> = {
  usage: `deno task pack [--output FOLDER]
                                                the release as one archive, which needs no network
                                                and no other package to run

It goes into FOLDER, or into the project's folder, as relevo-<version>-<build>-linux-x64.tar.gz: the
app built, the packages that run, Deno ${denoVersion}, the installer, units, and files for containers.
The same sources give the same bytes. docs/operating/install.md says what to do with it.`,
  verbs: {
    "": {
      options: { output: z.string().min(1).optional() },
      flags: [],
      run: (_: void, options: { output?: string }) => pack(options),
    },
  },
};

if (import.meta.main) Deno.exit(await runOn((work) => work(), packCommand, Deno.args));
