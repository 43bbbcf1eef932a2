import assert from "node:assert/strict";
import { long, proof } from "../../faults/support/proof.ts";
import { readCommands } from "../../support/page_commands.ts";
import { ask, folders, healthOf, type Scene, scriptOf, succeeds, untilReady } from "./scene.ts";

export async function updateSeveral({ machine, releases }: Scene) {
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
    `until [ -e /run/enough ]; do (${ask("/phone", 8080)}) 2>&1 | head -n 1; sleep 0.25; done`,
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

export async function takeOver({ machine, releases }: Scene) {
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
