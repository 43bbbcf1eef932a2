/** The browsers that take pushes; older ones get the app without its worker. */
const browsers = ["chrome99", "firefox111", "safari16.4"];

/** Bundles a script of its own (the phone app's worker, the gateway's) into a classic one. */
export async function bundleScript(
  entry: string,
  root: string,
  minify: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const esbuild = await import("esbuild");
  try {
    const { outputFiles } = await esbuild.build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: "iife",
      globalName: "relevo",
      platform: "browser",
      target: browsers,
      alias: { "@": root },
      absWorkingDir: root,
      minify,
      logLevel: "error",
    });
    return outputFiles[0]!.contents as Uint8Array<ArrayBuffer>;
  } finally {
    await esbuild.stop();
  }
}
