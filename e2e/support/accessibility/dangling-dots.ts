/** Returns the text around each dot between words that is drawn on another line than the words before or after it. */
export function danglingDots(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const letters: { node: Text; at: number; drawn: string }[] = [];
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    const within = node.parentElement;
    if (!within?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (clippedAway(within)) continue;
    const isDrawn = within.matches('.dot > :last-child');
    for (const [at, letter] of [...node.data].entries()) {
      const drawn = isDrawn ? '·' : letter.trim();
      if (drawn !== '') letters.push({ node, at, drawn });
    }
  }
  const boxOf = ({ node, at }: { node: Text; at: number }) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const { top, bottom, width, height } = range.getBoundingClientRect();
    return width > 0 && height > 0 ? { top, bottom } : undefined;
  };
  /** The place of the next letter that has a size; a space that ends a line, and its dot, has none. */
  const beside = (from: number, step: 1 | -1) => {
    for (let at = from + step; at >= 0 && at < letters.length; at += step) {
      const letter = letters[at];
      const box = letter && boxOf(letter);
      if (box) return box;
    }
    return undefined;
  };
  const isApart = (a?: { top: number; bottom: number }, b?: { top: number; bottom: number }) =>
    !a || !b || a.bottom <= b.top || b.bottom <= a.top;
  return letters.flatMap((letter, at) => {
    const box = letter.drawn === '·' ? boxOf(letter) : undefined;
    if (!box || (!isApart(beside(at, -1), box) && !isApart(box, beside(at, 1)))) return [];
    const around = letters.slice(Math.max(at - 9, 0), at + 10);
    return [around.map((one) => one.drawn).join('')];
  });

  function clippedAway(element: Element | null): boolean {
    for (let one = element; one; one = one.parentElement)
      if (getComputedStyle(one).clipPath !== 'none') return true;
    return false;
  }
}
