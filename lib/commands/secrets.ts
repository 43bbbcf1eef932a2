import { rotateSecrets } from "@/lib/channels/accounts/secrets.ts";
import { type Command, CommandError, runCommand, verb } from "@/lib/commands/command.ts";
import { readConfig } from "@/lib/service/config.ts";
import { SecretLost } from "@/lib/secrets/secret_cipher.ts";
import { loadSecretCipher } from "@/lib/secrets/secret_keys.ts";

const rotate = verb({}, async (db) => {
  const cipher = await loadSecretCipher(readConfig());
  if (!cipher) {
    throw new CommandError("SECRETS_KEYS is missing: there are no secrets to seal again");
  }
  try {
    const count = await rotateSecrets(db, cipher);
    console.log(
      `${count} secrets were sealed again with the first key. What SECRETS_KEYS has behind it is ` +
        "no longer needed, except for backups that are older than this.",
    );
  } catch (error) {
    if (!(error instanceof SecretLost)) throw error;
    throw new CommandError(
      `a secret cannot be opened, and none after it was changed: ${error.message}`,
    );
  }
});

const secretsCommand: Command = {
  usage: `deno task secrets rotate      seals every channel's secrets with the first of SECRETS_KEYS

Put the new key first (SECRETS_KEYS=new,old), restart every instance, run this, then take the old
one away. The database is the one of DATABASE_URL, or the embedded one in DATA_DIR.`,
  verbs: { rotate },
};

if (import.meta.main) Deno.exit(await runCommand(secretsCommand, Deno.args));
