const arrived = new Set<string>();

/** Some browsers remember a failed script while the page is open, so preload only after it has arrived. */
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
