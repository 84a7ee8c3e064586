/** Puts back what an extension replaced by a copy: React goes on writing to its own element. Once each, as extensions may insist. */
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
    // These are its own.
    replaced.takeRecords();
  });
  replaced.observe(root, { subtree: true, childList: true });
}
