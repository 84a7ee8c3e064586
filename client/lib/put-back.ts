/**
 * Restores elements that an extension replaced by copies, since React writes to its own. Once each:
 * extensions may insist.
 */
export function putBack(root: Element): void {
  const wasPutBack = new WeakSet<Element>();
  const replaced = new MutationObserver((changes) => {
    for (const { removedNodes, addedNodes } of changes) {
      const [own, copy] = [removedNodes[0], addedNodes[0]];
      if (!(own instanceof Element && copy instanceof Element && copy.isEqualNode(own))) continue;
      if (own.isConnected || wasPutBack.has(own)) continue;
      wasPutBack.add(own);
      copy.replaceWith(own);
    }
    // Drop the records of its own changes.
    replaced.takeRecords();
  });
  replaced.observe(root, { subtree: true, childList: true });
}
