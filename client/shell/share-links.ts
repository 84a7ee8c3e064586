/** Returns links that share a URL. Nothing is loaded from those sites until somebody follows a link. */
export function shareLinks(url: string): { site: string; href: string }[] {
  const shared = encodeURIComponent(url);
  return [
    { site: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${shared}` },
    { site: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${shared}` },
    { site: 'Bluesky', href: `https://bsky.app/intent/compose?text=${shared}` },
  ];
}
