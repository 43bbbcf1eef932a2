const copies = {
  "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2": "inter-latin.woff2",
  "@fontsource-variable/inter/LICENSE": "inter-LICENSE.txt",
};

/**
 * Copies what browsers load as it is (the typeface) from its npm package to static/vendor/, where a
 * build takes it from; what is there already stays.
 * @param root the app's folder
 */
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
