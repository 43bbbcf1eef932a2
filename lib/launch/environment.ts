import deno from "@/deno.json" with { type: "json" };
import { secretNames, withSecretFiles } from "@/lib/launch/secret_files.ts";

type Env = Record<string, string>;

const readByDenoItself = [
  ...["PATH", "TMPDIR", "TZ", "LANG", "LC_*", "LD_LIBRARY_PATH", "MALLOC_*", "NO_COLOR"],
  ...["DENO_DIR", "DENO_CERT", "DENO_TLS_CA_STORE", "SSL_CERT_FILE", "SSL_CERT_DIR"],
  ...["DENO_V8_FLAGS", "DENO_NO_UPDATE_CHECK", "XDG_CACHE_HOME"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
];

/**
 * What a process may read by its permission set, its runtime's and its entry's own. Of secrets in
 * files, those that it may have are read. @throws Unlaunchable
 */
export function environmentOf(
  process: "start" | "gateway",
  env: Env,
  own: readonly string[] = [],
): Env {
  const names = [...deno.permissions[process].env, ...readByDenoItself, ...own];
  const isReadable = (name: string) =>
    names.some((one) => one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one);
  const secretOf = (name: string) => secretNames.find((secret) => name === `${secret}_FILE`);
  return withSecretFiles(
    Object.fromEntries(Object.entries(env).filter(([name]) => isReadable(secretOf(name) ?? name))),
  );
}
