/** The lines of a Dockerfile, as far as ours has them. */

export interface Instruction {
  name: string;
  text: string;
}

export interface ImageConfig {
  workdir: string;
  env: Record<string, string>;
  user: string;
  volumes: string[];
  entrypoint: string[];
  command: string[];
  healthcheck: string[];
}

export function readDockerfile(text: string): Instruction[] {
  const lines = text.replace(/\\\n/g, " ").split("\n").filter((line) => /^[^#\s]/.test(line));
  return lines.map((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line)!;
    return { name: name!, text: rest! };
  });
}

/** Those that say how the image is run; the others make its layers. */
export function configOf(instructions: readonly Instruction[]): ImageConfig {
  const all = (wanted: string) =>
    instructions.filter(({ name }) => name === wanted).map(({ text }) => text);
  const pairs = all("ENV").flatMap((text) => [...text.matchAll(/(\w+)=(\S+)/g)])
    .map(([, name, value]) => [name!, value!]);
  const list = (name: string): string[] => JSON.parse(all(name).at(-1) ?? "[]");
  const check = all("HEALTHCHECK").at(-1)!;
  return {
    workdir: all("WORKDIR").at(-1)!,
    env: Object.fromEntries(pairs),
    user: all("USER").at(-1)!,
    volumes: list("VOLUME"),
    entrypoint: list("ENTRYPOINT"),
    command: list("CMD"),
    healthcheck: JSON.parse(/ CMD (\[.*\])$/.exec(check)![1]!),
  };
}
