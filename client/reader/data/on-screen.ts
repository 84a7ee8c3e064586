/** True if somebody can see the page: it is neither hidden nor drawn in advance. */
export function isOnScreen(): boolean {
  return document.visibilityState === 'visible' && !isPrerendering();
}

/** Only some browsers draw pages in advance. */
function isPrerendering(): boolean {
  return 'prerendering' in document && document.prerendering === true;
}

/** Calls back as the page comes on screen or leaves it, also through the browser's back and forward. */
export function onScreenChange(listener: () => void): void {
  for (const event of ['visibilitychange', 'prerenderingchange']) document.addEventListener(event, listener);
  // The first one comes with the end of the load, when the first look may be under way.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}
