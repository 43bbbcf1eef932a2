import assert from "node:assert/strict";
import { join } from "node:path";
import { domain, options, type Scene, scriptOf, succeeds } from "./scene.ts";

export async function refuseWrongUse({ machine, releases }: Scene) {
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
