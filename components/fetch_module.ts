/** Modules that are loaded by a second URL, keyed by the URL that failed. */
const second = new Map<string, Promise<unknown>>();

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
    // Callers at the same time share it: a module that is there twice has its state twice.
    const again = second.get(url) ?? import(`${url}?${Date.now()}`);
    second.set(url, again);
    again.catch(() => second.delete(url));
    return await again as Module;
  }
}
