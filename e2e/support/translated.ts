import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Not `translation`, which HTML_CodeSniffer sets. */
    textTranslator?: { begin(): void; end(): void };
  }
}

/** Has every page do what a browser's translator does: nested `font` elements replace each text, and again after each change. */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const KEPT = 'font, script, style, noscript, textarea, title';
    const replace = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      for (let node: Node | null = root; node; node = walker.nextNode())
        if (node instanceof Text && node.data !== '' && !node.parentElement?.closest(KEPT)) found.push(node);
      for (const text of found) {
        const inner = document.createElement('font');
        inner.append(text.data);
        const outer = document.createElement('font');
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    const observer = new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'childList' ? addedNodes : [target])
          if (node.isConnected && document.body?.contains(node)) replace(node);
    });
    const begin = () => {
      if (document.body) replace(document.body);
      observer.observe(document, { subtree: true, childList: true, characterData: true });
    };
    const end = () => {
      observer.disconnect();
      for (const font of document.querySelectorAll('font > font'))
        font.parentElement?.replaceWith(font.textContent);
    };
    window.textTranslator = { begin, end };
    begin();
  });
}

/** A change that an extension makes to elements, once. */
export type Meddling = 'copies' | 'removes' | 'wraps';

/** Changes elements of a page as extensions do: they give way to copies, leave, or get one more around them. */
export async function meddle(page: Page, how: Meddling, selector: string): Promise<void> {
  await page.evaluate(
    ([does, all]) => {
      for (const element of document.querySelectorAll(all)) {
        if (does === 'copies') element.replaceWith(element.cloneNode(true));
        if (does === 'removes') element.remove();
        if (does !== 'wraps') continue;
        const around = document.createElement('div');
        element.replaceWith(around);
        around.append(element);
      }
    },
    [how, selector] as const,
  );
}

/** Looks at a translated page in its original words, because style checks ask the element of a text about its class. */
export async function inOriginalWords(page: Page, look: () => Promise<void>): Promise<void> {
  await page.evaluate(() => window.textTranslator?.end());
  await look();
  await page.evaluate(() => window.textTranslator?.begin());
}

/**
 * Returns what a translator breaks or has broken: a text whose node React holds, because it would write or remove that node,
 * and an element that does not show the text which React last gave it.
 */
export async function brokenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ofReact = (node: Node, name: string): unknown => {
      const key = Object.keys(node).find((one) => one.startsWith(`__react${name}$`));
      return key && (node as unknown as Record<string, unknown>)[key];
    };
    const broken: string[] = [];
    const walker = document.createTreeWalker(document.body);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text && ofReact(node, 'Fiber')) broken.push(`React holds "${node.data}"`);
      const { children } = (ofReact(node, 'Props') ?? {}) as { children?: unknown };
      if (node instanceof HTMLTextAreaElement || !['string', 'number'].includes(typeof children)) continue;
      if (node.textContent !== `${children}`) broken.push(`"${node.textContent}" stands for "${children}"`);
    }
    return broken;
  });
}
