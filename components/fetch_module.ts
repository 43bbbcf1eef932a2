/** Modules that were loaded by a second URL, keyed by the URL that failed. */
const found = new Map<string, unknown>();

/**
 * Loads a module by dynamic import, and by a new URL if that fails: a browser may keep the failure
 * of a URL until the page is closed (HTML, module map).
 *
 * @throws the browser's error when this fails too
 */
export async function fetchModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const url = / module: (\S+)$/.exec(`${error}`)?.[1];
    if (!url) throw error;
    if (!found.has(url)) found.set(url, await import(`${url}?${Date.now()}`));
    return found.get(url) as Module;
  }
}
