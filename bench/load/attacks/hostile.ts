/** Attacks by what is read: mails, a domain's settings for mail programs, and files. */
import { type Attack, count, ended, jsonPost, member, repeat } from "./ask.ts";
import { hostileAutoconfig, hostileFiles, hostileMail } from "./hostile_shapes.ts";
import { openAppending } from "./imap.ts";

const mailsPerMinute = 60;

export const hostileMails = "hostile mails into a company's mailbox, 60 a minute";

export const hostile: Record<string, Attack> = {
  [hostileMails]: async ({ mailbox }, until) => {
    const appending = await openAppending(mailbox!);
    for (let n = 0; !until.aborted; n++) {
      const next = new Promise((resolve) => setTimeout(resolve, 60_000 / mailsPerMinute));
      await appending.append(hostileMail(n));
      count("mails");
      await Promise.race([next, ended(until)]);
    }
    appending.close();
  },
  "a member's searches for a hostile domain's mail servers": async (load, until) => {
    const { name, port, cert, key } = load.domain;
    let requests = 0;
    Deno.serve(
      { hostname: "127.0.0.1", port, cert, key, onListen() {} },
      () =>
        new Response(hostileAutoconfig(requests++), { headers: { "Content-Type": "text/xml" } }),
    );
    const address = `hello@${name}`;
    await repeat(
      4,
      until,
      () => member(load, "channels/discover", jsonPost({ address }), until),
    );
  },
  "a member's hostile imports of 5 MB": (load, until) => {
    const files = hostileFiles();
    return repeat(4, until, (n) => {
      const { type, body } = files[n % files.length]!;
      const init = { method: "POST", headers: { "Content-Type": type }, body };
      return member(load, "imports/contacts/preview", init, until);
    });
  },
};
