/**
 * Resident memory of the app: its process, those beneath it, and those that its launcher started
 * beside it. By `ps`, which knows it on every system; Deno itself reads /proc only with every right.
 */

export interface Memory {
  /** Resident set sizes of all processes together; a page that two share counts twice. */
  totalMiB: number;
  /** Resident set sizes without the app's own process. */
  othersMiB: number;
}

interface Process {
  pid: number;
  parent: number;
  residentMiB: number;
  command: string;
}

/** `tests/support/readers_host.ts` starts readers as the launcher does, beneath the app. */
const launcher = /\b(launch|readers_host)\.ts\b/;

export async function memoryOf(app: number): Promise<Memory> {
  const all = await readProcesses();
  const mine = appProcesses(all, app);
  const sum = (list: Process[]) => list.reduce((total, { residentMiB }) => total + residentMiB, 0);
  return { totalMiB: sum(mine), othersMiB: sum(mine.filter(({ pid }) => pid !== app)) };
}

/** Proportional set size (PSS): a shared page counts once. Linux only, else 0. */
export async function proportionalMiB(app: number): Promise<number> {
  const pids = appProcesses(await readProcesses(), app).map(({ pid }) => String(pid));
  const script = 'for pid; do cat "/proc/$pid/smaps_rollup" 2>/dev/null; done; true';
  const text = await output("sh", ["-c", script, "memory", ...pids]);
  const sizes = [...text.matchAll(/^Pss:\s+(\d+) kB/gm)];
  return sizes.reduce((total, [, kB]) => total + Number(kB) / 1024, 0);
}

/** Notes the most memory until the returned function is called. */
export function watchMemory(app: number): () => Promise<Memory> {
  const most: Memory = { totalMiB: 0, othersMiB: 0 };
  let isOver = false;
  const watched = (async () => {
    while (!isOver) {
      const now = await memoryOf(app);
      if (now.totalMiB > most.totalMiB) Object.assign(most, now);
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
    return most;
  })();
  return () => {
    isOver = true;
    return watched;
  };
}

const lookMs = 500;

function appProcesses(all: Process[], app: number): Process[] {
  const parent = all.find(({ pid }) => pid === app)?.parent;
  const starter = all.find(({ pid }) => pid === parent);
  const children = Map.groupBy(all, (one) => one.parent);
  const beneath = (pid: number): Process[] =>
    (children.get(pid) ?? []).flatMap((child) => [child, ...beneath(child.pid)]);
  const isLaunched = starter !== undefined && launcher.test(starter.command);
  const mine = isLaunched
    ? beneath(starter.pid)
    : [...all.filter(({ pid }) => pid === app), ...beneath(app)];
  return mine.filter(({ command }) => !launcher.test(command));
}

async function readProcesses(): Promise<Process[]> {
  const text = await output("ps", ["-eo", "pid=,ppid=,rss=,args="]);
  return text.split("\n").flatMap((line) => {
    const [, pid, parent, kB, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (command === undefined) return [];
    return [{
      pid: Number(pid),
      parent: Number(parent),
      residentMiB: Number(kB) / 1024,
      command,
    }];
  });
}

async function output(program: string, args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
  return new TextDecoder().decode(stdout);
}
