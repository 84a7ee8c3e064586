import { SCRIPTS_ELEMENT } from '#client/app/scripts-element.ts';
import type { DocumentName, RenderInput } from '#domain/pages/rendering.ts';
import { type Files, filesFor } from './built-files.ts';
import { headOf, jsonElement } from './head.ts';

/** What a document is put together from, as HTML: what stands in its root, and what is said without scripts. */
export interface Contents {
  page: string;
  withoutScripts: string;
}

/** The whole document, made of the built index.html. */
export function documentOf(name: DocumentName, contents: Contents, input: RenderInput): string {
  const files = filesFor(name, input.manifest);
  const isFrame = name.kind === 'frame';
  const page = isFrame ? '' : ` data-page="${name.page}"`;
  const links = [...files.styles.map(style), ...(isFrame ? atOnce(files) : whenPainted(files))];
  const parts: [string, string][] = [
    ['<html lang="sv">', `<html lang="${name.language}">`],
    ['<!--head-->', headOf(name, input.host)],
    ['</head>', `  ${links.join('\n    ')}\n  </head>`],
    ['<div id="root"></div>', `<div id="root"${page}>${contents.page}</div>`],
    ['<!--end-->', contents.withoutScripts],
  ];
  return parts.reduce(replaceOnce, withoutFiles(input.template));
}

/** A page can be read before it works, so nothing of what makes it work comes before it is painted. */
function whenPainted({ boot, app, others }: Files): string[] {
  return [jsonElement(SCRIPTS_ELEMENT, [app, ...others]), script(boot)];
}

/** A frame shows nothing without its scripts; its styles go first all the same. */
function atOnce({ app, others }: Files): string[] {
  const preload = (address: string) =>
    `<link rel="modulepreload" fetchpriority="low" crossorigin href="${address}">`;
  return [script(app), ...others.map(preload)];
}

function script(address: string): string {
  return `<script type="module" crossorigin src="${address}"></script>`;
}

function style(address: string): string {
  return `<link rel="stylesheet" crossorigin href="${address}">`;
}

/** The files that Vite named are named by each document itself. */
function withoutFiles(template: string): string {
  return template
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
    .replaceAll('="./', '="/');
}

/** Throws where the template lacks the place. The new text is taken as it is, whatever signs it holds. */
function replaceOnce(text: string, [place, replacement]: [string, string]): string {
  if (!text.includes(place)) throw new Error(`The built index.html has no ${place}`);
  return text.replace(place, () => replacement);
}
