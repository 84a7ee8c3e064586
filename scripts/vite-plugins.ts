import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Counts in the first line alone (https://v8.dev/blog/explicit-compile-hints). */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** The chunks of a parent's first screen, which calls most of their functions. */
const HINTED: readonly string[] = ['app', 'basics', 'signed-in', 'daily', 'board', 'dashboard'];

/**
 * Has V8 compile the chunks of the first screen while they load, beside the page. Otherwise it compiles each function as it
 * is called, in the page's own time and at every start: Chromium 156 does not use the compiled code it stores of modules.
 */
export const compileHints: Plugin = {
  name: 'compile-hints',
  generateBundle: {
    // After Vite has put its own lines first.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && HINTED.includes(chunk.name)) chunk.code = HINT + chunk.code;
    },
  },
};

/** Returns a message for each chunk in a folder of built files that should begin with the hint and does not. */
export function withoutHint(folder: string): string[] {
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  return HINTED.filter((name) => {
    const files = scripts.filter((file) => file.replace(/-[\w-]{8}\.js$/, '') === name);
    return !files.length || !files.every((file) => readFileSync(join(folder, file), 'utf8').startsWith(HINT));
  }).map((name) => `the chunk ${name} does not begin with its compile hint`);
}

/** The name, size and aliases of an icon of lucide-react, and the random keys of its shapes. */
const UNUSED_OF_ICON = /\s*\b(?:name: "[^"]*"|size: 24),|,\s*aliases: \[[^\]]*\]|,\s*key: "\w+"/g;

/** Leaves of each icon what is drawn: the rest is a kilobyte of the first screen (`client/ui/lucide-icon.tsx` draws them). */
export const slimIcons: Plugin = {
  name: 'slim-icons',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: (code) => code.replace(UNUSED_OF_ICON, ''),
  },
};
