import { afterEach, describe, expect, test, vi } from 'vitest';
import { MemoryCaches, WorkerScope } from '#tests/support/browser/worker-scope.ts';

const FILES = ['/assets/app-1a2b.js', '/assets/app-1a2b.css'];
const SHELL = '<script src="/assets/app-1a2b.js"></script>';
const build = (id: string, assets = FILES) => ({ id, base: '', shell: '/dashboard', assets });

/** A reply of an honest server: its type is that of the address. */
const file = (path: string, text: string, status = 200) =>
  new Response(text, {
    status,
    headers: { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/css; charset=utf-8' },
  });
/** The honest server of a build. */
const answer = (path: string) => file(path, path === '/dashboard' ? SHELL : `contents of ${path}`);
const html = () => new Response('log in', { headers: { 'content-type': 'text/html; charset=utf-8' } });
const busy = () => Response.json({ error: 'busy' });
const redirected = () => Object.defineProperty(file('/a.js', SHELL), 'redirected', { value: true });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

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
    [...FILES, '/active', '/dashboard'].sort(),
  );
  expect(worker.clients.claim).toHaveBeenCalledOnce();
  expect(worker.skipWaiting).not.toHaveBeenCalled();
});

describe('nothing is stored of a version', () => {
  test.each([
    ['a file is missing', FILES[0], () => file('/a.js', '', 404)],
    ['a file is redirected', FILES[0], redirected],
    ['a file is a page of a proxy', FILES[0], html],
    ['a script is something else', FILES[0], busy],
    ['a style sheet is something else', FILES[1], busy],
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

test('a public page comes from the device too if the network hangs', async () => {
  vi.useFakeTimers();
  const worker = await installed();
  worker.answer = () => new Promise(() => undefined);
  const page = textOf(worker.ask('/'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await Promise.race([page, 'blank'])).toBe(SHELL);
});

test('a wrong reply in the place of a file is neither shown nor copied into the next version', async () => {
  const { caches } = await installed('one');
  caches.stored.get('framme-one')?.set('/assets/app-1a2b.js', busy());
  const worker = await start('two', caches);
  let asked = 0;
  // The browser's own cache holds the wrong file as well.
  worker.answer = (path) => (path === '/assets/app-1a2b.js' && asked++ === 0 ? busy() : answer(path));
  await worker.send('install');
  const copied = await caches.match('/assets/app-1a2b.js', { cacheName: 'framme-two' });
  expect(await copied?.clone().text()).toContain('contents');
  worker.answer = () => Promise.reject(new TypeError('no network'));
  expect(await textOf(worker.ask('/assets/app-1a2b.js', { mode: 'cors' }))).toContain('contents');
});

test('the files of the version that ran stay, though another one waited in between and never did', async () => {
  const { caches } = await installed('one');
  await (await start('two', caches)).send('install');
  await installed('three', caches);
  expect(await caches.keys()).toEqual(['framme-one', 'framme-three']);
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

test('a storage that fails once is asked again for the next file', async () => {
  const worker = await installed();
  const open = vi.spyOn(worker.caches, 'open').mockRejectedValueOnce(new Error('busy'));
  const ask = () => worker.ask('/assets/app-1a2b.js', { mode: 'cors' });
  await expect(ask()).rejects.toThrow('busy');
  expect(await textOf(ask())).toContain('contents');
  expect(await textOf(ask())).toContain('contents');
  expect(open).toHaveBeenCalledTimes(2);
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
    return file(path, path === '/dashboard' ? '"/assets/app-3c4d.js"' : 'newer');
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

describe('a page', () => {
  type Waiting = EventTarget & { state: string; postMessage(data: string): void };

  /** A page whose registration has this worker waiting, and no newer one. */
  function browserWith(waiting: Waiting | null) {
    const container = Object.assign(new EventTarget(), { controller: {} as object | null, ready: true });
    const update = async () => undefined;
    const registration = Object.assign(new EventTarget(), { waiting, installing: null, update });
    const location = { href: 'https://framme.example.org/dashboard', reload: vi.fn(), assign: vi.fn() };
    const get = async () => registration;
    Object.assign(container, { register: get, getRegistration: get });
    vi.stubGlobal('navigator', { serviceWorker: container });
    vi.stubGlobal('window', { location, history: { replaceState: vi.fn() } });
    vi.stubGlobal('document', new EventTarget());
    vi.stubEnv('PROD', true);
    return { location, container };
  }

  const waiting = () => Object.assign(new EventTarget(), { state: 'installed', postMessage: vi.fn() });

  test('is offered a version that waits; one that waits for a worker that removed itself is activated', async () => {
    const { followWorker } = await import('./worker-registration.ts');
    const offered = vi.fn();
    const follow = async (caches: MemoryCaches) => {
      const worker = waiting();
      browserWith(worker);
      vi.stubGlobal('caches', caches);
      await followWorker({ serviceWorker: 'on' } as never, offered, new AbortController().signal);
      await expect.poll(() => offered.mock.calls.length + worker.postMessage.mock.calls.length).toBe(1);
      return worker;
    };
    const { caches } = await installed();
    expect((await follow(caches)).postMessage).not.toHaveBeenCalled();
    offered.mockClear();
    expect((await follow(new MemoryCaches())).postMessage).toHaveBeenCalledWith('activate');
  });

  test('is not offered a first version that takes it over meanwhile', async () => {
    const { followWorker } = await import('./worker-registration.ts');
    const { container } = browserWith(waiting());
    container.controller = null;
    // Asked for the mark while the worker becomes active.
    const match = async () => {
      container.controller = {};
      return new Response();
    };
    vi.stubGlobal('caches', { match });
    const offered = vi.fn();
    await followWorker({ serviceWorker: 'on' } as never, offered, new AbortController().signal);
    await new Promise((resolve) => setTimeout(resolve));
    expect(offered).not.toHaveBeenCalled();
  });

  test.each([
    ['nothing answers', () => Promise.reject(new TypeError('network')), 'reload'],
    ['a gateway has lost its server', async () => new Response('', { status: 502 }), 'reload'],
    ['a proxy asks for a log-in', async () => ({ type: 'opaqueredirect', status: 0 }), 'assign'],
  ] as const)('whose new version could not be stored: %s', async (_name, answer, done) => {
    const { loadNewest } = await import('./load-newest.ts');
    const { location } = browserWith(Object.assign(waiting(), { state: 'redundant' }));
    vi.stubGlobal('fetch', answer);
    await loadNewest();
    expect([location.reload.mock.calls.length, location.assign.mock.calls.length]).toEqual(
      done === 'reload' ? [1, 0] : [0, 1],
    );
  });

  test('that is too old activates the version that waits, and reloads once nothing typed would be lost', async () => {
    const { leaveOldPage } = await import('./load-newest.ts');
    const next = waiting();
    const { location, container } = browserWith(next);
    next.postMessage = vi.fn(() => container.dispatchEvent(new Event('controllerchange')));
    let isTyping = true;
    vi.useFakeTimers();
    const left = leaveOldPage(() => !isTyping, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(next.postMessage).toHaveBeenCalledWith('activate');
    expect(location.reload).not.toHaveBeenCalled();
    isTyping = false;
    await vi.advanceTimersByTimeAsync(1000);
    await left;
    vi.useRealTimers();
    expect(location.reload).toHaveBeenCalledOnce();
  });

  test('that is too old where no other version is found reloads at once, and again after a minute', async () => {
    const { leaveOldPage } = await import('./load-newest.ts');
    const { location } = browserWith(null);
    const { history } = window;
    vi.mocked(history.replaceState).mockImplementation((state) => Object.assign(history, { state }));
    vi.useFakeTimers();
    const leave = () => leaveOldPage(() => true, new AbortController().signal);
    await leave();
    expect(location.reload).toHaveBeenCalledTimes(1);
    const again = leave();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(location.reload).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    await again;
    vi.useRealTimers();
    expect(location.reload).toHaveBeenCalledTimes(2);
  });
});
