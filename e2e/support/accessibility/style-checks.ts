/** Checks of the page's styles under user settings; each runs in the page and returns its violations. */

/** Returns elements that overflow the window horizontally. */
export function sidewaysScroll(): string[] {
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over <= 0) return [];
  const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5,
  );
  return [`scrolls sideways by ${over} px: ${wide.at(-1)?.outerHTML.slice(0, 140)}`];
}

/** Returns texts that their box clips, except on purpose by an ellipsis or a line clamp. */
export function clippedTexts(): string[] {
  const HIDES = ['hidden', 'clip'];
  return [...document.querySelectorAll<HTMLElement>('body *')].filter(isClipped).map(nameOf);

  function isClipped(element: HTMLElement): boolean {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(element);
    const lines = getComputedStyle(element).getPropertyValue('-webkit-line-clamp');
    if (!hasText || clipPath !== 'none' || textOverflow === 'ellipsis' || (lines !== 'none' && lines !== ''))
      return false;
    const isWide = HIDES.includes(overflowX) && element.scrollWidth > element.clientWidth + 1;
    const isHigh = HIDES.includes(overflowY) && element.scrollHeight > element.clientHeight + 1;
    return isWide || isHigh;
  }

  function nameOf(element: HTMLElement): string {
    return `cuts its text off: ${element.outerHTML.slice(0, 140)}`;
  }
}

/** Returns controls whose text overflows them. */
export function overflowingLabels(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('button, a, summary')];
  return controls.flatMap((control) => {
    if (
      !control.checkVisibility({ visibilityProperty: true }) ||
      getComputedStyle(control).display === 'inline'
    )
      return [];
    const box = control.getBoundingClientRect();
    const spills = shownWordsIn(control).some(
      (words) =>
        words.width > 1 &&
        (words.bottom > box.bottom + 1 || words.right > box.right + 1 || words.left < box.left - 1),
    );
    return spills ? [`spills its words: ${control.outerHTML.slice(0, 140)}`] : [];
  });

  /** Words for screen readers alone take no room. */
  function shownWordsIn(control: HTMLElement): DOMRect[] {
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    const boxes: DOMRect[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement && getComputedStyle(text.parentElement).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      boxes.push(range.getBoundingClientRect());
    }
    return boxes;
  }
}

/** Animations and transitions with a duration. One that changes `pointer-events` alone moves nothing. */
export function runningAnimations(): string[] {
  const unmoved = ['offset', 'computedOffset', 'easing', 'composite', 'pointerEvents'];
  return document.getAnimations().flatMap((animation) => {
    const effect = animation.effect as KeyframeEffect | null;
    const { duration = 0, iterations = 1 } = effect?.getComputedTiming() ?? {};
    const properties = effect?.getKeyframes().flatMap(Object.keys) ?? ['unknown'];
    if (Number(duration) === 0 || properties.every((one) => unmoved.includes(one))) return [];
    return [`moves for ${duration} ms, ${iterations} times: ${effect?.target?.outerHTML.slice(0, 140)}`];
  });
}

/** In forced colours: returns buttons and fields without a border. */
export function borderlessControls(): string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      'button, input:not([type="hidden"]), select, textarea, a[class*="button"]',
    ),
  ];
  return controls
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !hasEdge(control))
    .map((control) => `has no edge: ${control.outerHTML.slice(0, 140)}`);

  function hasEdge(control: HTMLElement): boolean {
    const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(control);
    const page = getComputedStyle(document.body).backgroundColor;
    const isSeen =
      borderTopColor !== backgroundColor && !/rgba\(.*, 0\)/.test(borderTopColor) && borderTopColor !== page;
    return borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1 && isSeen;
  }
}

/** Returns controls whose surface and edge both have less than 3:1 to what is behind, unless switched off. */
export function faintControls(): string[] {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  const part = document.querySelector('dialog[open]') ?? document;
  const controls = part.querySelectorAll('button, input, select, textarea, a[class*="button"]');
  return [...controls].filter(isFaint).map((control) => `is faint: ${control.outerHTML.slice(0, 140)}`);

  function isFaint(control: Element): boolean {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (control.matches(':hover, :disabled, [aria-disabled="true"], [inert] *, [type="checkbox"]'))
      return false;
    const behind = surfacesBehind(control.parentElement);
    const style = getComputedStyle(control);
    const [shadow = 'transparent'] =
      /(rgba?|color|oklch|oklab)\([^)]*\)/.exec(style.boxShadow.replace(/^.*, (?=\w+\()/, '')) ?? [];
    const border = Number.parseFloat(style.borderTopWidth) > 0 ? style.borderTopColor : 'transparent';
    const inside = [...behind, style.backgroundColor];
    const [ground = 0, ...own] = [behind, inside, [...inside, border], [...inside, shadow]].map(brightness);
    const ratios = own.map((one) => (Math.max(one, ground) + 0.05) / (Math.min(one, ground) + 0.05));
    return Math.max(...ratios) > 1 && Math.max(...ratios) < 3;
  }

  function surfacesBehind(element: Element | null): string[] {
    if (!element) return ['Canvas'];
    return [...surfacesBehind(element.parentElement), getComputedStyle(element).backgroundColor];
  }

  /** Of colours laid over each other. */
  function brightness(layers: readonly string[]): number {
    for (const color of layers) {
      if (brush) brush.fillStyle = color;
      brush?.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = [...(brush?.getImageData(0, 0, 1, 1).data ?? [])].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
}

/** In forced colours: returns how each pill or chip shows its state besides colour. */
export function pills(): { words: string; hasIcon: boolean; hasEdge: boolean }[] {
  return [...document.querySelectorAll<HTMLElement>('[class*="_pill_"]')].map((pill) => ({
    words: pill.textContent?.trim() ?? '',
    hasIcon: pill.querySelector('svg') !== null,
    hasEdge:
      getComputedStyle(pill).borderTopWidth !== '0px' &&
      !/rgba\(.*, 0\)/.test(getComputedStyle(pill).borderTopColor),
  }));
}
