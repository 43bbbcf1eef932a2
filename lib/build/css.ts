const markup = ["routes", "islands", "components", "lib/panel"];

const browsers = ["chrome117", "firefox129", "safari17.5"];
/** The first phones that take pushes and know these colours: the phone app's. */
export const phoneBrowsers = ["chrome111", "firefox113", "safari16.4"];

interface CssOptions {
  root: string;
  minify: boolean;
  utilities: boolean;
  target?: string[];
}

/** Compiles a stylesheet of static/ with its imports, with Tailwind's JavaScript only. */
export async function compileCss(
  css: string,
  { root, minify, utilities, target = browsers }: CssOptions,
): Promise<string> {
  const { compile } = await import("tailwindcss");
  const { build } = await compile(css, {
    base: `${root}/static`,
    loadStylesheet: async (id, base) => {
      const path = id.startsWith("./")
        ? `${root}/static/${id.slice(2)}`
        : new URL(import.meta.resolve(id)).pathname;
      return { path, base, content: await Deno.readTextFile(path) };
    },
  });
  const classes = new Set<string>();
  for (const folder of utilities ? markup : []) await collectClasses(`${root}/${folder}`, classes);
  const compiled = build([...classes]);
  return minify ? await minified(compiled, target) : compiled;
}

/** Collects every word that may be a class, so classes are written out whole. */
async function collectClasses(folder: string, classes: Set<string>): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) await collectClasses(path, classes);
    else if (name.endsWith(".tsx")) {
      for (const word of (await Deno.readTextFile(path)).split(/[\s"'`]+/)) classes.add(word);
    }
  }
}

async function minified(css: string, target: string[]): Promise<string> {
  const esbuild = await import("esbuild");
  try {
    const options = { loader: "css", minify: true, target } as const;
    return (await esbuild.transform(css, options)).code;
  } finally {
    await esbuild.stop();
  }
}
