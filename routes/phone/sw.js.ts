import { asset } from "fresh/runtime";

/**
 * The service worker's script. It names the build, so that browsers find a new worker after every
 * deploy and no old bundle stays. Its scope has no slash at the end, so it has to be allowed.
 */
export const handler = (): Response => {
  const bundle = asset("/phone/worker.js");
  const build = new URL(bundle, "http://localhost").search;
  const script = `importScripts(${JSON.stringify(bundle)});relevo.start(${JSON.stringify(build)});`;
  return new Response(script, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Service-Worker-Allowed": "/phone",
    },
  });
};
