/** The installer on a Debian of its own, with its systemd, Postgres and Caddy. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { long, proof } from "../faults/support/proof.ts";
import { bootDebian, canBoot, type Machine } from "../support/debian_machine.ts";
import { findDebianRoot, findMmdebstrap } from "../support/debian_root.ts";
import { readCommands } from "../support/page_commands.ts";
import { root as sources } from "../tidy/sources.ts";
import { packReleases, type Releases } from "./support/release.ts";

const domain = "crm.localhost";
const options = `--domain ${domain} --email ana@example.com --yes`;
const current = "basename $(readlink /opt/relevo/current)";

/** Caddy makes a certificate of its own for such a name. */
const authority = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";

const steps = ["Settings in", "Database", "Schema", "Units of", "relevo-gateway.service", "HTTPS"];

Deno.test({
  name: "an installation is made, updated and gone back to by the script",
  ignore: !(findMmdebstrap() && await canBoot()),
  async fn(t) {
    const debian = await findDebianRoot();
    if (!debian) return; // it has said why
    await using releases = await packReleases();
    await using machine = await bootDebian(debian, releases.folder);
    await succeeds(machine, `echo 127.0.0.1 ${domain} >>/etc/hosts`);
    await succeeds(
      machine,
      "echo fsync=off >/etc/postgresql/15/main/conf.d/test.conf && systemctl restart postgresql",
    );
    for (const [name, part] of parts) {
      assert.ok(await t.step(name, () => part({ machine, releases })), name);
    }
  },
});

interface Scene {
  machine: Machine;
  releases: Releases;
}

const parts: [string, (scene: Scene) => Promise<void>][] = [
  ["what is wrong is told, and nothing is changed", refuseWrongUse],
  ["a run that is killed is gone on with", installDespiteKills],
  ["the first person signs in", signIn],
  ["the operator's commands and the nightly back-up work", useCommands],
  ["a second run changes nothing", runAgain],
  ["another release updates it", update],
  ["a release that does not come up is gone back from", survive],
  ["the release before is gone back to by hand", goBack],
  ["several processes are restarted one after the other", updateSeveral],
  ["one that was made by hand is handed over", takeOver],
];

async function refuseWrongUse({ machine, releases }: Scene) {
  const script = scriptOf(releases.first);
  const state = () => succeeds(machine, "ls -A /opt /etc /etc/systemd/system; cat /etc/passwd");
  const before = await state();
  const wrong: [string, number, RegExp][] = [
    [`${script} --domain https://crm.example.com --email a@b.es --yes`, 2, /is no domain/],
    [`${script} --domain crm --email a@b.es --yes`, 2, /"crm" is no domain/],
    [`${script} --domain 'crm.example.com;ls' --email a@b.es --yes`, 2, /is no domain/],
    [`${script} --domain ${domain} --email 'ana@' --yes`, 2, /"ana@" is no e-mail address/],
    [`${script} --domain ${domain} --email '$(id)@b.es' --yes`, 2, /is no e-mail address/],
    [`${script} --domain ${domain} --yes`, 2, /--email is missing/],
    [`${script} --domain`, 2, /--domain needs a value/],
    [`${script} --fast`, 2, /"--fast" is no option/],
    [`${script} --back`, 1, /is not installed/],
    [`setpriv --reuid 65534 --clear-groups ${script} ${options}`, 1, /as root/],
    [`LANG=es_ES.UTF-8 ${script} --domain crm --yes`, 2, /no es un dominio/],
    [
      `mount --bind /media/shared/fedora /etc/os-release; ${script} ${options}; r=$?; ` +
      "umount /etc/os-release; exit $r",
      1,
      /Debian 12 or Ubuntu 22.04 and later, and here is Fedora Linux 41/,
    ],
    [
      `touch /etc/relevo.env; ${script} ${options}; r=$?; rm /etc/relevo.env; exit $r`,
      1,
      /installed here by hand \(\/etc\/relevo\.env \)/,
    ],
    [
      `systemd-run --quiet --unit=other caddy respond --listen :8000 && ${untilTaken}; ` +
      `${script} ${options}; r=$?; systemctl stop other; exit $r`,
      1,
      /Another program listens on port 8000/,
    ],
  ];
  await Deno.writeTextFile(
    join(releases.folder, "fedora"),
    'ID=fedora\nVERSION_ID=41\nPRETTY_NAME="Fedora Linux 41"\n',
  );
  for (const [command, code, sentence] of wrong) {
    const output = await machine.run(command);
    assert.equal(output.code, code, `${command}\n${output.text}`);
    assert.match(output.text, sentence, command);
  }
  assert.equal(await state(), before);
  assert.match(await succeeds(machine, `${script} --check`), /Nothing is in the way/);
}

const untilTaken = "until (exec 3<>/dev/tcp/127.0.0.1/8000) 2>/dev/null; do sleep 0.1; done";

let firstOutput = "";

async function installDespiteKills({ machine, releases }: Scene) {
  const install = `${scriptOf(releases.first)} ${options}`;
  const secrets = new Map<string, string>();
  const chosen = long ? steps : ["Settings in", "Schema"];
  for (const step of chosen) {
    // Ctrl+C at the last of them.
    const signal = step === chosen.at(-1) ? "SIGINT" : "SIGKILL";
    const { code, text } = await machine.killAt(`== ${step}`, install, signal);
    assert.match(text, new RegExp(`== ${step}`), text);
    assert.equal(code, signal === "SIGINT" ? 130 : 137, text);
    if (signal === "SIGINT") assert.match(text, /Interrupted\. Run it again to go on\.\n$/);
    await keepsSecrets(machine, secrets);
  }
  firstOutput = await succeeds(machine, install);
  await keepsSecrets(machine, secrets);
  assert.equal(await nameOf(machine), await succeeds(machine, folders));
  assert.equal(
    await succeeds(machine, "systemctl is-active relevo relevo-gateway caddy"),
    active(3),
  );
  assert.equal(await succeeds(machine, "systemctl is-active relevo-backup.timer"), active(1));
  const modes = "stat --format '%a %U:%G' /etc/relevo /etc/relevo/*.env | sort -u";
  assert.equal(await succeeds(machine, modes), "640 root:relevo\n750 root:relevo\n");
  const key = secrets.get("app.env SECRETS_KEYS");
  assert.match(firstOutput, new RegExp(`SECRETS_KEYS=${escaped(key!)}\n`));
  proof(`killed at ${chosen.length} steps, the installer went on and kept its secrets`);
}

/** What is there from before is there still. */
async function keepsSecrets(machine: Machine, secrets: Map<string, string>) {
  const lines = await machine.run("cd /etc/relevo && grep -H . *.env");
  for (const line of lines.text.split("\n").filter((line) => line.includes("="))) {
    const [, file, name, value] = /^([\w.]+):(\w+)=(.*)$/.exec(line)!;
    const key = `${file} ${name}`;
    if (secrets.has(key)) assert.equal(value, secrets.get(key), key);
    secrets.set(key, value!);
  }
}

let script = "";

async function signIn({ machine }: Scene) {
  const [link] = new RegExp(`^https://${domain}/enter/[\\w-]{43}$`, "m").exec(firstOutput)!;
  script = await visit(machine, [link]);
}

/** @returns a script of the panel that was shown */
async function visit(machine: Machine, args: string[]): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".crt" });
  await Deno.writeTextFile(file, await succeeds(machine, `cat ${authority}`));
  const program = [Deno.execPath(), "run", "-A", "--quiet", "--no-check"];
  const modules = ["--node-modules-dir=manual", "--config", join(sources, "deno.json")];
  const entry = join(sources, "tests/packaging/support/sign_in.ts");
  const { code, text } = await machine.visit([...program, ...modules, entry, ...args], {
    DENO_CERT: file,
  });
  await Deno.remove(file);
  assert.equal(code, 0, text);
  return text.trim();
}

async function useCommands({ machine }: Scene) {
  // An operator's own lines stay, and are read as systemd reads them.
  await succeeds(machine, `install -m 644 ${authority} /etc/ssl/caddy.crt`);
  await succeeds(
    machine,
    "cd /etc/relevo && echo NODE_EXTRA_CA_CERTS=/etc/ssl/caddy.crt >>common.env && " +
      "echo 'SMTP_FROM=Relevo <crm@example.com>' >>app.env && systemctl restart relevo",
  );
  await succeeds(
    machine,
    "systemctl start relevo-backup && ls /var/backups/relevo | grep '\\.tar$'",
  );
  await untilReady(machine);
  const { code, text } = await machine.run("relevo doctor --json 2>/tmp/complaint");
  assert.match(text, /^\{/, await succeeds(machine, "cat /tmp/complaint"));
  const checks: { name: string; state: string; saw: string }[] = JSON.parse(text).checks;
  const failures = checks.filter(({ state }) => state === "failure");
  assert.deepEqual(failures, []);
  assert.equal(code, 0);
  const well = checks.filter(({ state }) => state === "ok").map(({ name }) => name);
  for (const name of ["database", "roles", "secrets", "public_url", "proxy", "gateway", "backup"]) {
    assert.ok(well.includes(name), `${name}: ${text}`);
  }
  const status = JSON.parse(await succeeds(machine, "relevo status --json"));
  assert.equal(status.instances.length, 1);
  await succeeds(machine, "cd /tmp && relevo backup --output - >here.tar");
  assert.match(await succeeds(machine, "tar --list --file /tmp/here.tar"), /^manifest\.json$/m);
  assert.equal((await machine.run("relevo start")).code, 2);
}

async function runAgain({ machine, releases }: Scene) {
  const state =
    "cat /etc/relevo/*.env /etc/caddy/Caddyfile /etc/systemd/system/relevo*; ls -l /opt/relevo; " +
    "systemctl show --property MainPID relevo relevo-gateway caddy";
  const before = await succeeds(machine, state);
  const output = await succeeds(machine, `${scriptOf(releases.first)} --yes`);
  assert.equal(await succeeds(machine, state), before);
  assert.doesNotMatch(output, /SECRETS_KEYS|\/enter\//);
  const other = await machine.run(`${scriptOf(releases.first)} --domain crm.example.com --yes`);
  assert.equal(other.code, 2);
  assert.match(other.text, /It is installed as crm\.localhost/);
}

async function update({ machine, releases }: Scene) {
  const before = await nameOf(machine);
  const next = await releases.add("9.0.1");
  const backups = "ls /var/backups/relevo | wc -l";
  const count = Number(await succeeds(machine, backups));
  await succeeds(machine, `${scriptOf(next)} --yes`);
  assert.match(await nameOf(machine), /^9\.0\.1-/);
  assert.equal(Number(await succeeds(machine, backups)), count + 1);
  assert.equal(await succeeds(machine, "basename $(readlink /opt/relevo/previous)"), before);
  assert.match(await healthOf(machine), /"version":"9\.0\.1"/);
}

async function survive({ machine, releases }: Scene) {
  const before = await nameOf(machine);
  const broken = await releases.add("9.0.2", {
    "start.ts": 'console.error("relevo: broken on purpose");\nDeno.exit(1);\n',
  }, "f".repeat(40));
  const { code, text } = await machine.run(`${scriptOf(broken)} --yes`);
  assert.equal(code, 1, text);
  assert.match(text, /broken on purpose/);
  assert.match(text, /Relevo runs as release 9\.0\.1-\w+, as before; release 9\.0\.2-\w+ did not/);
  assert.equal(await nameOf(machine), before);
  assert.match(await healthOf(machine), /"version":"9\.0\.1"/);
  // Each release has the files that pages of the other ask for.
  const builds = "ls /opt/relevo/*/_fresh/builds | grep -c '^f*$'";
  assert.equal(await succeeds(machine, builds), "3\n");
}

async function goBack({ machine }: Scene) {
  await succeeds(machine, "/opt/relevo/current/install.sh --back");
  assert.match(await nameOf(machine), /^1\./);
  assert.doesNotMatch(await healthOf(machine), /"version":"9/);
  await visit(machine, [
    (await succeeds(machine, "relevo member recover --email ana@example.com 2>/dev/null")).trim(),
    script,
  ]);
  // A database that a later release has narrowed.
  const psql = "runuser -u postgres -- psql -q -d relevo -c";
  await succeeds(machine, `${psql} "update installation set oldest = '9999_later'"`);
  const { code, text } = await machine.run("/opt/relevo/current/install.sh --back");
  assert.equal(code, 1, text);
  assert.match(text, /cannot run any more/);
  assert.match(await nameOf(machine), /^1\./);
  await succeeds(machine, `${psql} "update installation set oldest = '0084_versions'"`);
}

async function updateSeveral({ machine, releases }: Scene) {
  if (!long) return;
  await succeeds(
    machine,
    "cd /etc/relevo && echo DRAIN_SECONDS=5 >>common.env && " +
      "sed -i 's#^GATEWAY_APP_URL=.*#&,http://127.0.0.1:8001#' gateway.env && " +
      "systemctl enable --now relevo@8001 && systemctl restart relevo-gateway relevo",
  );
  await untilReady(machine);
  await untilReady(machine, 8001);
  const calling = machine.run(
    `until [ -e /run/enough ]; do (${ask("/phone", 8080)}) 2>&1 | head -n 1; sleep 0.05; done`,
  );
  for (const version of ["9.1.0", "9.1.1", "9.1.2"]) {
    const next = await releases.add(version);
    await succeeds(machine, `${scriptOf(next)} --yes`);
    assert.match(await healthOf(machine), new RegExp(`"version":"${version}"`));
    assert.match(await healthOf(machine, 8001), new RegExp(`"version":"${version}"`));
  }
  await succeeds(machine, "touch /run/enough");
  const answers = (await calling).text.trim().split("\n");
  // The gateway itself is away for a moment, in which Caddy has calls wait.
  const wrong = answers.filter((line) => !/ 200 /.test(line) && !/Connection refused/.test(line));
  assert.deepEqual(wrong, []);
  assert.equal((await succeeds(machine, folders)).trim().split("\n").length, 3);
  proof(`three updates of two processes: ${answers.length} calls, none failed`);
}

async function takeOver({ machine, releases }: Scene) {
  if (!long) return;
  const script = scriptOf(releases.first);
  await succeeds(
    machine,
    "systemctl disable --now relevo@8001 relevo relevo-gateway relevo-backup.timer; " +
      "for name in app gateway backup; do mv /etc/relevo/$name.env /etc/relevo-$name.env; done; " +
      "mv /etc/relevo/common.env /etc/relevo.env && rm -r /opt/relevo /etc/relevo && " +
      "sed -i 's#/opt/relevo/current#/srv/relevo#' /etc/systemd/system/relevo.service",
  );
  const secrets = await succeeds(machine, "cat /etc/relevo*.env | grep SECRET");
  const { code, text } = await machine.run(`${script} --yes`);
  assert.equal(code, 1, text);
  assert.match(text, /installed here by hand .*relevo\.service/);
  const [handOver] = (await readCommands("docs/operating/install.md"))
    .filter(({ text }) => text.includes("mv /etc/relevo.env"));
  await succeeds(machine, `set -e; ${handOver!.text}`);
  const output = await succeeds(machine, `${script} --yes`);
  assert.doesNotMatch(output, /SECRETS_KEYS|\/enter\//);
  assert.equal(
    await succeeds(machine, "cat /etc/relevo/*.env | grep SECRET | sort"),
    sorted(secrets),
  );
}

const sorted = (text: string) => text.trimEnd().split("\n").sort().join("\n") + "\n";

function scriptOf(release: string): string {
  return `/media/shared/${release.split("/").at(-1)}/install.sh`;
}

async function succeeds(machine: Machine, command: string): Promise<string> {
  const { code, text } = await machine.run(command);
  assert.equal(code, 0, `${command}\n${text}`);
  return text;
}

const folders = "find /opt/relevo -mindepth 1 -maxdepth 1 -type d -printf '%f\\n'";
const active = (count: number) => "active\n".repeat(count);
const nameOf = (machine: Machine) => succeeds(machine, current);
const escaped = (text: string) => text.replaceAll(/[+/=]/g, "\\$&");

function ask(path: string, port: number): string {
  return `exec 3<>/dev/tcp/127.0.0.1/${port} && ` +
    `printf 'GET ${path} HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`;
}

const healthOf = (machine: Machine, port = 8000) => succeeds(machine, ask("/healthz", port));

function untilReady(machine: Machine, port = 8000): Promise<string> {
  return succeeds(
    machine,
    `until (${ask("/readyz", port)}) 2>/dev/null | grep -q ' 200 '; do sleep 0.2; done`,
  );
}
