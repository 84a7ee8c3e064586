import { type ActiveMark, answerTo } from './offline-pages.ts';

/** The script's first line, written by the server (server/pages/static-files.ts). */
interface Build {
  /** Covers the build, the operator's settings and the headers: another id is an update. */
  id: string;
  base: string;
  /** The page whose document is every page's app shell. */
  shell: string;
  assets: readonly string[];
}

declare const self: ServiceWorkerGlobalScope & { BUILD: Build };

const { id, base, shell, assets } = self.BUILD;
const PREFIX = 'framme-';
const CACHE = PREFIX + id;
const SHELL = base + shell;
/** Only in the active version's cache. */
const ACTIVE: ActiveMark = '/active';
/** Longest wait for a public page, in ms; a network may hang. */
const LONGEST_WAIT = 4000;
/** Documents vary by language and cookie; the app detects the language itself. */
const ANY = { ignoreVary: true };
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

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));

/** All or nothing: an incomplete version is never used. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all([storeShell(cache), ...assets.map((file) => storeFile(cache, base + file))]);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Only this build's shell counts: a proxy's log-in page or another build lists other files. */
async function storeShell(cache: Cache): Promise<void> {
  const reply = await fetch(SHELL, { cache: 'no-cache', priority: 'low' });
  const listed = (await reply.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  if (listed.length === 0 || !listed.every((file) => assets.includes(file))) throw new Error('another shell');
  await store(cache, SHELL, reply);
}

/** Names contain a content hash, so another version's copy is identical. */
async function storeFile(cache: Cache, address: string): Promise<void> {
  const sources = [
    () => caches.match(address, ANY),
    () => fetch(address, { priority: 'low' }),
    // The browser's cache may hold a proxy's reply.
    () => fetch(address, { priority: 'low', cache: 'reload' }),
  ];
  for (const source of sources) {
    const reply = await source();
    if (reply && isFile(address, reply)) return store(cache, address, reply);
  }
  throw new Error(`no file: ${address}`);
}

/** A wrong reply stored for a file would stay until its name changes. */
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

/** Keeps the previous active version's files for open tabs; the others never ran. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const marks = await Promise.all(others.map((name) => caches.match(ACTIVE, { cacheName: name })));
  const previous = others.find((_name, index) => marks[index]);
  if (previous !== undefined) {
    await Promise.all(others.filter((name) => name !== previous).map((name) => caches.delete(name)));
    await (await caches.open(previous)).delete(ACTIVE);
  }
  await (await caches.open(CACHE)).put(ACTIVE, new Response());
  await self.clients.claim();
}

/** Opened once: a start needs about twenty files, and reopening takes a third of the time. */
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

/** A gateway without its server replies with an error; a hanging network never replies. */
async function pageFor(request: Request): Promise<Response> {
  const reply = fetch(request).catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LONGEST_WAIT));
  const first = await Promise.race([reply, late]);
  if (first && first.status < 500) return first;
  return (await storedShell()) ?? (await reply) ?? fetch(request);
}

/** Declarative push message (server/push/push.ts); some browsers show it without this script. */
interface PushMessage extends NotificationOptions {
  title: string;
  navigate: string;
  /** Zone of the time in the text. */
  zone?: { name: string; offset: number };
}

/** Always shows something: browsers end the subscription of a silent worker. Open pages reload their data. */
async function show(data: PushMessageData | null): Promise<void> {
  const { title, navigate, zone, ...options } = messageIn(data);
  if (zone && zone.offset !== new Date().getTimezoneOffset())
    options.body = options.body ? `${options.body} (${zone.name})` : zone.name;
  const shown = options.tag ? await self.registration.getNotifications({ tag: options.tag }) : [];
  // A changed text alerts again; a repeated message does not.
  const renotify = shown.some((one) => one.title !== title || one.body !== (options.body ?? ''));
  await self.registration.showNotification(title, {
    ...options,
    ...(renotify && { renotify }),
    data: { navigate },
  });
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage('notified');
}

function messageIn(data: PushMessageData | null): PushMessage {
  try {
    const { title, ...options } = Object(data?.json().notification);
    if (typeof title === 'string' && title !== '') return { ...options, title };
  } catch {
    // Shown without words, below.
  }
  return { title: 'Framme', navigate: SHELL };
}

/** Focuses an open app without a reload, since a form may be half filled in; else opens one. */
async function open(notification: Notification): Promise<void> {
  notification.close();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = windows.filter(({ url }) => answerTo(new URL(url), base) === 'device');
  const first = own.find(({ visibilityState }) => visibilityState === 'visible') ?? own[0];
  const opened = first && (await first.focus().catch(() => undefined));
  if (!opened) await self.clients.openWindow(addressOf(notification.data));
}

/** Only our own origin, whatever the message says. */
function addressOf(data: unknown): string {
  const { origin } = self.location;
  try {
    const { navigate = SHELL } = Object(data);
    const asked = new URL(navigate, origin);
    if (asked.origin === origin) return asked.href;
  } catch {
    // No address: the board, as for another origin.
  }
  return origin + SHELL;
}
