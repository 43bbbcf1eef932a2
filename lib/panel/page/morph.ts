/** Makes a part of the page what the server drew anew; nodes are the same by `id` or record. */

const isState = (element: Element, name: string) =>
  name === "open" && (element.localName === "details" || element.localName === "dialog");

/** Makes the children of `old` those of `fresh`, whose nodes may be taken over. */
export function morph(old: Element, fresh: Element): void {
  morphChildren(old, fresh, false);
}

/** Comments and what people have opened do not count. */
export function isSame(one: Node, other: Node): boolean {
  if (one.nodeType !== other.nodeType || one.nodeName !== other.nodeName) return false;
  if (!(one instanceof Element)) return one.nodeValue === other.nodeValue;
  const [mine, theirs] = [attributesOf(one), attributesOf(other as Element)];
  if (mine.size !== theirs.size) return false;
  for (const [name, value] of mine) if (theirs.get(name) !== value) return false;
  const [inside, there] = [childrenOf(one), childrenOf(other)];
  return inside.length === there.length && inside.every((node, at) => isSame(node, there[at]!));
}

function morphChildren(old: Element, fresh: Element, isOwn: boolean): void {
  const matches = matchChildren(childrenOf(old), childrenOf(fresh), isOwn);
  const survivors = new Set([...matches.values()]);
  for (const node of [...old.childNodes]) if (!survivors.has(node)) node.remove();
  let next = old.firstChild;
  for (const node of childrenOf(fresh)) {
    const match = matches.get(node);
    if (!match) {
      old.insertBefore(document.importNode(node, true), next);
      continue;
    }
    if (match === next) next = next.nextSibling;
    else moveBefore(old, match, next);
    become(match, node, isOwn);
  }
}

function become(old: Node, fresh: Node, isOwn: boolean): void {
  if (!(old instanceof Element) || !(fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  const wanted = attributesOf(fresh);
  const before = { value: old.getAttribute("value"), isOn: isOnBy(old) };
  for (const name of attributesOf(old).keys()) if (!wanted.has(name)) old.removeAttribute(name);
  for (const [name, value] of wanted) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  morphChildren(old, fresh, isOwn || recordOf(old) !== null);
  // A control shows what the server has changed, and else what a person has chosen.
  if (old instanceof HTMLInputElement && old.getAttribute("value") !== before.value) {
    old.value = old.getAttribute("value") ?? "";
  }
  if (isOnBy(old) !== before.isOn) {
    if (old instanceof HTMLInputElement) old.checked = !before.isOn;
    if (old instanceof HTMLOptionElement) old.selected = !before.isOn;
  }
}

function isOnBy(element: Element): boolean {
  return element.hasAttribute("checked") || element.hasAttribute("selected");
}

function matchChildren(old: Node[], fresh: Node[], isOwn: boolean): Map<Node, Node> {
  const matches = new Map<Node, Node>();
  const keyed = new Map(old.flatMap((node) => {
    const key = keyOf(node);
    return key === null ? [] : [[key, node] as const];
  }));
  const rest = old.filter((node) => keyOf(node) === null);
  for (const node of fresh) {
    const key = keyOf(node);
    if (key !== null) {
      const match = keyed.get(key);
      if (match?.nodeName === node.nodeName) matches.set(node, match);
      keyed.delete(key);
      continue;
    }
    const at = rest.findIndex((one) => isMatch(one, node, isOwn));
    if (at < 0) continue;
    matches.set(node, rest[at]!);
    rest.splice(0, at + 1);
  }
  return matches;
}

function isMatch(old: Node, fresh: Node, isOwn: boolean): boolean {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) return false;
  if (!(old instanceof Element)) return true;
  if (isOwn && nameOf(old) === nameOf(fresh as Element)) return true;
  return isSame(old, fresh) || sharesKey(old, fresh as Element);
}

function nameOf(element: Element): string {
  const link = element.hasAttribute("href") ? element : element.querySelector("[href]");
  return [
    link?.getAttribute("href"),
    ...["name", "value", "data-verb", "data-of"]
      .map((name) => element.getAttribute(name)),
  ].join("\n");
}

function sharesKey(old: Element, fresh: Element): boolean {
  const keys = new Set(keysIn(old));
  return keys.size > 0 && keysIn(fresh).some((key) => keys.has(key));
}

function keysIn(element: Element): string[] {
  return [...element.querySelectorAll("[id], [data-id], [data-card]")].map((one) => keyOf(one)!);
}

function keyOf(node: Node): string | null {
  if (!(node instanceof Element)) return null;
  if (node.id) return `#${node.id}`;
  const record = recordOf(node);
  return record === null ? null : `${node.localName} ${record}`;
}

function recordOf(element: Element): string | null {
  return element.getAttribute("data-id") ?? element.getAttribute("data-card");
}

function attributesOf(element: Element): Map<string, string> {
  return new Map(
    [...element.attributes].filter(({ name }) => !isState(element, name))
      .map(({ name, value }) => [name, value]),
  );
}

function childrenOf(node: Node): ChildNode[] {
  return [...node.childNodes].filter((child) => child.nodeType !== Node.COMMENT_NODE);
}

interface StateKeepingMove {
  /** Moves without removing, so that focus and scroll stay (DOM, "moveBefore"). */
  moveBefore?(node: Node, next: Node | null): void;
}

function moveBefore(parent: Element, node: Node, next: Node | null): void {
  const moving = parent as Element & StateKeepingMove;
  if (moving.moveBefore) moving.moveBefore(node, next);
  else parent.insertBefore(node, next);
}
