import assert from "node:assert/strict";
import { proof } from "../../faults/support/proof.ts";
import { active, authority, domain, nameOf, options, type Scene } from "./scene.ts";
import { escaped, healthOf, scriptOf, succeeds, untilReady, visit } from "./scene.ts";

/** Another's proxy has the ports, here a Caddy with lines of its own, and stays as it is. */
const caddyfile = `{\n\tskip_install_trust\n}\n${domain} {\n\treverse_proxy 127.0.0.1:8080\n}\n`;

export async function installBehindProxy({ machine, releases }: Scene) {
  const script = scriptOf(releases.first);
  await succeeds(
    machine,
    `printf '%s' '${caddyfile}' >/etc/caddy/Caddyfile && systemctl stop caddy && usermod --login other caddy && ` +
      "sed 's/^User=caddy$/User=other/' /lib/systemd/system/caddy.service >/etc/systemd/system/caddy.service && " +
      "systemctl daemon-reload && systemctl restart caddy",
  );
  const refused = await machine.run(`${script} ${options}`);
  assert.equal(refused.code, 1, refused.text);
  assert.match(refused.text, /listens on port 443\..* run this with --no-proxy/);

  const output = await succeeds(machine, `${script} ${options} --no-proxy`);
  assert.doesNotMatch(output, /== HTTPS/);
  const [link] = new RegExp(`^https://${escaped(domain)}/enter/[\\w-]{43}$`, "m").exec(output)!;
  await visit(machine, [link]);
  await succeeds(
    machine,
    `install -m 644 ${authority} /etc/ssl/caddy.crt && ` +
      "echo NODE_EXTRA_CA_CERTS=/etc/ssl/caddy.crt >>/etc/relevo/common.env && " +
      "systemctl restart relevo",
  );
  await untilReady(machine);

  // What was said once holds for updates too.
  const next = await releases.add("9.0.1");
  await succeeds(machine, `${scriptOf(next)} --yes`);
  await untilReady(machine);
  assert.match(await nameOf(machine), /^9\.0\.1-/);
  assert.match(await healthOf(machine), /"version":"9\.0\.1"/);
  assert.equal(await succeeds(machine, "cat /etc/caddy/Caddyfile"), caddyfile);
  assert.equal((await machine.run("ls /etc/caddy/relevo.caddy")).code, 2);
  assert.equal(await succeeds(machine, "systemctl is-active relevo relevo-gateway"), active(2));
  const { text } = await machine.run(". /etc/os-release; echo $PRETTY_NAME");
  proof(`${text.trim()}: installed behind a proxy of another, and updated`);
}
