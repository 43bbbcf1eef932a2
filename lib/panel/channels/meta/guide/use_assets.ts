import { useRef, useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import { type Asset, assetKey } from "@/lib/panel/channels/meta/guide/guide.ts";
import { guideWords } from "@/lib/panel/channels/meta/guide/guide_words.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useOnce } from "@/lib/panel/page/use_once.ts";

/** Graph is asked for each business that the token reaches. */
const assetsMs = 60_000;

export interface Connection {
  state: "busy" | "connected" | "failed";
  /** Of a connected one too: Meta was asked at once. */
  error?: string | null;
  id?: number;
}

interface Account {
  id: number;
  last_error: string | null;
}

/** What a token reaches, which of it is chosen, and how connecting each went. */
export function useAssets(appId: number) {
  const { companyId, language } = usePage();
  const [token, setToken] = useState("");
  /** The token that told: what is typed since is another one. */
  const usedToken = useRef("");
  const [assets, setAssets] = useState<Asset[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [connections, setConnections] = useState<Record<string, Connection>>({});
  const caller = { companyId, language, timeoutMs: assetsMs };

  const [look, isLooking] = useOnce(async () => {
    setFailure(null);
    const accessToken = token.trim();
    const json = { access_token: accessToken };
    const reached = await callApi<Asset[]>(`meta-apps/${appId}/assets`, {
      ...caller,
      method: "POST",
      json,
    });
    if (!reached.ok) {
      setAssets(null);
      const isTokenWrong = reached.why === "refused" && reached.fields.access_token;
      return setFailure(isTokenWrong || failureText(reached, language));
    }
    usedToken.current = accessToken;
    setAssets(reached.data);
    setConnections({});
    const offered = reached.data.filter(({ connected }) => !connected).map(assetKey);
    setChosen(offered.length === 1 ? new Set(offered) : new Set());
  });

  async function connectOne(asset: Asset) {
    const key = assetKey(asset);
    const note = (one: Connection) => setConnections((before) => ({ ...before, [key]: one }));
    note({ state: "busy" });
    const { kind, name, settings } = asset;
    const secrets = { access_token: usedToken.current };
    const account = await callApi<Account>("channels", {
      ...caller,
      method: "POST",
      json: { kind, settings, secrets, ...(name === null ? {} : { name }) },
    });
    if (!account.ok) {
      const isDuplicate = account.why === "refused" && account.code === "duplicate";
      const error = isDuplicate ? guideWords.duplicate[language] : failureText(account, language);
      return note({ state: "failed", error });
    }
    const { id, last_error } = account.data;
    note({ state: "connected", id, error: last_error });
    choose(key, false);
  }

  const [connect, isConnecting] = useOnce(async () => {
    for (const asset of assets ?? []) {
      if (chosen.has(assetKey(asset))) await connectOne(asset);
    }
    await refreshRegions();
  });

  function choose(key: string, isChosen: boolean) {
    setChosen((before) => {
      const next = new Set(before);
      if (isChosen) next.add(key);
      else next.delete(key);
      return next;
    });
  }

  return {
    ...{ token, setToken, look, isLooking, failure },
    ...{ assets, chosen, choose, connect, isConnecting, connections },
  };
}

export type Assets = ReturnType<typeof useAssets>;
