/** In ms; an entry that is loading arrives before this. */
const PATIENCE_MS = 3000;

// Runs in a frame (client/prerender/link-page-document.tsx), removed once the page starts. An entry that arrived
// retries itself.
const { document: page, location } = window.parent;
setTimeout(() => {
  if (page.documentElement.dataset.entry === undefined) location.reload();
}, PATIENCE_MS);

export {};
