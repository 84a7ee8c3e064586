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
import { calls, PROTOCOL } from '#domain/protocol/calls.ts';
import { CallError } from '#server/http/call-error.ts';
import { ROOT } from '../../../scripts/client-build.ts';
import { serveAltered } from './altered-server.ts';
import { copyBuild } from './copy-build.ts';
import { LATER, LATER_PROTOCOL, NEXT_VERSION } from './next-version.ts';

/**
 * The server after an upgrade: every file of its build has another name, and one sentence another wording. With NEXT_PROTOCOL
 * its pages speak that protocol, and it rejects older ones.
 */
const protocol = Number(process.env.NEXT_PROTOCOL ?? PROTOCOL);
const isLater = String(protocol) === LATER_PROTOCOL.NEXT_PROTOCOL;
const folder = mkdtempSync(join(tmpdir(), 'framme-next-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const dist = join(folder, 'dist');
copyBuild(dist);
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

const assets = join(dist, 'client/assets');
for (const name of readdirSync(assets)) if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name));
const names = readdirSync(assets);
const renamed = (name: string) => name.replace(/\.(\w+)$/, isLater ? '-later.$1' : '-next.$1');
const anyName = new RegExp(names.map(RegExp.escape).join('|'), 'g');
const { before } = NEXT_VERSION;
const after = isLater ? LATER : NEXT_VERSION.after;
for (const file of [...names.map((name) => join('assets', name)), 'index.html', '.vite/manifest.json']) {
  const path = join(dist, 'client', file);
  if (!/\.(js|css|html|json)$/.test(file)) continue;
  const text = readFileSync(path, 'utf8').replaceAll(anyName, renamed).replaceAll(before, after);
  writeFileSync(path, text.replace(`{protocol:${PROTOCOL},`, `{protocol:${protocol},`));
}
for (const name of names) renameSync(join(assets, name), join(assets, renamed(name)));

await serveAltered((transaction) => transaction, {
  dist,
  app: (app) =>
    app.addHook('preValidation', async ({ body, url }) => {
      if (url !== calls.sync.path || !isSync(body)) return;
      if (body.protocol < protocol) throw new CallError('page-too-old');
      body.protocol = PROTOCOL;
    }),
});

function isSync(body: unknown): body is { protocol: number } {
  return typeof body === 'object' && body !== null && 'protocol' in body;
}
