import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Counts only on the first line (https://v8.dev/blog/explicit-compile-hints). */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** The chunks of a parent's first screen, which calls most of their functions. */
const HINTED: readonly string[] = ['app', 'basics', 'signed-in', 'daily', 'board', 'dashboard'];

/**
 * Chromium 156 ignores its code cache for modules: without the hint it compiles each function when
 * called, at every start.
 */
export const compileHints: Plugin = {
  name: 'compile-hints',
  generateBundle: {
    // After Vite has added its own lines.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && HINTED.includes(chunk.name)) chunk.code = HINT + chunk.code;
    },
  },
};

export function withoutHint(folder: string): string[] {
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  return HINTED.filter((name) => {
    const files = scripts.filter((file) => file.replace(/-[\w-]{8}\.js$/, '') === name);
    return !files.length || !files.every((file) => readFileSync(join(folder, file), 'utf8').startsWith(HINT));
  }).map((name) => `the chunk ${name} does not begin with its compile hint`);
}

/** Unused parts of lucide-react's icons: name, size, aliases and random keys. */
const UNUSED_OF_ICON = /\s*\b(?:name: "[^"]*"|size: 24),|,\s*aliases: \[[^\]]*\]|,\s*key: "\w+"/g;

/** Saves a kilobyte of the first screen; `client/ui/lucide-icon.tsx` draws the shapes. */
export const slimIcons: Plugin = {
  name: 'slim-icons',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: (code) => code.replace(UNUSED_OF_ICON, ''),
  },
};
