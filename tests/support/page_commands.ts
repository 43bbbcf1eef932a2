/** Commands of a page of docs/, to be run as they stand. */
import { serverUser } from "./cluster.ts";

export interface Commands {
  heading: string;
  text: string;
}

const root = new URL("../../", import.meta.url);

/** Blocks of `sh` in their order, each with the heading that it is under. */
export async function readCommands(page: string): Promise<Commands[]> {
  const text = await Deno.readTextFile(new URL(page, root));
  const blocks: Commands[] = [];
  let heading = "";
  for (const part of text.matchAll(/^## (.+)$|^```sh\n([\s\S]*?)^```$/gm)) {
    if (part[1]) heading = part[1];
    else blocks.push({ heading, text: part[2]! });
  }
  return blocks;
}

/** Runs a block as Postgres' own user. @returns its output. @throws Error with what it complains of */
export async function runAsServer(text: string, env: Record<string, string>): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-eu", "-c", text],
    cwd: "/",
    env: { PATH: Deno.env.get("PATH")!, HOME: "/nonexistent", LC_ALL: "C.UTF-8", ...env },
    clearEnv: true,
    ...serverUser(),
    stdin: "null",
  }).output();
  const [output, complaint] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!success) throw new Error(`${text}\n${output}${complaint}`);
  return output!;
}
