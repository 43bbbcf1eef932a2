import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { type Asset, assetKey, type GuideAccount } from "@/lib/panel/channels/meta/guide/guide.ts";
import { guideWords } from "@/lib/panel/channels/meta/guide/guide_words.ts";
import type { Assets, Connection } from "@/lib/panel/channels/meta/guide/use_assets.ts";
import { KindName } from "@/lib/panel/channels/KindName.tsx";

interface AssetsStepProps {
  assets: Assets;
  accounts: GuideAccount[];
}

/** Numbers, pages and accounts that a token reaches, to choose from; without one, those connected. */
export function AssetsStep({ assets, accounts }: AssetsStepProps) {
  const words = useWords(guideWords);
  if (!assets.assets) return <Accounts accounts={accounts} />;
  if (assets.assets.length === 0) return <p class="text-danger-text">{words.reachesNone}</p>;
  return <Choice assets={assets} list={assets.assets} />;
}

function Choice({ assets, list }: { assets: Assets; list: Asset[] }) {
  const words = useWords(guideWords);
  const { chosen, choose, connect, isConnecting, connections } = assets;
  const count = chosen.size;
  return (
    <form
      noValidate
      class="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (count > 0) void connect();
      }}
    >
      <fieldset>
        <legend class="sr-only">{words.reached}</legend>
        <ul class="list-rows">
          {list.map((asset) => {
            const key = assetKey(asset);
            return (
              <AssetRow
                key={key}
                id={key.replace(":", "-")}
                asset={asset}
                isChosen={chosen.has(key)}
                isBusy={isConnecting}
                connection={connections[key]}
                onChoose={(isChosen) => choose(key, isChosen)}
              />
            );
          })}
        </ul>
      </fieldset>
      <button
        type="submit"
        class="button button-primary disabled:opacity-50"
        disabled={count === 0}
        aria-disabled={isConnecting ? "true" : undefined}
      >
        {isConnecting && <Icon name="loader-circle" class="animate-spin" />}
        {isConnecting ? words.connecting : count === 0 ? words.choose : words.connect(count)}
      </button>
    </form>
  );
}

interface AssetRowProps {
  id: string;
  asset: Asset;
  isChosen: boolean;
  isBusy: boolean;
  connection: Connection | undefined;
  onChoose(isChosen: boolean): void;
}

function AssetRow({ id, asset, isChosen, isBusy, connection, onChoose }: AssetRowProps) {
  const { href } = usePage();
  const words = useWords(guideWords);
  const { kind, name, address, connected } = asset;
  const isConnected = connected || connection?.state === "connected";
  return (
    <li class="py-2">
      <label class="notice">
        <input
          type="checkbox"
          class="size-4 shrink-0 accent-accent"
          checked={isChosen || isConnected}
          disabled={isConnected || isBusy}
          aria-describedby={connection?.error ? `${id}-error` : undefined}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <span class="min-w-0 flex-1">
          <bdi class="block truncate font-medium">{name ?? address ?? assetKey(asset)}</bdi>
          <KindName kind={kind} address={address} />
        </span>
        <span role="status" class="shrink-0 text-label">
          {connection?.state === "busy" && <Icon name="loader-circle" class="animate-spin" />}
          {isConnected && (
            <span class="inline-flex items-center gap-1 text-success-text">
              <Icon name="check" />
              {connected ? words.already : words.connected}
            </span>
          )}
        </span>
      </label>
      {connection?.error && (
        <p id={`${id}-error`} role="alert" class="pl-6 text-label text-danger-text">
          {isConnected && `${words.butFails} `}
          {connection.error}
          {connection.id !== undefined && (
            <>
              {" "}
              <a
                class="underline underline-offset-2"
                href={href(`/panel/settings/channels/${connection.id}`)}
              >
                {words.seeAccount}
              </a>
            </>
          )}
        </p>
      )}
    </li>
  );
}

/** Accounts that are connected already. */
function Accounts({ accounts }: { accounts: GuideAccount[] }) {
  const { href } = usePage();
  return (
    <ul class="list-rows">
      {accounts.map(({ id, kind, name, address, isFailing, error }) => (
        <li key={id} class="py-2">
          <a class="font-medium hover:underline" href={href(`/panel/settings/channels/${id}`)}>
            <bdi>{name}</bdi>
          </a>
          <KindName kind={kind} address={address} />
          {isFailing && <span class="block text-label text-danger-text">{error}</span>}
        </li>
      ))}
    </ul>
  );
}
