import type { Page } from '@playwright/test';

/** Returns true if no screen of this structure is known yet, and adds it. */
export async function hasNewStructure(page: Page, known: Set<string>): Promise<boolean> {
  const structure = await page.evaluate(structureOf);
  if (known.has(structure)) return false;
  known.add(structure);
  return true;
}

/**
 * Runs in the page. Returns the elements of the open dialog, else of the page, with all that roles, states and colours follow
 * from, without texts: two dialogs about two children have one structure. Neighbours that are alike count as one.
 */
function structureOf(): string {
  const NAMED_ONLY =
    /^(aria-(label|labelledby|describedby|controls|owns|activedescendant)|id|for|href|src|alt|title)$/;
  const HEEDED = /^(class|role|type|hidden|disabled|tabindex|inert|open|lang|dir|aria-.*|data-(?!row$).*)$/;
  return read([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body);

  function read(element: Element): string {
    if (element instanceof SVGElement) return `svg${element.getAttribute('class') ?? ''}`;
    const attributes = [...element.attributes].map(({ name, value }) => {
      if (NAMED_ONLY.test(name)) return `${name}${value === '' ? ' empty' : ''}`;
      return HEEDED.test(name) ? `${name}=${value}` : '';
    });
    const parts = [...element.childNodes].map((node) => {
      if (node instanceof Element) return read(node);
      return (node.nodeValue ?? '').trim() === '' || node instanceof Comment ? '' : '"';
    });
    const inside = parts.filter((part, i) => part !== '' && part !== parts[i - 1]);
    return `<${element.localName} ${attributes.filter(Boolean).join(' ')}>${inside.join('')}</>`;
  }
}
