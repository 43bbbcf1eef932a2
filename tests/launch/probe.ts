/**
 * Run in the app's place with its rights: tries what its arguments name, and prints what came of
 * it.
 */
const attempts: Record<string, (path: string) => unknown> = {
  read: (path) => Deno.readFileSync(path),
  list: (path) => [...Deno.readDirSync(path)],
  write: (path) => Deno.writeTextFileSync(path, "written"),
  run: (path) => new Deno.Command(path).outputSync(),
  env: (name) => Deno.env.get(name),
  ffi: (path) => Deno.dlopen(path, {}),
  net: (place) => Deno.listen({ hostname: place.split(":")[0], port: Number(place.split(":")[1]) }),
};

const outcomes = Deno.args.map((arg) => {
  const [attempt, path] = arg.split("=");
  try {
    attempts[attempt!]!(path!);
    return [arg, "done"];
  } catch (error) {
    return [arg, (error as Error).name];
  }
});
console.log(JSON.stringify(Object.fromEntries(outcomes)));
