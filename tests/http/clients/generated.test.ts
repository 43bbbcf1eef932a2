/**
 * Clients that generators make of the document as the app serves it. Each compiles under `strict`
 * with a program that uses it, and the program calls the app.
 *
 * `programs/` has the programs. They import what is generated, so that only this test checks them.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import deno from "@/deno.json" with { type: "json" };
import { generators } from "@/lib/http/reference/generators.ts";
import { blocks, page } from "../../readme/readme.ts";
import { ROOT } from "../../runner/files.ts";
import { makeWorld, people, type World } from "../../support/world.ts";

/** The program of each generator that runs where Node's packages do. */
const programs: Record<string, string> = {
  "openapi-typescript": "openapi_fetch",
  "@hey-api/openapi-ts": "hey_api",
  "orval": "orval",
};

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
  skipLibCheck: true,
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  noEmit: true,
};

Deno.test("the page of generated clients has the command of each", () => {
  const [, ...commands] = blocks("sh", page("docs/api/clients.md"))[0]!.trimEnd().split("\n");
  assert.deepEqual(commands, generators.map(({ command }) => command("$API")));
});

for (const { name, command } of generators.filter(({ name }) => name in programs)) {
  Deno.test(`a client that ${name} makes compiles, sends, lists and creates`, async () => {
    await using world = await makeWorld();
    await fileContacts(world);
    const folder = await Deno.makeTempDir({ prefix: "relevo-client-" });
    try {
      await run(folder, words(name, command(`${world.url}/api/openapi.json`)));
      const program = await compile(folder, programs[name]!);
      const { use } = await import(pathToFileURL(program).href);
      const token = await world.tokenFor(people.ana);
      const { id, client, ...rest } = await use({ url: world.url, key: world.keys.shop, token });

      assert.deepEqual(rest, {
        names: ["Marta", "Nuria"],
        total: 5,
        status: 422,
        code: "validation_failed",
        fields: ["email", "name"],
      });
      const phone = await world.pairPhone("maria");
      const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
      assert.deepEqual(
        inbox.body.data.map(({ id, title }: Record<string, string>) => [id, title]),
        [[id, "Open?"]],
      );
      const filed = await world.call("GET", "/api/admin/clients", { member: people.ana });
      assert.deepEqual(filed.body.data, [client]);
      assert.deepEqual([client.name, client.tags], ["Muebles Ruiz", ["oak"]]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

/** The command's own words, without npx and the packages that it is to bring. */
function words(name: string, command: string): string[] {
  const pinned = deno.imports[name as keyof typeof deno.imports];
  assert.ok(command.includes(` ${pinned.replace("npm:", "")} `), `${command} is not ${pinned}`);
  const { tool, args } = /^npx --yes (?:-p \S+ )*(?<tool>\S+) (?<args>.+)$/.exec(command)!.groups!;
  assert.equal(tool!.replace(/@[\d.]+$/, ""), name.split("/").at(-1));
  return [pinned, ...args!.split(" ")];
}

/** Checks the program with what was generated beside it, and returns the file that can be run. */
async function compile(folder: string, name: string): Promise<string> {
  await Deno.copyFile(new URL(`programs/${name}.ts`, import.meta.url), join(folder, "program.ts"));
  await Deno.writeTextFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  // Deno.symlink asks for more rights than tests have.
  await new Deno.Command("ln", { args: ["-s", join(ROOT, "node_modules"), folder] }).output();
  await run(folder, [`${deno.imports.typescript}/tsc`, "-p", "."]);
  const bundle = ["program.ts", "--bundle", "--format=esm", "--outfile=program.js"];
  await run(folder, [deno.imports.esbuild, ...bundle]);
  return join(folder, "program.js");
}

/** Runs a program of the lock file's packages in the folder; it must end well. */
async function run(folder: string, [program, ...args]: string[]): Promise<void> {
  const rights = ["read", "env", "sys", "run", `write=${folder}`, "net=127.0.0.1"];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--no-prompt", "--cached-only", `--config=${join(ROOT, "deno.json")}`],
      ...[...rights.map((right) => `--allow-${right}`), program!, ...args],
    ],
    cwd: folder,
    stdin: "null",
  }).output();
  const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  assert.equal(code, 0, `${program} ${args.join(" ")}\n${output}`);
}

/** Five contacts by telephone, of whom two stand on the second page of two, and others. */
async function fileContacts(world: World): Promise<void> {
  const file = async (name: string, channel: string) => {
    const { status } = await world.call("POST", "/api/admin/contacts", {
      member: people.ana,
      json: { name, channel, email: `${name}@buyers.example`.toLowerCase() },
    });
    assert.equal(status, 201);
  };
  for (const name of ["Pilar", "Nuria", "Berta", "Marta", "Aitor"]) await file(name, "phone");
  for (const name of ["Lola", "Mateo"]) await file(name, "other");
}
