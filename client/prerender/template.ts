import { prerender } from 'react-dom/static';
import type { Content } from '#client/lib/jsx.ts';

/** Fills a built template in: each placeholder with its text. Throws if the template lacks one. */
export function fillTemplate(template: string, parts: readonly [string, string][]): string {
  return parts.reduce(replaceOnce, withoutFiles(template));
}

export function style(address: string): string {
  return `<link rel="stylesheet" crossorigin href="${address}">`;
}

export function script(address: string): string {
  return `<script type="module" crossorigin src="${address}"></script>`;
}

/** A script that runs as soon as it has come, without waiting for styles. */
export function scriptAtOnce(address: string): string {
  return script(address).replace('<script', '<script async');
}

/** Removes the files that Vite listed: each document lists its own. */
function withoutFiles(template: string): string {
  return template
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
    .replaceAll('="./', '="/');
}

/** A replacer function keeps `$` patterns in the new text literal. */
function replaceOnce(text: string, [placeholder, replacement]: [string, string]): string {
  if (!text.includes(placeholder)) throw new Error(`The built template has no ${placeholder}`);
  return text.replace(placeholder, () => replacement);
}

/** Renders without streaming, whose inline scripts the content security policy forbids. */
export async function markup(element: Content): Promise<string> {
  const { prelude } = await prerender(element, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude).text();
}
