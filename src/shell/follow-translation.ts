import { options } from 'preact';

/** Returns the copy that a browser has put in the place of a text, if any. */
function copyOf({ addedNodes, previousSibling }: MutationRecord): Element | undefined {
  return [...addedNodes, previousSibling].find((node): node is Element => node?.nodeName === 'FONT');
}

/**
 * Keeps sentences up to date where a browser translates the page: it puts a translated copy in the place of each text,
 * and what is written into that text later would not be seen. The text then takes its place back, and is translated
 * again; where it is removed, so is its copy. Returns a function that ends it.
 */
export function followTranslation(root: HTMLElement): () => void {
  const copies = new WeakMap<Node, Element>();
  const writes = new MutationObserver((records) => {
    for (const { target } of records) {
      copies.get(target)?.replaceWith(target);
      copies.delete(target);
    }
  });
  const swaps = new MutationObserver((records) => {
    for (const record of records) {
      const copy = copyOf(record);
      for (const text of record.removedNodes) {
        if (!copy || !(text instanceof Text) || text.isConnected) continue;
        copies.set(text, copy);
        writes.observe(text, { characterData: true });
      }
    }
  });
  swaps.observe(root, { childList: true, subtree: true });
  const { unmount } = options;
  const removeCopy: typeof unmount = (vnode) => {
    const { __e: drawn } = vnode as { __e?: Node };
    if (drawn) copies.get(drawn)?.remove();
    unmount?.(vnode);
  };
  options.unmount = removeCopy;
  return () => {
    swaps.disconnect();
    writes.disconnect();
    // Another app on the page may have added its own since, which goes on calling this one.
    if (options.unmount === removeCopy) options.unmount = unmount;
  };
}
