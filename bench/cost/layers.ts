/**
 * Divides a call's CPU time by layer, with a profile of the app: the nearest frame in the table
 * counts.
 */
import { join } from "node:path";

interface Profile {
  nodes: Node[];
  samples: number[];
  timeDeltas: number[];
}

interface Node {
  id: number;
  children?: number[];
  callFrame: { functionName: string; url: string };
}

export interface Layer {
  name: string;
  /** Functions by name, or whole files by the end of their address. */
  functions?: RegExp;
  files?: RegExp;
}

const endpointLayers: Layer[] = [
  { name: "request id", functions: /^requestIdOf$/ },
  { name: "log line", files: /\/lib\/log\.ts$/, functions: /^loggedPath$/ },
  { name: "compression", files: /\/lib\/http\/(compression|accept_encoding|precompressed)\.ts$/ },
  {
    name: "guard",
    files: /anonymous_limit\.ts$|rate_limits\.ts$|guards\.ts$/,
    functions: /^enter$/,
  },
  { name: "headers", functions: /^(dress|finish|headersFor|warnOfProxy|isKeptForGood)$/ },
  { name: "validation", functions: /^readCall$/, files: /\/zod\// },
  { name: "answer", files: /\/(envelope|kept_answers|json_text)\.ts$/ },
  { name: "routing", files: /fresh|\/app\.ts$|_fresh\/server/ },
  { name: "other of the app", files: /\/lib\/|\/routes\// },
  { name: "Deno's server", files: /^ext:/ },
];

/** Each layer's share of the time in which the process worked, 0 to 1. */
export async function sharesIn(folder: string): Promise<Map<string, number>> {
  const profiles: Profile[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".cpuprofile")) continue;
    profiles.push(JSON.parse(await Deno.readTextFile(join(folder, name))));
  }
  return sharesOf(profiles, endpointLayers);
}

/** The layers' shares during the work of an app with an inspector. @param port the inspector's */
export async function profileOf(
  port: number,
  layers: Layer[],
  work: () => Promise<unknown>,
): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/json`);
  const [{ webSocketDebuggerUrl }] = await answer.json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve) => socket.onopen = resolve);
  let id = 0;
  const ask = <T>(method: string) =>
    new Promise<T>((resolve) => {
      const own = ++id;
      const listen = ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data);
        if (message.id !== own) return;
        socket.removeEventListener("message", listen);
        resolve(message.result);
      };
      socket.addEventListener("message", listen);
      socket.send(JSON.stringify({ id: own, method }));
    });
  await ask("Profiler.enable");
  await ask("Profiler.start");
  await work();
  const { profile } = await ask<{ profile: Profile }>("Profiler.stop");
  socket.close();
  return sharesOf([profile], layers);
}

function sharesOf(profiles: Profile[], layers: Layer[]): Map<string, number> {
  const shares = new Map<string, number>(layers.map(({ name }) => [name, 0]));
  for (const profile of profiles) add(profile, { layers, shares });
  const all = [...shares.values()].reduce((sum, part) => sum + part, 0);
  return new Map([...shares].map(([name, part]) => [name, part / all]));
}

interface Adding {
  layers: Layer[];
  shares: Map<string, number>;
}

function add({ nodes, samples, timeDeltas }: Profile, { layers, shares }: Adding): void {
  const layerOf = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (node: Node, above: string) => {
    const layer = layers.find(({ functions, files }) =>
      functions?.test(node.callFrame.functionName) || files?.test(node.callFrame.url)
    )?.name;
    const isIdle = /^\((idle|program)\)$/.test(node.callFrame.functionName);
    // What Deno does for a layer is that layer's.
    const own = layer === undefined || layer === "Deno's server" && above !== "" ? above : layer;
    layerOf.set(node.id, isIdle ? "" : own);
    for (const child of node.children ?? []) walk(byId.get(child)!, own);
  };
  walk(nodes[0]!, "");
  samples.forEach((id, at) => {
    const name = layerOf.get(id) || undefined;
    if (name) shares.set(name, shares.get(name)! + timeDeltas[at]!);
  });
}
