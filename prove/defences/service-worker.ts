import { type Defence, guarded } from './defence.ts';

const WORKER = 'client/worker/service-worker.ts';
const NEWEST = 'client/worker/load-newest.ts';
const PAGES = 'client/worker/answered-pages.ts';
const UPDATE =
  'an update fetches only what changed, waits for a word, and keeps the files of the version before';

/** Makes a defence that a unit test beside the service worker guards. */
function inWorker(
  name: string,
  [file, from, to]: [file: string, from: string, to: string],
  test: string,
): Defence {
  const isPages = test.includes('asks for the server');
  const guard = isPages ? 'client/worker/answered-pages.test.ts' : 'client/worker/service-worker.test.ts';
  return { name, patch: [{ file, from, to }], guard: { project: 'unit', file: guard, test } };
}

const NOTIFICATIONS = 'client/worker/notifications.test.ts';

/** Makes a defence of what the service worker shows and opens. */
function inNotifications(name: string, [from, to]: [from: string, to: string], test: string): Defence {
  const guard = { project: 'unit', file: NOTIFICATIONS, test } as const;
  return { name, patch: [{ file: WORKER, from, to }], guard };
}

/** The files that the service worker stores, the pages it answers, what it shows, and replies that are not of the server. */
export const serviceWorkerDefences: readonly Defence[] = [
  inWorker(
    'service worker: a redirected reply is not stored',
    [WORKER, ' || reply.redirected', ''],
    'if a file is redirected',
  ),
  inWorker(
    'service worker: an error is not stored',
    [WORKER, 'reply.status !== 200 || ', ''],
    'if a file is missing',
  ),
  inWorker(
    'service worker: a page in the place of a file is not stored',
    [WORKER, "return type.includes('javascript')", 'return true'],
    'if a file is a page of a proxy',
  ),
  inWorker(
    'service worker: the shell is that of its own build',
    [WORKER, ' || !listed.every((file) => assets.includes(file))', ''],
    'if the shell is that of another build',
  ),
  inWorker(
    'service worker: a version is stored whole or not at all',
    [WORKER, '    await caches.delete(CACHE);\n', ''],
    'if the server is gone',
  ),
  inWorker(
    'update: a page that is too old is not reloaded over something typed',
    [NEWEST, '(isAgain() || !mayReload())', 'isAgain()'],
    'that is too old activates the version that waits, and reloads once nothing typed would be lost',
  ),
  inWorker(
    'update: a page that is too old activates the version that waits',
    [
      NEWEST,
      "const result = await activateNewest();\n  if (result === 'failed'",
      "const result: string = 'newest';\n  if (result === 'failed'",
    ],
    'that is too old activates the version that waits, and reloads once nothing typed would be lost',
  ),
  inWorker(
    'update: a page that no version makes newer does not reload again and again',
    [NEWEST, "result === 'newest' && Math.abs", "result === 'failed' && Math.abs"],
    'that is too old where no other version is found reloads at once, and again after a minute',
  ),
  inWorker(
    'service worker: a new version waits',
    [WORKER, 'waitUntil(install())', 'waitUntil(install().then(() => self.skipWaiting()))'],
    UPDATE,
  ),
  inWorker(
    'service worker: open tabs keep the files of the version before',
    [WORKER, 'others.filter((name) => name !== former).map(', 'others.map('],
    UPDATE,
  ),
  inWorker(
    'service worker: a version that never ran does not push out the one that runs',
    [WORKER, 'others.find((_name, index) => marks[index])', 'others.at(-1)'],
    'the files of the version that ran stay, though another one waited in between and never did',
  ),
  inWorker(
    'service worker: a wrong file does not stay',
    [WORKER, 'reply && isFile(address, reply)', 'reply'],
    'a wrong reply in the place of a file is neither shown nor copied into the next version',
  ),
  inWorker(
    'service worker: a network that hangs shows no blank page',
    [WORKER, 'Promise.race([reply, late])', 'reply'],
    'a public page comes from the device too if the network hangs',
  ),
  inWorker(
    'service worker: it answers listed pages alone',
    [PAGES, 'ANSWERED_PAGES[page as PagePath] : undefined', "ANSWERED_PAGES[page as PagePath] : 'network'"],
    'a page that it does not know is left to the browser',
  ),
  inWorker(
    'service worker: there is a way past it',
    [PAGES, 'searchParams.has(FROM_SERVER) || ', ''],
    'an address that asks for the server gets it',
  ),
  inWorker(
    'service worker: turned off, it is removed',
    ['client/worker/remove-worker.ts', '  await self.registration.unregister();\n', ''],
    'the worker that removes the other one leaves no registration and none of our caches',
  ),
  inNotifications(
    'service worker: a message without words is shown too',
    ["typeof title === 'string' && title !== ''", 'told'],
    'a message is shown in any case, also with no title',
  ),
  inNotifications(
    'service worker: a message that cannot be read is shown too',
    ['  } catch {\n    // Shown without words, below.\n  }', '  } finally {\n  }'],
    'a message is shown in any case, also with no JSON',
  ),
  inNotifications(
    'service worker: a press opens our own origin alone',
    ['asked.origin === origin', 'asked'],
    'a press opens the dashboard, and never another origin',
  ),
  inNotifications(
    'service worker: a press never leads into a page for somebody else',
    ["windows.filter(({ url }) => answerTo(new URL(url), base) === 'device')", 'windows'],
    'a press opens the dashboard if only pages for somebody else are open',
  ),
  inNotifications(
    'service worker: other words ring again',
    ['...(renotify && { renotify })', '...{}'],
    'other words in the place of former ones ring again; a message that comes twice does not',
  ),
  guarded(
    'service worker: a changed setting is an update',
    ['server/pages/serve-worker.ts', '[...version, script]', '[script]'],
    [
      'server/pages/serve-worker.test.ts',
      'another setting of the host is another version, the same settings are the same one',
    ],
  ),
  {
    name: 'calls: a redirect of a proxy is no answer of the server',
    patch: [
      {
        file: 'client/data/wire/calls.ts',
        from: "throw new CallFailed('offline', { reason: 'intercepted' })",
        to: "throw new CallFailed('offline')",
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/wire/calls.test.ts',
      test: 'a redirect comes from something between the phone and the server',
    },
  },
  {
    name: 'download: a page of a portal is not the family’s data',
    patch: [{ file: 'client/data/wire/download.ts', from: '!isFile(response)', to: '!response.ok' }],
    guard: {
      project: 'unit',
      file: 'client/data/wire/calls.test.ts',
      test: 'a page of a portal is not saved as the family’s data',
    },
  },
];
