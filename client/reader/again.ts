/** An entry that is on its way comes before this, in ms. */
const PATIENCE_MS = 3000;

// Runs in a frame of the page (client/prerender/reader-document.tsx), which goes when the page starts. An entry that came tries
// again by itself.
const { document: page, location } = window.parent;
setTimeout(() => {
  if (page.documentElement.dataset.entry === undefined) location.reload();
}, PATIENCE_MS);

export {};
