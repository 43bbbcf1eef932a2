const copies = {
  "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2": "inter-latin.woff2",
  "@fontsource-variable/inter/LICENSE": "inter-LICENSE.txt",
};

/** Copies the typeface from its npm package to static/vendor/, unless it is there. */
export async function copyVendored(root: string): Promise<void> {
  const folder = `${root}/static/vendor`;
  for (const [specifier, name] of Object.entries(copies)) {
    const source = new URL(import.meta.resolve(specifier));
    if (await sizeOf(`${folder}/${name}`) === await sizeOf(source)) continue;
    await Deno.mkdir(folder, { recursive: true });
    await Deno.copyFile(source, `${folder}/${name}`);
  }
}

async function sizeOf(path: string | URL): Promise<number | undefined> {
  return (await Deno.stat(path).catch(() => undefined))?.size;
}
