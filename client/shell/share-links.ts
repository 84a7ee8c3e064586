/** In: an address. Out: where it can be shared; nothing is loaded from there until somebody follows the link. */
export function shareLinks(address: string): { place: string; href: string }[] {
  const shared = encodeURIComponent(address);
  return [
    { place: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${shared}` },
    { place: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${shared}` },
    { place: 'Bluesky', href: `https://bsky.app/intent/compose?text=${shared}` },
  ];
}
