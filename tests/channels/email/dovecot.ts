/** Debian's Dovecot on loopback, with folders and users of its own: a real IMAP server. */
import { join } from "node:path";
import { certificateFor } from "../../support/certificates.ts";
import { freePort } from "../../support/process.ts";
import { until } from "../../support/wait.ts";

const program = "/usr/sbin/dovecot";
export const password = "correct-horse-1";

export const hasDovecot = (() => {
  try {
    return Deno.statSync(program).isFile;
  } catch {
    return false;
  }
})();

export interface Dovecot extends AsyncDisposable {
  /** STARTTLS, or plain text. */
  port: number;
  tlsPort: number;
  /** Makes the user's mailbox new, with another UIDVALIDITY, and keeps its mails. */
  rebuild(user: string): Promise<void>;
}

interface DovecotOptions {
  certificate?: { cert: string; key: string };
  /** Asked whose an access token is (RFC 7662). */
  introspectionUrl?: string;
}

export async function startDovecot(
  { certificate = certificateFor(), introspectionUrl }: DovecotOptions = {},
): Promise<Dovecot> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-dovecot-" });
  const [port, tlsPort] = [freePort(), freePort()];
  const isRoot = Deno.uid() === 0;
  const me = isRoot ? "nobody" : (await output("id", "-un"));
  const group = await output("id", "-gn", me);
  await Deno.writeTextFile(join(folder, "cert.pem"), certificate.cert);
  await Deno.writeTextFile(join(folder, "key.pem"), certificate.key);
  await Deno.mkdir(join(folder, "mail"));
  if (isRoot) {
    await Deno.chmod(folder, 0o755);
    await output("chown", me, join(folder, "mail"));
  }
  const config = configOf({ folder, port, tlsPort, isRoot, me, group, introspectionUrl });
  await Deno.writeTextFile(join(folder, "dovecot.conf"), config);
  await Deno.writeTextFile(
    join(folder, "oauth2.conf"),
    `introspection_url = ${introspectionUrl}
introspection_mode = get
username_attribute = email
active_attribute = active
active_value = true
`,
  );
  const process = new Deno.Command(program, {
    args: ["-F", "-c", join(folder, "dovecot.conf")],
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const complaints = process.stderr.text();
  let ended: string | undefined;
  process.status.then(async () => ended = await complaints);
  await until(async () => {
    if (ended !== undefined) throw new Error(ended);
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  }, { what: "Dovecot" });
  return {
    port,
    tlsPort,
    async rebuild(user) {
      for (const name of ["dovecot-uidlist", "dovecot-uidvalidity", "dovecot.index.log"]) {
        await Deno.remove(join(folder, "mail", user, name)).catch(() => {});
      }
    },
    async [Symbol.asyncDispose]() {
      if (ended === undefined) process.kill("SIGTERM");
      await process.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

interface ConfigTerms {
  folder: string;
  port: number;
  tlsPort: number;
  isRoot: boolean;
  me: string;
  group: string;
  introspectionUrl: string | undefined;
}

function configOf(terms: ConfigTerms): string {
  const { folder, port, tlsPort, isRoot, me, group, introspectionUrl } = terms;
  const login = isRoot ? "" : `default_internal_user = ${me}\ndefault_login_user = ${me}\n` +
    `default_internal_group = ${group}`;
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
protocols = imap
listen = 127.0.0.1
log_path = ${folder}/log
${login}
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login${introspectionUrl ? " xoauth2 oauthbearer" : ""}
auth_failure_delay = 0
mail_uid = ${me}
mail_gid = ${group}
first_valid_uid = 0
mail_location = maildir:${folder}/mail/%u
mail_fsync = never
mail_max_userip_connections = 100
${
    introspectionUrl
      ? `passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}`
      : ""
  }
passdb {
  driver = static
  mechanisms = plain login
  args = password=${password}
}
userdb {
  driver = static
  args = home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
}
service anvil { chroot = }
service imap-login {
  chroot =
  inet_listener imap { port = ${port} }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
service stats { chroot = }
`.replace(/\{ (chroot =|port = \d+) \}/g, "{\n  $1\n}");
}

async function output(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command(command, { args }).output();
  return new TextDecoder().decode(stdout).trim();
}
