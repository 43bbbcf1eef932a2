/** The stylesheet: static/app.css through Tailwind, with just the classes that the markup names. */

/** Folders whose files name classes. */
const markup = ["routes", "islands", "components"];

/** Browsers with cascade layers, OKLCH, `@property` and `@starting-style`. */
const browsers = ["chrome117", "firefox129", "safari17.5"];

/**
 * Compiles a stylesheet. Tailwind's own scanner and optimiser are native add-ons; its compiler is
 * plain JavaScript and enough, so that neither a build nor a test needs leave to load native code.
 * @param root the app's folder
 */
export async function compileCss(css: string, root: string, minify: boolean): Promise<string> {
  const { compile } = await import("tailwindcss");
  const { build } = await compile(css, {
    loadStylesheet: async (id, base) => {
      const path = new URL(import.meta.resolve(id)).pathname;
      return { path, base, content: await Deno.readTextFile(path) };
    },
  });
  const classes = new Set<string>();
  for (const folder of markup) await collectClasses(`${root}/${folder}`, classes);
  const compiled = build([...classes]);
  return minify ? await minified(compiled) : compiled;
}

/**
 * Collects every word that may be a class: Tailwind leaves out what is none. A class may therefore
 * hold no quote and no space, and must be written out whole.
 */
async function collectClasses(folder: string, classes: Set<string>): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) await collectClasses(path, classes);
    else if (/\.tsx?$/.test(name)) {
      for (const word of (await Deno.readTextFile(path)).split(/[\s"'`]+/)) classes.add(word);
    }
  }
}

async function minified(css: string): Promise<string> {
  const esbuild = await import("esbuild");
  try {
    const options = { loader: "css", minify: true, target: browsers } as const;
    return (await esbuild.transform(css, options)).code;
  } finally {
    // Its process would keep this one from ending.
    await esbuild.stop();
  }
}
