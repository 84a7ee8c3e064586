const arrived = new Set<string>();

/** Some browsers remember a script that failed as long as the page is open, so none is named before it has arrived. */
export async function preloadScript(href: string, cache: RequestCache = 'default'): Promise<void> {
  if (arrived.has(href)) return;
  const reply = await fetch(href, { cache });
  await reply.arrayBuffer();
  if (!reply.headers.get('content-type')?.includes('javascript')) throw new Error(`No script: ${href}`);
  arrived.add(href);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
  document.head.append(link);
}
