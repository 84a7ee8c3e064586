import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CONTAINER_STEPS } from '#prove/host/container-steps.ts';
import { blocksOf, commandsOf, countCommands, paired } from '#prove/host/page-blocks.ts';
import { PAGES } from '#prove/host/page-steps.ts';
import { ROOT } from '#scripts/client-build.ts';
import { settingsPage } from '#scripts/settings-page.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const pages = readdirSync(join(ROOT, 'docs/hosting'));
/** Pages whose commands other parts of the proof run, or that have none. */
const ELSEWHERE = ['containers.md', 'point-in-time-recovery.md'];

test('every command of the pages for hosts is run by npm run prove:host', () => {
  const pairs = Object.entries(PAGES).flatMap(([page, steps]) => paired(page, blocksOf(page), steps));
  expect(pairs.length).toBeGreaterThan(20);
  expect(new Set(pairs.map(({ step }) => step.holds)).size).toBe(pairs.length);
  expect(paired('containers.md', blocksOf('containers.md'), CONTAINER_STEPS).length).toBeGreaterThan(5);
  const run = [...Object.keys(PAGES), ...ELSEWHERE];
  expect(pages.filter((page) => blocksOf(page).length > 0).toSorted()).toEqual(run.toSorted());
});

test('a command without a step is reported, wherever it stands', () => {
  const steps = PAGES['backup.md'] ?? [];
  const commands = blocksOf('backup.md');
  expect(() => paired('backup.md', [...commands, 'framme dance\n'], steps)).toThrow('framme dance');
  expect(() => paired('backup.md', ['framme dance\n', ...commands], steps)).toThrow('framme dance');
});

test('a step whose command is gone is reported', () => {
  expect(() => paired('backup.md', blocksOf('backup.md').slice(0, -1), PAGES['backup.md'] ?? [])).toThrow(
    'ends',
  );
});

test('the commands of a list are found without its indentation, those of other languages are not', () => {
  const fence = '```';
  const text = `- a\n  ${fence}sh\n  one\n    two\n  ${fence}\n\n${fence}ini\n[three]\n${fence}\n`;
  expect(commandsOf(text)).toEqual(['one\n  two\n']);
});

test('twelve commands lead to the first check-in over https, on a page of at most 150 lines', () => {
  const toHttps = blocksOf('install.md').slice(0, 5);
  expect(toHttps.at(-1)).toContain('systemctl restart caddy');
  const count = toHttps.reduce((sum, block) => sum + countCommands(block), 0);
  expect(count).toBeGreaterThan(5);
  expect(count).toBeLessThanOrEqual(12);
  expect(read('docs/hosting/install.md').split('\n').length).toBeLessThanOrEqual(150);
});

test('a here document and a continued line are one command, joined commands are several', () => {
  expect(countCommands("cat >> a <<'END'\nb\nc\nEND\nd \\\n  e\nf && g\n")).toBe(4);
});

test('the page of settings is what npm run settings makes of .env.example', () => {
  expect(read('docs/hosting/settings.md')).toBe(settingsPage(read('.env.example')));
});

test('the table of contents leads to every page for hosts', () => {
  const contents = read('docs/hosting/README.md');
  expect(pages.filter((page) => page !== 'README.md' && !contents.includes(`(${page})`))).toEqual([]);
});

test('a sentence for a host names a page that is there, and commands as this machine has them', () => {
  const sources = globSync('{server,scripts,deploy}/**/*.{ts,sh,yaml}', { cwd: ROOT }).filter(
    (path) => !/\.test\.ts$|command-name\.ts$/.test(path),
  );
  const texts = sources.map(read);
  const named = texts.join().matchAll(/docs\/hosting\/[\w-]+\.md/g);
  expect([...named].map(([page]) => page).filter((page) => !existsSync(join(ROOT, page)))).toEqual([]);
  expect(sources.filter((_, index) => texts[index]?.includes('npm run framme'))).toEqual([]);
});

test.each([
  [undefined, '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  [' 0.0.0.0 ', '127.0.0.1'],
  ['127.0.0.2', '127.0.0.2'],
  ['localhost', '127.0.0.1'],
  ['::', '::1'],
  ['::1', '::1'],
])('with HOST=%s the health check of the image asks %s', async (host, at) => {
  const [, command = ''] = /HEALTHCHECK.*\\\n\s+CMD (\[.*\])/.exec(read('deploy/Dockerfile')) ?? [];
  const [, ...args] = JSON.parse(command) as string[];
  const asked: string[] = [];
  let status = 200;
  const server = createServer(({ url }, response) => {
    asked.push(String(url));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, at, resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const check = async () => {
    const env = { ...process.env, PORT: `${port}\r`, HOST: host };
    const [code] = await once(spawn(process.execPath, args, { env, stdio: 'inherit' }), 'exit');
    return code;
  };
  expect(await check()).toBe(0);
  status = 503;
  expect([await check(), asked]).toEqual([1, ['/readyz', '/readyz']]);
});
