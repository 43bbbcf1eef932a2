/** The image's layers as its Dockerfile says, over a Debian root, and containers of it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { configOf, type ImageConfig, readDockerfile } from "./dockerfile.ts";
import { followOutput, guardProcess } from "../../support/process.ts";

export interface Image extends AsyncDisposable {
  /** Lower folders of an overlay: the layers, then the base. */
  layers: string;
  config: ImageConfig;
}

const base = "debian:bookworm-slim";

/** Instructions that say how it is run. */
const configuring = ["WORKDIR", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT"];

const mountLayers = `
  mount --make-rprivate /
  mount -t overlay -o "$1" overlay "$2"
  for name in dev proc; do mount --rbind "/$name" "$2/$name"; done`;

/** @param release the folder in which an operator builds it */
export async function buildImage(debian: string, release: string): Promise<Image> {
  const place = await Deno.makeTempDir({ prefix: "relevo-image-" });
  const [upper, work, root] = ["upper", "work", "root"].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [upper, work, root]) await Deno.mkdir(folder);
  const instructions = readDockerfile(await Deno.readTextFile(join(release, "Dockerfile")));
  for (const { name, text } of instructions) {
    if (name === "FROM") assert.equal(text, base);
    else if (name === "RUN") {
      const layer = `lowerdir=${debian},upperdir=${upper},workdir=${work}`;
      const command = `${mountLayers}\nexec chroot "$2" /bin/sh -c "$3"`;
      await succeed("unshare", ["--mount", "sh", "-euc", command, "run", layer, root, text]);
    } else if (name === "COPY") await copy(release, upper, text);
    else if (name !== "CMD") assert.ok(configuring.includes(name), `no rule for ${name}`);
  }
  return {
    layers: `${upper}:${debian}`,
    config: configOf(instructions),
    // Quicker than Deno's own, of so many files.
    [Symbol.asyncDispose]: () => succeed("rm", ["-rf", place]),
  };
}

/** Hard links serve: the release and the image are not written to. */
async function copy(release: string, upper: string, text: string): Promise<void> {
  const [source, target, ...more] = text.split(" ") as [string, string];
  assert.deepEqual([source, more.length], [".", 0], "COPY of the folder alone");
  const ignored = (await Deno.readTextFile(join(release, ".dockerignore"))).trim().split("\n");
  const to = join(upper, target);
  await Deno.mkdir(to, { recursive: true });
  await succeed("cp", ["-al", `${release}/.`, to]);
  for (const name of ignored) await succeed("rm", ["-f", join(to, name)]);
}

export interface Mount {
  host: string;
  inside: string;
  isReadOnly: boolean;
}

export interface Run {
  command: string[];
  env: Record<string, string>;
  mounts: Mount[];
}

export interface Container extends AsyncDisposable {
  output(): string;
  exited: Promise<number>;
  /** Asks it to stop, as `docker stop` does. @returns its exit status */
  stop(): Promise<number>;
}

const start = `
  ${mountLayers.replace('"$1"', '"lowerdir=$1"')}
  root=$2 user=$3 workdir=$4
  shift 4
  while [ "$1" != -- ]; do
    mount --bind "$1" "$root$2"
    [ "$3" = rw ] || mount -o remount,bind,ro "$root$2"
    shift 3
  done
  shift
  exec chroot --userspec="$user" --groups= "$root" /usr/bin/env -i --chdir="$workdir" "$@"`;

/** Runs a command as the image's user, on a root that it cannot write, in the host's network. */
export async function runContainer(
  { layers, config }: Image,
  { command, env, mounts }: Run,
): Promise<Container> {
  const root = await Deno.makeTempDir({ prefix: "relevo-container-" });
  const bound = mounts.flatMap((one) => [one.host, one.inside, one.isReadOnly ? "ro" : "rw"]);
  const path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  const variables = Object.entries({ ...config.env, ...env }).map((pair) => pair.join("="));
  const args = [layers, root, config.user, config.workdir, ...bound, "--", path, ...variables];
  const child = new Deno.Command("unshare", {
    args: ["--mount", "sh", "-euc", start, "run", ...args, ...command],
    ...{ stdin: "null", stdout: "piped", stderr: "piped", detached: true },
  }).spawn();
  const guard = guardProcess(-child.pid);
  const { output, exited: ended } = followOutput(child, guard);
  const exited = ended.then(async (code) => {
    await Deno.remove(root);
    return code;
  });
  const stop = () => {
    child.kill("SIGTERM");
    return exited;
  };
  return {
    output,
    exited,
    stop,
    async [Symbol.asyncDispose]() {
      // The whole group, readers and what a shell waits for too.
      await new Deno.Command("kill", { args: ["-KILL", "--", `-${child.pid}`], stderr: "null" })
        .output();
      await exited;
    },
  };
}

async function succeed(program: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, stdin: "null" }).output();
  assert.ok(success, `${program}: ${new TextDecoder().decode(stderr)}`);
}
