import {
  type Look,
  lookBy,
  LookFailure,
  type Looking,
  type StepList,
} from "@/lib/channels/meta/connect/look.ts";
import type { MetaAccount } from "@/lib/channels/meta/connect/meta_account.ts";
import { hookFields, subscribe } from "@/lib/channels/meta/connect/subscription.ts";
import { readToken, tokenWith } from "@/lib/channels/meta/connect/token.ts";
import type { GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { readPages } from "@/lib/channels/meta/graph/pages.ts";
import { idIn, lineIn, objectIn, textIn, type Untyped } from "@/lib/channels/meta/untyped.ts";
import { readTemplates } from "@/lib/channels/meta/templates/read_template.ts";

export function lookAt(
  account: MetaAccount,
  options: { network: GraphNetwork; signal?: AbortSignal },
): Promise<Look> {
  const { kind, settings } = account;
  const name = kind === "instagram" && settings.login === "page" ? "instagramByPage" : kind;
  return lookBy(stepsOf[name], account, options);
}

const stepsOf: Record<MetaAccount["kind"] | "instagramByPage", StepList> = {
  whatsapp: [
    ["token", tokenWith(["whatsapp_business_management", "whatsapp_business_messaging"])],
    ["id", findNumber],
    [
      "subscription",
      (looking) => subscribe(looking, { path: subscribedApps(looking, "waba_id"), fields: null }),
    ],
    ["number", checkNumber],
    ["templates", fetchTemplates],
  ],
  facebook: [
    ["token", tokenWith(["pages_messaging", "pages_manage_metadata", "pages_read_engagement"])],
    ["id", findPage],
    [
      "subscription",
      (looking) =>
        subscribe(looking, { path: subscribedApps(looking, "page_id"), fields: hookFields.page }),
    ],
  ],
  instagramByPage: [
    [
      "token",
      tokenWith(["instagram_basic", "instagram_manage_messages", "pages_manage_metadata"]),
    ],
    ["id", findLinked],
    // Its hooks come once the page has any subscription.
    ["subscription", (looking) =>
      subscribe(looking, {
        path: subscribedApps(looking, "page_id"),
        fields: { needed: ["messages"], wanted: [] },
      })],
  ],
  instagram: [
    ["token", findOwn],
    ["id", compareOwn],
    [
      "subscription",
      (looking) =>
        subscribe(looking, { path: "/me/subscribed_apps", fields: hookFields.instagram }),
    ],
  ],
};

function subscribedApps({ account }: Looking, field: string): string {
  return `/${account.settings[field]}/subscribed_apps`;
}

/** Numbers of a business account are read whole: an id of another one is told from a wrong one. */
async function findNumber(looking: Looking): Promise<void> {
  const { account, learnt, ask } = looking;
  const { waba_id, phone_number_id } = account.settings;
  const fields = "id,display_phone_number,verified_name,quality_rating,status";
  const numbers = await readPages(ask, { path: `/${waba_id}/phone_numbers`, query: { fields } });
  const number = numbers.find(({ id }) => idIn(id) === phone_number_id);
  if (!number) throw failure("meta_id");
  const digits = textIn(number.display_phone_number, 40).replace(/\D/g, "");
  if (digits) learnt.address = `+${digits}`;
  learnt.name = lineIn(number.verified_name, 60) ?? undefined;
  learnt.quality = lineIn(number.quality_rating, 20);
  looking.numberState = textIn(number.status, 40);
}

const usable = ["", "CONNECTED", "FLAGGED", "RATE_LIMITED"];

function checkNumber({ numberState: state = "" }: Looking): Promise<void> {
  return usable.includes(state) ? Promise.resolve() : Promise.reject(failure("meta_number", state));
}

async function fetchTemplates({ account, learnt, ask }: Looking): Promise<void> {
  learnt.templates = await readTemplates(ask, String(account.settings.waba_id));
}

async function findPage(looking: Looking): Promise<void> {
  const page = await becomePage(looking, "id,name,username");
  const { learnt } = looking;
  learnt.name = lineIn(page.name, 60) ?? undefined;
  learnt.address = `m.me/${lineIn(page.username, 100) ?? idIn(page.id)}`;
}

async function findLinked(looking: Looking): Promise<void> {
  const fields = "id,instagram_business_account{id,username}";
  const linked = objectIn((await becomePage(looking, fields)).instagram_business_account);
  if (!linked || idIn(linked.id) !== looking.account.settings.ig_id) {
    throw failure("meta_page_instagram");
  }
  learnUsername(looking, linked);
}

/** Goes on with the page's own token, which a person's or a system user's can fetch. */
async function becomePage(looking: Looking, fields: string): Promise<Untyped> {
  const { account, learnt, ask, answer } = looking;
  const { page_id } = account.settings;
  const me = await ask({ path: "/me", query: { fields: "id" } });
  if (idIn(me.id) === page_id) return await ask({ path: `/${page_id}`, query: { fields } });
  const page = await ask({ path: `/${page_id}`, query: { fields: `${fields},access_token` } });
  const token = textIn(page.access_token, 1_000);
  if (!/^[\x21-\x7e]+$/.test(token)) throw failure("meta_page_token");
  looking.caller = { ...looking.caller, token };
  learnt.tokenEndsAt = (await readToken(answer, account.app!, token)).endsAt;
  learnt.token = token;
  return page;
}

/** Of an Instagram token nothing else is told: neither scopes nor end. */
async function findOwn(looking: Looking): Promise<void> {
  looking.me = await looking.ask({ path: "/me", query: { fields: "id,user_id,username" } });
}

/** `user_id` is what hooks have, `id` what only this app knows. */
function compareOwn(looking: Looking): Promise<void> {
  const { account, learnt, me = {} } = looking;
  const ids = [me.user_id, me.id].map(idIn).filter((id) => id !== null);
  const { ig_id } = account.settings;
  if (!ids.includes(String(ig_id))) return Promise.reject(failure("meta_id"));
  learnt.appScopedId = ids.find((id) => id !== ig_id);
  learnUsername(looking, me);
  return Promise.resolve();
}

function learnUsername({ learnt }: Looking, { username }: Untyped): void {
  const name = lineIn(username, 59);
  if (!name) return;
  learnt.address = `@${name}`;
  learnt.name = `@${name}`;
}

function failure(outcome: string, detail?: string): LookFailure {
  return new LookFailure({ outcome, status: null, detail });
}
