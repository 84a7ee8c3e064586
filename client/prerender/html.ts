import { prerender } from 'react-dom/static';
import type { Content } from '#client/lib/jsx.ts';
import type { BuiltFile, RenderInput } from '#domain/pages/rendering.ts';

type Manifest = RenderInput['manifest'];

/** Replaces each placeholder once; throws if the template lacks one. */
export function fillTemplate(template: string, parts: readonly [string, string][]): string {
  return parts.reduce(replaceOnce, withoutFiles(template));
}

/** Removes Vite's files: each document lists its own. */
function withoutFiles(template: string): string {
  return template
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
    .replaceAll('="./', '="/');
}

/** A replacer function keeps `$` in the new text literal. */
function replaceOnce(text: string, [placeholder, replacement]: [string, string]): string {
  if (!text.includes(placeholder)) throw new Error(`The built template has no ${placeholder}`);
  return text.replace(placeholder, () => replacement);
}

/** Never streams: the content security policy forbids its inline scripts. */
export async function markup(element: Content): Promise<string> {
  const { prelude } = await prerender(element, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude).text();
}

export function style(address: string): string {
  return `<link rel="stylesheet" crossorigin href="${address}">`;
}

export function script(address: string): string {
  return `<script type="module" crossorigin src="${address}"></script>`;
}

export function meta(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escapeHtml(content)}" />`;
}

/** Escapes `<`, so that the contents cannot close the element. */
export function jsonElement(id: string, contents: unknown): string {
  const json = JSON.stringify(contents).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** For HTML contents and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Imports come before their importers, as style order requires. */
export function closure(sources: readonly string[], manifest: Manifest): BuiltFile[] {
  const [found, seen] = [[] as BuiltFile[], new Set<string>()];
  const add = (source: string) => {
    if (seen.has(source)) return;
    seen.add(source);
    const built = builtFrom(source, manifest);
    for (const other of built.imports ?? []) add(other);
    found.push(built);
  };
  for (const source of sources) add(source);
  return found;
}

export function builtFrom(source: string, manifest: Manifest): BuiltFile {
  const built = manifest[source];
  if (!built) throw new Error(`The build has no ${source}, which a page needs.`);
  return built;
}

/** Absolute, so that documents work at nested paths. */
export function addressOf(file: string): string {
  return `/${file}`;
}
