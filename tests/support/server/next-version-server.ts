import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/client-build.ts';
import { serveAltered } from './altered-server.ts';
import { copyBuild } from './copy-build.ts';
import { NEXT_VERSION } from './next-version.ts';

/** The server after an upgrade: every file of its build has another name, and one sentence another wording. */
const folder = mkdtempSync(join(tmpdir(), 'framme-next-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const dist = join(folder, 'dist');
copyBuild(dist);
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

const assets = join(dist, 'client/assets');
for (const name of readdirSync(assets)) if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name));
const names = readdirSync(assets);
const renamed = (name: string) => name.replace(/\.(\w+)$/, '-next.$1');
const anyName = new RegExp(names.map(RegExp.escape).join('|'), 'g');
const { before, after } = NEXT_VERSION;
for (const file of [...names.map((name) => join('assets', name)), 'index.html', '.vite/manifest.json']) {
  const path = join(dist, 'client', file);
  if (!/\.(js|css|html|json)$/.test(file)) continue;
  const text = readFileSync(path, 'utf8').replaceAll(anyName, renamed).replaceAll(before, after);
  writeFileSync(path, text);
}
for (const name of names) renameSync(join(assets, name), join(assets, renamed(name)));

await serveAltered((transaction) => transaction, { dist });
