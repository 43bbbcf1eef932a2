/** A booted Debian: systemd, Postgres and Caddy as on a server, with a loopback of its own alone. */
import { join } from "node:path";
import { guardProcess } from "./process.ts";
import { until } from "./wait.ts";

export interface Output {
  code: number;
  /** Both streams. */
  text: string;
}

export interface Machine extends AsyncDisposable {
  /** Runs a command as root. */
  run(command: string, env?: Record<string, string>): Promise<Output>;
  /** The same, and sends a signal to it and all that it started, once it has printed the text. */
  killAt(text: string, command: string, signal?: Deno.Signal): Promise<Output>;
  /** Runs a program of this machine in the network and with the hosts of that one. */
  visit(program: string[], env: Record<string, string>): Promise<Output>;
}

/** What the first process does: mounts, then systemd in the place of this shell. */
const boot = `
  lower=$1 place=$2 shared=$3
  mkdir -p "$place/upper" "$place/work" "$place/root"
  mount --make-rprivate /
  mount -t overlay -o "lowerdir=$lower,upperdir=$place/upper,workdir=$place/work" \\
    overlay "$place/root"
  cd "$place/root"
  mount -t proc proc proc
  mount -t sysfs -o ro sysfs sys
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755 tmpfs dev
  for name in null zero full random urandom tty; do
    touch "dev/$name"
    mount --bind "/dev/$name" "dev/$name"
  done
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  mount -t tmpfs tmpfs dev/shm
  mount -t tmpfs -o mode=755 tmpfs run
  mount -t tmpfs tmpfs tmp
  mkdir -p media/shared old
  mount --bind -o ro "$shared" media/shared
  ip link set lo up
  pivot_root . old
  umount -l /old
  exec env -i container=test PATH=/usr/sbin:/usr/bin /lib/systemd/systemd --log-target=journal`;

const apart = ["--mount", "--pid", "--net", "--uts", "--ipc", "--cgroup"];

/** Whether this machine lets one be booted: a container's root may not. */
export async function canBoot(): Promise<boolean> {
  const trial = "d=$(mktemp -d); mount -t cgroup2 cgroup2 $d && umount $d && ip link set lo up; " +
    "r=$?; rmdir $d; exit $r";
  const { success } = await new Deno.Command("unshare", {
    args: [...apart, "--fork", "sh", "-c", trial],
    ...{ stdin: "null", stdout: "null", stderr: "null" },
  }).output().catch(() => ({ success: false }));
  return success;
}

/**
 * Boots one over the root, which stays as it is.
 * @param shared a folder that it sees as /media/shared
 */
export async function bootDebian(root: string, shared: string): Promise<Machine> {
  const place = await Deno.makeTempDir({ prefix: "relevo-machine-" });
  const child = new Deno.Command("unshare", {
    args: [...apart, "--fork", "--kill-child", "bash", "-euc", boot, "boot", root, place, shared],
    ...{ stdin: "null", stdout: "null", stderr: "inherit" },
  }).spawn();
  const guard = guardProcess(child.pid);
  const first = await until(async () => (await childrenOf(child.pid))[0], {
    what: "the machine's first process",
  });
  const inside = ["-t", first, "-m", "-p", "-n", "-u", "-i", "-C"];
  const run = (command: string, env: Record<string, string> = {}) =>
    call("nsenter", [...inside, "setsid", "--wait", "bash", "-c", `cd /root; ${command}`], {
      PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      ...{ HOME: "/root", LANG: "C.UTF-8", ...env },
    });
  await until(
    async () => /^(running|degraded)$/m.test((await run("systemctl is-system-running")).text),
    {
      what: "the machine to have booted",
    },
  );
  return {
    run,
    async killAt(text, command, signal = "SIGKILL") {
      const log = `/run/${crypto.randomUUID()}`;
      const ended = run(`echo $$ >${log}.pid; exec ${command} >${log} 2>&1`);
      let isOver = false;
      ended.then(() => isOver = true);
      await until(async () => isOver || (await run(`grep -qF '${text}' ${log}`)).code === 0, {
        what: `"${text}"`,
      });
      await run(`kill -s ${signal.slice(3)} -- "-$(cat ${log}.pid)"`);
      const { code } = await ended;
      return { code, text: (await run(`cat ${log}`)).text };
    },
    async visit(program, env) {
      const hosts = join(place, "hosts");
      await Deno.writeTextFile(hosts, (await run("cat /etc/hosts")).text);
      return await call("nsenter", [
        ...["-t", first, "-n", "unshare", "--mount", "sh", "-euc"],
        'mount --bind "$0" /etc/hosts; exec "$@"',
        ...[hosts, ...program],
      ], { ...Deno.env.toObject(), ...env });
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await guard.release();
      await until(() => Deno.remove(place, { recursive: true }).then(() => true), {
        what: `${place} to be removed`,
      });
    },
  };
}

/** Only a process with all rights may read of others in /proc. */
async function childrenOf(pid: number): Promise<string[]> {
  const { text } = await call("cat", [`/proc/${pid}/task/${pid}/children`], {});
  return text.split(/\s/).filter(Boolean);
}

async function call(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<Output> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    ...{ args, env, clearEnv: true, stdin: "null" },
  }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout) + decoder.decode(stderr) };
}
