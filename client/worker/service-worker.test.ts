import { afterEach, describe, expect, test, vi } from 'vitest';
import { MemoryCaches, WorkerScope } from '#tests/support/browser/worker-scope.ts';

const FILES = ['/assets/app-1a2b.js', '/assets/app-1a2b.css'];
const SHELL = '<script src="/assets/app-1a2b.js"></script>';
const build = (id: string, assets = FILES) => ({ id, base: '', shell: '/dashboard', assets });

/** The honest server of a build. */
const answer = (path: string) => new Response(path === '/dashboard' ? SHELL : `contents of ${path}`);
const html = () => new Response('log in', { headers: { 'content-type': 'text/html; charset=utf-8' } });
const redirected = () => Object.defineProperty(new Response('log in'), 'redirected', { value: true });

afterEach(() => vi.unstubAllGlobals());

async function start(id = 'one', caches = new MemoryCaches()): Promise<WorkerScope> {
  const worker = await new WorkerScope(caches).run('service-worker', build(id));
  worker.answer = answer;
  return worker;
}

async function installed(id = 'one', caches = new MemoryCaches()): Promise<WorkerScope> {
  const worker = await start(id, caches);
  await worker.send('install');
  await worker.send('activate');
  return worker;
}

const textOf = async (reply: Promise<Response> | undefined) => (await reply)?.text();

test('a version is stored with its shell and every file, and takes over the pages that have none', async () => {
  const worker = await installed();
  expect([...(worker.caches.stored.get('framme-one')?.keys() ?? [])].sort()).toEqual(
    [...FILES, '/dashboard'].sort(),
  );
  expect(worker.clients.claim).toHaveBeenCalledOnce();
  expect(worker.skipWaiting).not.toHaveBeenCalled();
});

describe('nothing is stored of a version', () => {
  test.each([
    ['a file is missing', FILES[0], () => new Response('', { status: 404 })],
    ['a file is redirected', FILES[0], redirected],
    ['a file is a page of a proxy', FILES[0], html],
    ['the shell is redirected', '/dashboard', redirected],
    ['the shell is an error', '/dashboard', () => new Response(SHELL, { status: 503 })],
    ['the shell is a page of a proxy', '/dashboard', html],
    ['the shell is that of another build', '/dashboard', () => new Response('"/assets/app-9z9z.js"')],
    ['the server is gone', '/dashboard', () => Promise.reject(new TypeError('network'))],
  ])('if %s', async (_name, path, reply) => {
    const worker = await start();
    worker.answer = (asked) => (asked === path ? reply() : answer(asked));
    await expect(worker.send('install')).rejects.toThrow();
    expect(worker.caches.stored.size).toBe(0);
  });
});

test('a parent’s page comes from the device, whatever the server does', async () => {
  const worker = await installed();
  worker.answer = () => Promise.reject(new TypeError('network'));
  expect(await textOf(worker.ask('/history?from=home'))).toBe(SHELL);
  expect(await textOf(worker.ask('/assets/app-1a2b.js', { mode: 'cors' }))).toBe(
    'contents of /assets/app-1a2b.js',
  );
});

test('a public page comes from the server, and from the device if that fails', async () => {
  const worker = await installed();
  worker.answer = () => new Response('about us');
  expect(await textOf(worker.ask('/about'))).toBe('about us');
  worker.answer = () => new Response('bad gateway', { status: 502 });
  expect(await textOf(worker.ask('/about'))).toBe(SHELL);
  worker.answer = () => Promise.reject(new TypeError('network'));
  expect(await textOf(worker.ask('/about'))).toBe(SHELL);
  expect(worker.caches.stored.get('framme-one')?.has('/about')).toBe(false);
});

test.each([
  ['a call', '/api/sync', { mode: 'cors', method: 'POST' }],
  ['a call by GET', '/api/who-am-i', { mode: 'cors' }],
  ['a provider’s callback', '/api/providers/google/callback', {}],
  ['a form', '/dashboard', { method: 'POST' }],
  ['a page that it does not know', '/visit', {}],
  ['a page asked for from the server', '/dashboard?from-server=', {}],
  ['the icon', '/icon.svg', { mode: 'no-cors' }],
  ['another site', 'https://elsewhere.example.org/dashboard', {}],
])('%s is left to the browser', async (_name, address, request) => {
  const worker = await installed();
  expect(worker.ask(address, request)).toBeUndefined();
});

test('if the browser removed what was stored, the server is asked', async () => {
  const worker = await installed();
  worker.caches.stored.clear();
  expect(await textOf(worker.ask('/dashboard'))).toBe(SHELL);
  expect(await textOf(worker.ask('/assets/app-1a2b.js', { mode: 'cors' }))).toContain('contents');
});

test('an update fetches only what changed, waits for a word, and keeps the files of the version before', async () => {
  const { caches } = await installed('one');
  const worker = await new WorkerScope(caches).run(
    'service-worker',
    build('two', ['/assets/app-1a2b.css', '/assets/app-3c4d.js']),
  );
  const asked: string[] = [];
  worker.answer = (path) => {
    asked.push(path);
    return new Response(path === '/dashboard' ? '"/assets/app-3c4d.js"' : 'newer');
  };
  await worker.send('install');
  expect(asked.sort()).toEqual(['/assets/app-3c4d.js', '/dashboard']);
  expect(worker.skipWaiting).not.toHaveBeenCalled();
  worker.message('anything else');
  expect(worker.skipWaiting).not.toHaveBeenCalled();
  worker.message('activate');
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
  await worker.send('activate');
  expect(await textOf(worker.ask('/dashboard'))).toBe('"/assets/app-3c4d.js"');
  expect(await textOf(worker.ask('/assets/app-1a2b.js', { mode: 'cors' }))).toContain('contents');

  await caches.open('of-another-app');
  await installed('three', caches);
  expect(await caches.keys()).toEqual(['framme-two', 'of-another-app', 'framme-three']);
});

test('the worker that removes the other one leaves no registration and none of our caches', async () => {
  const { caches } = await installed();
  await caches.open('of-another-app');
  const worker = await new WorkerScope(caches).run('remove-worker');
  await worker.send('install');
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
  await worker.send('activate');
  expect(await caches.keys()).toEqual(['of-another-app']);
  expect(worker.registration.unregister).toHaveBeenCalledOnce();
});
