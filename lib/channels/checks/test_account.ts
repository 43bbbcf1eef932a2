import { callbackUrlOf } from "@/lib/channels/kinds.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { readSecret, signingField } from "@/lib/channels/accounts/secrets.ts";
import { type Account, lockAccount, sayFailure } from "@/lib/channels/accounts/accounts.ts";
import { adviceWords, failureWords, stepWords } from "@/lib/channels/accounts/words.ts";
import { noteCalls } from "@/lib/channels/accounts/account_state.ts";
import { isMetaKind } from "@/lib/channels/meta/account_settings.ts";
import type { MetaAccounts } from "@/lib/channels/meta/connect/meta_accounts.ts";
import { sayLook } from "@/lib/channels/meta/connect/say_look.ts";
import { problem } from "@/lib/input/errors.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import type { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import { testMailbox } from "@/lib/channels/checks/test_mailbox.ts";
import type { Nets } from "@/lib/outbound/addresses.ts";
import { type SecretCipher, SecretLost } from "@/lib/secrets/secret_cipher.ts";
import { callProgram, type Network } from "@/lib/channels/out/call_program.ts";
import { callbackUrlWords } from "@/lib/words/callback_url.ts";
import { type CallbackUrlRefusal, checkCallbackUrl } from "@/lib/outbound/callback_url.ts";
import type { Lookups } from "@/lib/outbound/lookups.ts";
import { stepsIn, type Tested } from "@/lib/channels/accounts/test_steps.ts";
import type { Language } from "@/lib/words/language.ts";

/**
 * Tries a program step by step, up to the first that fails; no message is made. The program gets
 * `{"test": true, "channelId"}`, signed as messages are.
 * @param secret undefined where it cannot be read
 */
async function testProgram(
  account: Account,
  { secret, network, names, ports, language }: {
    secret: string | undefined;
    network: Network;
    names: Lookups;
    ports: ReadonlySet<number>;
    language: Language;
  },
): Promise<Tested> {
  const url = callbackUrlOf(account);
  const { passed, failed } = stepsIn(language);
  if (!url) return { steps: [passed(stepWords.receiveOnly)], failure: null, called: false };
  const { company_id: companyId, id } = account;
  const checked = await checkCallbackUrl(url, { allow: network.allow, ports, names, companyId });
  if (!checked.ok) {
    const why = callbackUrlWords[checked.reason as CallbackUrlRefusal];
    const step = failed(stepWords.address, why, adviceWords.address);
    return { steps: [step], failure: { outcome: "refused_address", status: null }, called: true };
  }
  const steps = [passed(stepWords.address)];
  if (secret === undefined) {
    steps.push(failed(stepWords.call, failureWords.secret, adviceWords.secret));
    return { steps, failure: { outcome: "secret", status: null }, called: true };
  }
  const body = { test: true, channelId: id };
  const call = { id: `test_${crypto.randomUUID()}`, companyId, url, secret, attempt: 1, body };
  const { outcome, status } = await callProgram(call, network);
  const failure = { outcome, status: status ?? null };
  if (outcome !== "status") {
    steps.push(failed(stepWords.call, sayFailure(failure), adviceWords.call));
    return { steps, failure, called: true };
  }
  steps.push(passed(stepWords.call));
  if (status >= 200 && status < 300) {
    steps.push(passed(stepWords.answer));
    return { steps, failure: null, called: true };
  }
  steps.push(failed(stepWords.answer, sayFailure(failure), adviceWords.answer));
  return { steps, failure, called: true };
}

interface Trying {
  secretCipher: SecretCipher | null;
  callbackAllow: Nets;
  names: Lookups;
  mailNetwork: MailNetwork;
  logins: MailLogins;
  metaAccounts: Pick<MetaAccounts, "look">;
  config: { callbackPorts: ReadonlySet<number>; publicUrl: string };
}

/** Tries an account and notes what came of it. @throws Problem not_found */
export async function tryAccount(
  { secretCipher, callbackAllow: allow, names, mailNetwork, logins, metaAccounts, config }: Trying,
  id: number,
  { language, open }: {
    language: Language;
    open: <T>(work: (trx: Trx, tenant: Tenant) => Promise<T>) => Promise<T>;
  },
): Promise<Pick<Tested, "steps">> {
  const { account, secret } = await open(async (trx, tenant) => {
    const account = await lockAccount(trx, tenant, id);
    return { account, secret: await secretOf(trx, tenant, secretCipher, account) };
  });
  if (mailNetwork.gate.isHeld) {
    const { failed } = stepsIn(language);
    return { steps: [failed(stepWords.call, failureWords.held, adviceWords.held)] };
  }
  if (isMetaKind(account.kind)) {
    const look = await metaAccounts.look({ companyId: account.company_id, id });
    if (!look) throw problem(secretCipher ? "not_found" : "secrets_missing");
    return { steps: sayLook(look, account.kind, language) };
  }
  const network = { allow, gate: mailNetwork.gate, lookup: names.find };
  const ports = config.callbackPorts;
  const name = new URL(config.publicUrl).hostname;
  const tested = account.kind === "email"
    ? await testMailbox(account, { logins, network: mailNetwork, name, language })
    : await testProgram(account, { secret, network, names, ports, language });
  if (tested.called) {
    const { failure } = tested;
    await open((trx) => noteCalls(trx, [{ accountId: id, failure, sent: false }]));
  }
  return { steps: tested.steps };
}

async function secretOf(trx: Trx, tenant: Tenant, cipher: SecretCipher | null, account: Account) {
  if (!cipher || account.kind !== "program") return undefined;
  try {
    return await readSecret(trx, tenant, cipher, { accountId: account.id, field: signingField });
  } catch (error) {
    if (error instanceof SecretLost) return undefined;
    throw error;
  }
}
