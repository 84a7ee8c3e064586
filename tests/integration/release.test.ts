import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#scripts/client-build.ts';
import { VERSION } from '#server/process/version.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';

/** Without the runtime, in bytes. */
const LARGEST = 60 * 10 ** 6;
let release = '';
let archive = '';

/** Makes a release below `parent`. Returns its folder and its archive. */
function makeRelease(parent: string, umask = '022') {
  const command = `umask ${umask} && exec '${process.execPath}' scripts/release.ts '${parent}'`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(stderr);
  return stdout.trim().split('\n');
}

beforeAll(() => {
  const parent = mkdtempSync(join(tmpdir(), 'framme-release-'));
  [release = '', archive = ''] = makeRelease(parent);
  // As an image with a root file system that cannot be written.
  spawnSync('chmod', ['-R', 'a-w', release]);
  return () => spawnSync('sh', ['-c', `chmod -R u+w '${parent}' && rm -rf '${parent}'`]);
}, 300_000);

/** Starts the release in an empty folder, with nothing in the environment but a Node. */
async function start(env: Record<string, string> = {}) {
  const cwd = temporaryFolder();
  const child = spawn(join(release, 'bin/framme'), ['serve'], {
    cwd,
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    const url = /is ready at (\S+)/.exec(said)?.[1];
    if (url) return { child, url, cwd };
  }
  throw new Error(`it ended: ${said}`);
}

test('a release serves the app, keeps a family’s taps and ends with 0', async () => {
  const { child, url, cwd } = await start();
  expect((await get(url, '/')).body).toContain('<h1');
  const phone = await registerHousehold(url);
  await phone.run('checkIn', await phone.addFriend(await phone.addChild()));
  expect((await phone.documents()).size).toBe(4);
  expect(await get(url, '/readyz')).toMatchObject({ status: 200 });
  child.kill('SIGTERM');
  expect((await once(child, 'close'))[0]).toBe(0);
  expect(globSync('data/framme.db', { cwd })).toHaveLength(1);
});

test('a release holds the pages of a host without a name, and of no other', async () => {
  const { stdout } = spawnSync('tar', ['-tzf', archive], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const pages = stdout.match(/(?<=dist\/documents\/).+/g);
  const { cwd } = await start();
  expect([pages?.length, readdirSync(join(release, 'dist/documents'))]).toEqual([1, pages]);
  expect(globSync('data/*', { cwd })).not.toContain('data/documents');
});

test('a release draws the pages of a host with a name', async () => {
  const { url } = await start({ HOST_NAME: 'Lekstugan' });
  expect((await get(url, '/')).body).toContain('Lekstugan');
});

test('the archive holds the release, owned by nobody in particular', () => {
  const { stdout } = spawnSync('tar', ['-tvzf', archive], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const name = `framme-${VERSION}-${process.platform}-${process.arch}-without-node`;
  expect(basename(archive)).toBe(`${name}.tar.gz`);
  expect(stdout).toMatch(new RegExp(`^-rwxr-xr-x 0/0 .* ${name}/bin/framme$`, 'm'));
});

const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test('the same sources give the same archive, in another folder and under another umask', () => {
  const [, again = ''] = makeRelease(temporaryFolder(), '077');
  expect(sumOf(again)).toBe(sumOf(archive));
});

test('SHA256SUMS names the archive and its hash, and a changed one is found', () => {
  const check = () => spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
  const folder = temporaryFolder();
  spawnSync('cp', [archive, join(dirname(archive), 'SHA256SUMS'), folder]);
  expect(check()).toMatchObject({ status: 0, stdout: `${basename(archive)}: OK\n` });
  writeFileSync(join(folder, basename(archive)), 'another');
  expect(check().status).toBe(1);
});

test('the bill of materials lists every package of the release, and what is bundled, by version and hash', () => {
  const bill = JSON.parse(readFileSync(join(release, 'bom.cdx.json'), 'utf8')) as {
    bomFormat: string;
    components: { name: string; version: string; purl: string; hashes?: { content: string }[] }[];
  };
  const listed = bill.components.map(({ name, version }) => `${name}@${version}`);
  const shipped = globSync('node_modules/{*,@*/*}/package.json', { cwd: release }).map((path) => {
    const { name, version } = JSON.parse(readFileSync(join(release, path), 'utf8'));
    return `${name}@${version}`;
  });
  expect(shipped.length).toBeGreaterThan(20);
  expect(shipped.filter((one) => !listed.includes(one))).toEqual([]);
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(listed).toContainEqual(expect.stringMatching(/^react-dom@\d/));
  expect(listed).not.toContainEqual(expect.stringMatching(/^(vite|typescript|vitest)@/));
  const unsure = bill.components.filter(({ hashes }) => !/^[\da-f]{128}$/.test(hashes?.[0]?.content ?? ''));
  expect(unsure).toEqual([]);
});

test('no link of a page in the release is dead', () => {
  const pages = globSync('{*.md,docs/**/*.md}', { cwd: release });
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(release, page), 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(release, dirname(page), target))),
  );
  expect(pages).toContain('docs/hosting/install.md');
  expect(dead).toEqual([]);
});

test('a release runs the commands of whoever hosts', () => {
  const { status, stdout } = spawnSync(join(release, 'bin/framme'), ['help'], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('recovery-link')]);
});

test('a release names nothing of its own as a setting that it does not know', () => {
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, DATA_DIR: temporaryFolder() };
  const { stdout } = spawnSync(join(release, 'bin/framme'), ['doctor'], { env, encoding: 'utf8' });
  expect(stdout).toContain('All settings can be read.');
  expect(stdout).not.toContain('is no setting of Framme');
});

test('help and hints name the command as it is on this machine', () => {
  const run = (path: string, env: Record<string, string> = {}) => {
    const { stdout, stderr } = spawnSync(join(release, 'bin/framme'), ['nothing'], {
      env: { PATH: `${path}${dirname(process.execPath)}:/usr/bin:/bin`, ...env },
      encoding: 'utf8',
    });
    return stdout + stderr;
  };
  const folder = temporaryFolder();
  symlinkSync(join(release, 'deploy/framme'), join(folder, 'framme'));
  const lists = (command: string) => `There is no command "nothing". ${command} help lists them.\n`;
  expect(run('')).toBe(lists(join(release, 'bin/framme')));
  expect(run(`${folder}:`)).toBe(lists('framme'));
  expect(run('', { FRAMME_COMMAND: 'docker compose exec framme framme' })).toBe(
    lists('docker compose exec framme framme'),
  );
});

test('a release is small and holds no sources, types, tests or tools', () => {
  const files = globSync('**/*', { cwd: release }).filter((path) => lstatSync(join(release, path)).isFile());
  expect(files.filter((path) => /\.tsx?$|\.test\.|\.map$|\.h$/.test(path))).toEqual([]);
  expect(
    files.filter((path) => /node_modules\/(typescript|vite|rolldown|react|lucide-react)\//.test(path)),
  ).toEqual([]);
  const size = files.reduce((sum, path) => sum + lstatSync(join(release, path)).size, 0);
  expect(size).toBeGreaterThan(LARGEST / 10);
  expect(size).toBeLessThan(LARGEST);
});

test.each([
  ['an old Node', 'echo v20.19.0', /^Framme needs Node 26 or newer/],
  [
    'a system without libatomic',
    'echo "node: error while loading shared libraries: libatomic.so.1: cannot open" >&2; exit 127',
    /^This system lacks libatomic\.so\.1.*apt-get install libatomic1/,
  ],
])('%s gets a sentence', (_what, script, sentence) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/node'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'bin/node'), 0o755);
  const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` };
  const { status, stderr } = spawnSync(join(release, 'bin/framme'), ['serve'], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
});
