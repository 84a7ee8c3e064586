import { type ActiveMark, answerTo } from './answered-pages.ts';

/** The first line of the script, which the server writes (server/pages/serve-worker.ts). */
interface Build {
  /** Names the build, the host's settings and the headers: another id is an update. */
  id: string;
  /** The path below which the server answers, '' for the root. */
  base: string;
  /** The page whose document is the app shell of all pages. */
  shell: string;
  /** The files of the build that pages load, in all languages. */
  assets: readonly string[];
}

declare const self: ServiceWorkerGlobalScope & { BUILD: Build };

const { id, base, shell, assets } = self.BUILD;
const PREFIX = 'framme-';
const CACHE = PREFIX + id;
const SHELL = base + shell;
/** An entry in the cache of the active version alone. */
const ACTIVE: ActiveMark = '/active';
/** The longest wait for a public page, in ms; a network that hangs answers nothing. */
const LONGEST_WAIT = 4000;
/** Documents differ by language and cookie; the app finds the language out itself. */
const ANY = { ignoreVary: true };
/** This version's cache. */
let opened: Promise<Cache> | undefined;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode !== 'navigate') {
    if (url.pathname.startsWith(`${base}/assets/`)) event.respondWith(fileFor(request));
    return;
  }
  const answer = answerTo(url, base);
  if (answer === 'device') event.respondWith(shellFor(request));
  if (answer === 'network') event.respondWith(pageFor(request));
});

/** Stores the whole build, or nothing: a version whose files are incomplete is never used. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all([storeShell(cache), ...assets.map((file) => storeFile(cache, base + file))]);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Only the app shell of this very build counts: a proxy's log-in page or another build's document lists other files. */
async function storeShell(cache: Cache): Promise<void> {
  const reply = await fetch(SHELL, { cache: 'no-cache', priority: 'low' });
  const listed = (await reply.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  if (listed.length === 0 || !listed.every((file) => assets.includes(file))) throw new Error('another shell');
  await store(cache, SHELL, reply);
}

/** The name of a file contains a hash of its contents, so one from another version is the same. */
async function storeFile(cache: Cache, address: string): Promise<void> {
  const sources = [
    () => caches.match(address, ANY),
    () => fetch(address, { priority: 'low' }),
    // The browser's own cache may hold what a proxy answered once.
    () => fetch(address, { priority: 'low', cache: 'reload' }),
  ];
  for (const source of sources) {
    const reply = await source();
    if (reply && isFile(address, reply)) return store(cache, address, reply);
  }
  throw new Error(`no file: ${address}`);
}

/** A wrong reply in the place of a file would stay until its name changes. */
function isFile(address: string, { headers }: Response): boolean {
  const type = headers.get('content-type') ?? '';
  if (address.endsWith('.js')) return type.includes('javascript');
  if (address.endsWith('.css')) return type.startsWith('text/css');
  return /^(image|font)\//.test(type);
}

async function store(cache: Cache, address: string, reply: Response): Promise<void> {
  if (reply.status !== 200 || reply.redirected) throw new Error(`${reply.status}: ${address}`);
  await cache.put(address, reply);
}

/** Keeps the files of the version that was active before, which open tabs may still need; others waited and never ran. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const marks = await Promise.all(others.map((name) => caches.match(ACTIVE, { cacheName: name })));
  const former = others.find((_name, index) => marks[index]);
  if (former !== undefined) {
    await Promise.all(others.filter((name) => name !== former).map((name) => caches.delete(name)));
    await (await caches.open(former)).delete(ACTIVE);
  }
  await (await caches.open(CACHE)).put(ACTIVE, new Response());
  await self.clients.claim();
}

/** Opened once: a start asks for some twenty files, and to find the cache anew for each takes a third of the time. */
function ownCache(): Promise<Cache> {
  opened ??= caches.open(CACHE).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function fileFor(request: Request): Promise<Response> {
  const own = await (await ownCache()).match(request.url, ANY);
  const stored = own ?? (await caches.match(request.url, ANY));
  return stored && isFile(new URL(request.url).pathname, stored) ? stored : fetch(request);
}

/** The browser may have removed the cache. */
async function shellFor(request: Request): Promise<Response> {
  return (await storedShell()) ?? fetch(request);
}

async function storedShell(): Promise<Response | undefined> {
  return (await ownCache()).match(SHELL, ANY);
}

/** A gateway whose server is down answers too, with an error of its own; a network that hangs does not answer at all. */
async function pageFor(request: Request): Promise<Response> {
  const reply = fetch(request).catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LONGEST_WAIT));
  const first = await Promise.race([reply, late]);
  if (first && first.status < 500) return first;
  return (await storedShell()) ?? (await reply) ?? fetch(request);
}
