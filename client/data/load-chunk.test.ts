import { afterEach, expect, test, vi } from 'vitest';
import { __vitePreload as loadChunk } from './load-chunk.ts';

const HOST = 'https://framme.example/';
const script = (text: string) => new Response(text, { headers: { 'content-type': 'text/javascript' } });

afterEach(() => vi.unstubAllGlobals());

/** A browser whose network has these files, by name. */
function browserWith(files: Record<string, () => Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('fetch', async (address: string) => {
    const name = address.slice(HOST.length);
    asked.push(name);
    const answer = files[name];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
  return asked;
}

/** An import as the bundler writes it, counted instead of run. */
function importOf(name: string) {
  let runs = 0;
  const load = Object.assign(async () => ++runs, { toString: () => `()=>import(\`./${name}\`)` });
  return { runs: () => runs, load: () => loadChunk(load, [], `${HOST}page.js`) };
}

test('a script is imported once it and what it imports have arrived, each asked for again after a failure', async () => {
  const files: Record<string, () => Response> = {};
  const asked = browserWith(files);
  const dialog = importOf('dialog-1a2b.js');
  await expect(dialog.load()).rejects.toThrow('Failed to fetch');
  files['dialog-1a2b.js'] = () => script('import{a as b}from"./field-3c4d.js";import`./other-5e6f.js`;');
  await expect(dialog.load()).rejects.toThrow('Failed to fetch');
  files['field-3c4d.js'] = () => script('import"./dialog-1a2b.js";');
  files['other-5e6f.js'] = () => new Response('log in', { headers: { 'content-type': 'text/html' } });
  await expect(dialog.load()).rejects.toThrow(`No script: ${HOST}other-5e6f.js`);
  expect(dialog.runs()).toBe(0);
  files['other-5e6f.js'] = () => script('');
  await expect(dialog.load()).resolves.toBe(1);
  asked.length = 0;
  await dialog.load();
  expect(asked).toEqual([]);
});
