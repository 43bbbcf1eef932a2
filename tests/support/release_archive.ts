/** The archive of `deno task pack`, made once in a run: to make one takes a while. */
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname!, "../..");

export interface Release {
  archive: string;
  /** Unpacked. Nobody writes into it. */
  folder: string;
}

let ownPlace: string | undefined;

/** In a file that is run by hand it goes with the process. */
function placeOfRun(): string {
  const place = Deno.env.has("TEST_BUILD") && Deno.env.get("TMPDIR");
  return place || (ownPlace ??= Deno.makeTempDirSync({ prefix: "relevo-release-" }));
}

/** @throws Error with what the command printed, where it fails */
export async function packedRelease(): Promise<Release> {
  const place = join(placeOfRun(), "release");
  await Deno.mkdir(place, { recursive: true });
  using lock = await Deno.open(join(place, "lock"), { create: true, write: true });
  await lock.lock(true);
  const done = join(place, "done");
  const summary = await Deno.readTextFile(done).catch(() => null);
  if (summary) return JSON.parse(summary);
  const pack = ["task", "pack", "--output", place];
  const archive = (await printed(Deno.execPath(), pack)).trim();
  await printed("tar", ["-xzf", archive, "-C", place]);
  const [{ name }] = [...Deno.readDirSync(place)].filter(({ isDirectory }) => isDirectory) as [
    Deno.DirEntry,
  ];
  const release = { archive, folder: join(place, name) };
  await Deno.writeTextFile(done, JSON.stringify(release));
  return release;
}

async function printed(program: string, args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd: root,
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`${program} ${args.join(" ")}: ${decoder.decode(stderr)}`);
  return decoder.decode(stdout);
}
