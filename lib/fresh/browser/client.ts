// The browser's side of islands: finds them on the page and brings them to life.
import { type ComponentType, type ContainerNode, hydrate } from "preact";
import { jsx } from "preact/jsx-runtime";

type Started = [name: string, props: Record<string, unknown>];

/** @param components by the names in `islands` @param islands in the order of their markers */
export function boot(components: Record<string, ComponentType>, islands: Started[]) {
  for (const [start, end, index] of findMarkers()) {
    const [name, props] = islands[index]!;
    try {
      if (!end) throw new Error(`The end of the island ${name} was moved: is its nesting valid?`);
      hydrate(jsx(components[name]!, props), rootBetween(start, end) as unknown as ContainerNode);
    } catch (error) {
      // One that fails must not keep the others from starting.
      console.error(error);
    }
  }
}

function findMarkers(): [start: Comment, end: Comment | null, index: number][] {
  const markers: [Comment, Comment | null, number][] = [];
  const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) {
    const start = comments.currentNode as Comment;
    if (start.data.startsWith("frsh:")) markers.push([start, endOf(start), +start.data.slice(5)]);
  }
  return markers;
}

function endOf(start: Comment): Comment | null {
  for (let node = start.nextSibling; node; node = node.nextSibling) {
    if (node instanceof Comment && node.data === "/frsh") return node;
  }
  return null;
}

/** Stands for the part of the parent that lies between two nodes, as a root for Preact. */
function rootBetween(start: Comment, end: Comment) {
  const parent = start.parentNode!;
  const isInside = (node: Node | null) =>
    node !== null && (end.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  return {
    nodeType: 1,
    namespaceURI: (parent as Element).namespaceURI,
    parentNode: parent,
    get childNodes() {
      const nodes: Node[] = [];
      for (let node = start.nextSibling; node && node !== end; node = node.nextSibling) {
        nodes.push(node);
      }
      return nodes;
    },
    get firstChild() {
      return start.nextSibling === end ? null : start.nextSibling;
    },
    contains: (node: Node | null) => parent.contains(node),
    insertBefore: (node: Node, next: Node | null) =>
      parent.insertBefore(node, isInside(next) ? next : end),
    appendChild: (node: Node) => parent.insertBefore(node, end),
    removeChild: (node: Node) => parent.removeChild(node),
  };
}
