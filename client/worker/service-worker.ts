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

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));

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

/** The words of a message (server/push/push.ts); a declarative one, which some browsers show without this script. */
interface Told extends NotificationOptions {
  title: string;
  /** The address that a press opens. */
  navigate: string;
  /** The zone of the time in its words. */
  zone?: { name: string; offset: number };
}

/** Shows something in any case: a browser ends the subscription of one that keeps silent. Open pages look anew. */
async function show(data: PushMessageData | null): Promise<void> {
  const { title, navigate, zone, ...told } = toldIn(data);
  if (zone && zone.offset !== new Date().getTimezoneOffset())
    told.body = told.body ? `${told.body} (${zone.name})` : zone.name;
  const shown = told.tag ? await self.registration.getNotifications({ tag: told.tag }) : [];
  // Other words in the place of former ones ring again; a message that came twice does not.
  const renotify = shown.some((one) => one.title !== title || one.body !== (told.body ?? ''));
  const options = { ...told, ...(renotify && { renotify }), data: { navigate } };
  await self.registration.showNotification(title, options);
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage('told');
}

function toldIn(data: PushMessageData | null): Told {
  try {
    const { title, ...told } = Object(data?.json().notification);
    if (typeof title === 'string' && title !== '') return { ...told, title };
  } catch {
    // Shown without words, below.
  }
  return { title: 'Framme', navigate: SHELL };
}

/** Brings the app to the front where it is open, also with a form that is half filled in, or opens it. */
async function open(notification: Notification): Promise<void> {
  notification.close();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = windows.filter(({ url }) => answerTo(new URL(url), base) === 'device');
  const first = own.find(({ visibilityState }) => visibilityState === 'visible') ?? own[0];
  const opened = first && (await first.focus().catch(() => undefined));
  if (!opened) await self.clients.openWindow(addressOf(notification.data));
}

/** Returns an address of our own origin, whatever the message says. */
function addressOf(data: unknown): string {
  const { origin } = self.location;
  try {
    const { navigate = SHELL } = Object(data);
    const asked = new URL(navigate, origin);
    if (asked.origin === origin) return asked.href;
  } catch {
    // No address: the board, as for one of another origin.
  }
  return origin + SHELL;
}
