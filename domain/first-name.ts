/** Returns the first word of a typed name; skips a symbol before it, "🦄 Ella", unless there is nothing else. */
export function firstName(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const first = words.find((word) => /[\p{L}\p{N}]/u.test(word)) ?? words[0] ?? '';
  return first.replace(/(?<=.)[,;:]+$/u, '');
}
