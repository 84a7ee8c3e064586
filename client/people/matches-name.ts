/** Lists from this many people on can be searched. */
export const SEARCHED_FROM = 12;

/** True if a part of a name begins with each of the typed words; case and accents do not matter. */
export function matchesName(name: string, typed: string): boolean {
  const parts = plain(name);
  return plain(typed).every((word) => parts.some((part) => part.startsWith(word)));
}

function plain(text: string): string[] {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
