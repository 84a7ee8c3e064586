import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** The version of this Framme, as the changelog names it. */
export const VERSION = String((JSON.parse(manifest) as { version: unknown }).version);
