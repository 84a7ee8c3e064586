import { SCRIPTS_ELEMENT } from '#client/app/scripts-element.ts';
import { newDeviceContents } from '#client/data/new-device-contents.ts';
import { NEW_DEVICE_ELEMENT } from '#client/data/new-device-element.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import type { AppDocumentName, RenderInput } from '#domain/pages/rendering.ts';
import { type Files, filesFor } from './built-files.ts';
import { headOf, jsonElement } from './head.ts';
import { fillTemplate, script, scriptAtOnce, style } from './template.ts';
import { manifestPath } from './web-manifest.ts';

/** The HTML of a document's root, and of what is shown without scripts. */
export interface Contents {
  page: string;
  withoutScripts: string;
}

/** Fills the built index.html in. */
export function documentOf(name: AppDocumentName, contents: Contents, input: RenderInput): string {
  const files = filesFor(name, input.manifest);
  const isAppShell = name.kind === 'app-shell';
  const page = isAppShell ? '' : ` data-page="${name.page}"`;
  const links = [
    ...files.styles.map(style),
    ...(isAppShell ? scriptsAtOnce(files) : scriptsAfterPaint(files)),
  ];
  const parts: [string, string][] = [
    [`<html lang="${DEFAULT_LANGUAGE}">`, `<html lang="${name.language}">`],
    ['"/manifest.webmanifest"', `"${manifestPath(name.language)}"`],
    ['<!--head-->', headOf(name, input.host)],
    ['</head>', `  ${links.join('\n    ')}\n  </head>`],
    ['<div id="root"></div>', `<div id="root"${page}>${contents.page}</div>`],
    ['<!--end-->', contents.withoutScripts],
  ];
  return fillTemplate(input.template, parts);
}

/** A prerendered page can be read without scripts, so they load after the first paint. */
function scriptsAfterPaint({ boot, app, others }: Files): string[] {
  return [jsonElement(SCRIPTS_ELEMENT, [app, ...others]), script(boot)];
}

/** The app shell is empty without its scripts, so they load immediately, after the styles. */
function scriptsAtOnce({ app, others, begin, sync }: Files): string[] {
  const preload = (address: string) =>
    `<link rel="modulepreload" fetchpriority="low" crossorigin href="${address}">`;
  return [
    jsonElement(NEW_DEVICE_ELEMENT, newDeviceContents(sync)),
    scriptAtOnce(begin),
    script(app),
    ...others.map(preload),
  ];
}
