// One synchronous render: Preact's hooks mark islands and links, lock assets and add nonces.
import { type ComponentChild, type ComponentType, h, options, type VNode } from "preact";
import { jsx, jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import { lockAsset } from "./asset_url.ts";
import type { Build, Island } from "./build.ts";

export interface UsedIsland {
  island: Island;
  props: Record<string, unknown>;
}

export interface Rendering {
  nonce: string;
  build: Build | null;
  url: URL;
  islands: UsedIsland[];
  tags: Set<string>;
}

type Props = Record<string, unknown>;
// Preact's mangled names: the hook before a vnode renders, and a vnode's parent.
type Hooks = typeof options & { __b?: (vnode: VNode) => void };
type Child = VNode<Props> & { __?: Child | null };

let current: Rendering | null = null;

export function renderHtml(vnode: ComponentChild, rendering: Rendering): string {
  const previous = current;
  current = rendering;
  try {
    return renderToString(h(Page, null, vnode));
  } finally {
    current = previous;
  }
}

export function rawHtml(html: string): VNode {
  return jsxTemplate([html]);
}

const hooks: Hooks = options;
const before = hooks.__b;
hooks.__b = (vnode) => {
  if (current) prepare(vnode as Child, current);
  before?.(vnode);
};

function prepare(vnode: Child, rendering: Rendering) {
  if (typeof vnode.type === "function") return prepareIsland(vnode, rendering);
  const change = changes[vnode.type as string];
  if (change) vnode.props = { ...vnode.props, ...change(vnode.props, rendering) } as Child["props"];
  if (["html", "head", "body"].includes(vnode.type as string)) {
    rendering.tags.add(vnode.type as string);
  }
}

const changes: Record<string, (props: Props, rendering: Rendering) => Props> = {
  a: markLink,
  img: lockSource,
  source: lockSource,
  script: addNonce,
  style: addNonce,
};

function addNonce(props: Props, { nonce }: Rendering): Props {
  return { nonce: props.nonce ?? nonce };
}

function lockSource({ src, "data-fresh-disable-lock": isOff }: Props, { build }: Rendering): Props {
  return build && !isOff && typeof src === "string" ? { src: lockAsset(src, build.id) } : {};
}

function markLink(props: Props, { url }: Rendering): Props {
  const { href, "aria-current": own } = props;
  if (
    own !== undefined || typeof href !== "string" || !href.startsWith("/") || href.startsWith("//")
  ) return {};
  const here = withoutSlash(url.pathname);
  // Most lead elsewhere, and are compared without making a URL.
  const plain = /^\/[\w/-]*(?=$|[?#])/.exec(href)?.[0];
  if (plain !== undefined && !isInside(here, withoutSlash(plain))) return {};
  const link = new URL(href, url);
  const there = withoutSlash(link.pathname);
  if (!isInside(here, there)) return {};
  const same = here === there && (link.search === "" || link.search === url.search);
  return same
    ? { "data-current": "true", "aria-current": "page" }
    : { "data-ancestor": "true", "aria-current": "true" };
}

function isInside(here: string, there: string): boolean {
  return there === "" || here === there || here.startsWith(there + "/");
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

function prepareIsland(vnode: Child, { build }: Rendering) {
  const type = vnode.type as ComponentType;
  const island = build?.islands.get(type);
  if (!island || isInsideIsland(vnode)) return;
  vnode.type = Boundary as unknown as ComponentType<Props>;
  vnode.props = { type, island, own: vnode.props } as unknown as Child["props"];
}

function isInsideIsland(vnode: Child): boolean {
  for (let parent = vnode.__; parent; parent = parent.__) {
    if ((parent.type as unknown) === Boundary) return true;
  }
  return false;
}

interface BoundaryProps {
  type: ComponentType;
  island: Island;
  own: Props;
}

function Boundary({ type, island, own }: BoundaryProps) {
  const index = current!.islands.push({ island, props: own }) - 1;
  // `h` would copy the props, and take one named `__proto__` for the prototype.
  return [rawHtml(`<!--frsh:${index}-->`), jsx(type, own), rawHtml("<!--/frsh-->")];
}

function Page({ children }: { children?: ComponentChild }) {
  return children;
}
