/** The installer on a Debian of its own, with its systemd, Postgres and Caddy. */
import assert from "node:assert/strict";
import { long, proof } from "../faults/support/proof.ts";
import { bootDebian, canBoot, type Machine } from "../support/debian_machine.ts";
import { findDebianRoot, findMmdebstrap } from "../support/debian_root.ts";
import { packReleases } from "./support/release.ts";
import {
  active,
  authority,
  domain,
  escaped,
  folders,
  healthOf,
  nameOf,
  options,
  type Scene,
  scriptOf,
  succeeds,
  untilReady,
  visit,
} from "./support/scene.ts";
import { takeOver, updateSeveral } from "./support/several.ts";
import { installBehindProxy } from "./support/behind_proxy.ts";
import { refuseWrongUse } from "./support/wrong_use.ts";

const steps = ["Settings in", "Database", "Schema", "Units of", "relevo-gateway.service", "HTTPS"];

Deno.test({
  name: "an installation is made, updated and gone back to by the script",
  ignore: !(findMmdebstrap() && await canBoot()),
  async fn(t) {
    const debian = await findDebianRoot();
    if (!debian) return; // it has said why
    await using releases = await packReleases();
    await using machine = await bootDebian(debian, releases.folder);
    await prepare(machine);
    for (const [name, part] of parts) {
      assert.ok(await t.step(name, () => part({ machine, releases })), name);
    }
  },
});

if (long) {
  Deno.test({
    name: "an installation on Ubuntu is made behind a proxy of another, and updated",
    ignore: !(findMmdebstrap() && await canBoot()),
    async fn() {
      const ubuntu = await findDebianRoot("ubuntu");
      if (!ubuntu) return; // it has said why
      await using releases = await packReleases();
      await using machine = await bootDebian(ubuntu, releases.folder);
      await prepare(machine);
      await installBehindProxy({ machine, releases });
    },
  });
}

async function prepare(machine: Machine) {
  await succeeds(machine, `echo 127.0.0.1 ${domain} >>/etc/hosts`);
  await succeeds(
    machine,
    "cd /etc/postgresql/*/main/conf.d && echo fsync=off >test.conf && systemctl restart postgresql",
  );
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
  const builds = "ls /opt/relevo/[0-9]*/_fresh/builds | grep -cx 'f\\{40\\}'";
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
