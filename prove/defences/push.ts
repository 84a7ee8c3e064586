import { type Defence, guarded } from './defence.ts';

const test = (name: string) => `server/push/${name}.test.ts`;
const [ALERTS, TAPS, CALLS, SENDER] = [test('alerts'), test('taps'), test('calls'), test('sender')];
const FAIRNESS = test('fairness');
const [NEWS, PUSH, WORKER] = ['server/push/news.ts', 'server/push/push.ts', 'server/push/alert-worker.ts'];
const SQLITE = 'server/store/sqlite/sqlite.test.ts';

/** Alerts to a family's own devices (docs/decisions/0049-told-in-the-pocket.md). */
export const pushDefences: readonly Defence[] = [
  guarded(
    'push: all messages are of one length',
    ['server/push/encrypt.ts', 'Math.max(length, text.length + 1)', 'Math.max(length * 0, text.length + 1)'],
    [
      'server/push/encrypt.test.ts',
      'two hundred messages are opened by their browser and no other, and all are of one length',
    ],
  ),
  guarded(
    'push: a token lives for twelve hours at most',
    ['server/push/vapid.ts', 'TOKEN_LIFE_MS = 12 * HOUR_MS', 'TOKEN_LIFE_MS = 13 * HOUR_MS'],
    [
      'server/push/vapid.test.ts',
      'an origin has one token, which is made anew before it ends, and none lives longer than twelve hours',
    ],
  ),
  guarded(
    'push: a subscription is of a service of the list when it is saved',
    ['server/push/calls.ts', '!push.isOfService(endpoint)', 'endpoint.length === 0'],
    [CALLS, 'what is no subscription at a push service of the host is refused, and a listener hears nothing'],
  ),
  guarded(
    'push: an endpoint has one spelling',
    ['server/push/calls.ts', ' || !isAsBrowsersSpell(endpoint)', ''],
    [CALLS, 'what is no subscription at a push service of the host is refused, and a listener hears nothing'],
  ),
  guarded(
    'push: and when a message is sent',
    ['server/push/sender.ts', '!isOfService(services, endpoint)', '!URL.canParse(endpoint)'],
    [SENDER, 'an endpoint that is of no service any more is refused, and a listener there hears nothing'],
  ),
  guarded(
    'push: no redirect is followed',
    ['server/push/sender.ts', "redirect: 'manual'", "redirect: 'follow'"],
    [SENDER, 'a redirect is refused, and nobody hears of it where it leads'],
  ),
  guarded(
    'push: a host that only ends alike is of no service',
    [
      'server/config/push-services.ts',
      "name.startsWith('.') ? url.hostname.endsWith(name)",
      "name.startsWith('.') ? url.hostname.endsWith(name.slice(1))",
    ],
    [SENDER, 'https://evilpush.services.mozilla.com/a is of a push service: false'],
  ),
  guarded(
    'push: a service by another protocol is none',
    ['server/config/push-services.ts', "url.protocol !== 'https:' || ", ''],
    [SENDER, 'ftp://fcm.googleapis.com/a is of a push service: false'],
  ),
  guarded(
    'push: each family has one alert in a round',
    [WORKER, 'free, [...others])', 'free, telling)'],
    [
      FAIRNESS,
      'families that are told sooner than the next look at the queue let another family have its turn too',
    ],
  ),
  guarded(
    'push: a family whose push service hangs leaves its place',
    [WORKER, 'setTimeout(leave, LEAVES_PLACE_MS)', 'setTimeout(leave, 60 * LEAVES_PLACE_MS)'],
    [FAIRNESS, 'families that all have a device at a push service that hangs hold up no other family'],
  ),
  guarded(
    'push: an alert is leased for a short time',
    [WORKER, 'LEASE_MS = 2.5 * ANSWER_MS', 'LEASE_MS = 60_000'],
    [FAIRNESS, 'an alert that a killed server had taken is told soon after, not when a long lease ends'],
  ),
  guarded(
    'push: a round of devices that hang leaves time for the next ones',
    [WORKER, '2.5 * ANSWER_MS', '2 * ANSWER_MS'],
    [
      FAIRNESS,
      'after a round of devices that hang, the next devices of the family are told within the same lease',
    ],
  ),
  guarded(
    'push: a host that hangs is left alone for a while',
    ['server/push/sender.ts', "if (codeOf(error) === 'TimeoutError') this.#rest(host);\n", ''],
    [SENDER, 'a push service that hangs, or is not there, is late'],
  ),
  guarded(
    'push: a subscription that is gone is forgotten',
    [PUSH, "handed.result === 'gone'", "handed.result === ('' as string)"],
    [CALLS, 'each state of a test is told, and a forgotten subscription is forgotten here too'],
  ),
  guarded(
    'push: whatever happens, a subscription that is gone is not asked again',
    [PUSH, 'await store.removePushDevice(session, endpoint);', 'return;'],
    [
      'server/push/seeded-runs.test.ts',
      'whatever push services answer and whenever a server is killed, each alert reaches each living device, again only around a kill',
    ],
  ),
  guarded(
    'push: a time that was removed is not told',
    [NEWS, ' || visit.expected?.at !== at', ''],
    [ALERTS, 'a planned time that was removed is not told'],
  ),
  guarded(
    'push: an answer about a visit that is over is not told',
    [NEWS, '!visit.open || answer?.at', 'answer?.at'],
    [
      ALERTS,
      'an answer that was replied to or taken back, or whose visit is over, before it could be told is not told',
    ],
  ),
  guarded(
    'push: an answer that was taken back or replied to is not told',
    [NEWS, ' || answer?.at !== at || answer.reply', ' || !answer'],
    [
      ALERTS,
      'an answer that was replied to or taken back, or whose visit is over, before it could be told is not told',
    ],
  ),
  guarded(
    'push: nobody is told of the own tap',
    [WORKER, '(taps && uid !== alert.tap?.by)', 'taps'],
    [TAPS, 'a parent is told of the other’s tap if the switch is on, and nobody of the own'],
  ),
  guarded(
    'push: an alert past its life tells nobody',
    [WORKER, 'now() < end ?', 'now() > 0 ?'],
    [ALERTS, 'an alert past its life, as of a restored backup, tells nobody'],
  ),
  guarded(
    'push: who was reached is not told again',
    [WORKER, 'reached: [...reached] }', 'reached: [] }'],
    [
      ALERTS,
      'a message that could not be handed over comes again until its life ends, to those who have not got it alone',
    ],
  ),
  guarded(
    'push: a family is told one alert at a time',
    [
      ['server/store/shared/alerts.ts', '${household} <> ALL ($4)', "$4 <> '-'"],
      ['server/store/shared/alerts.ts', 'WHERE turn = 1', 'WHERE turn > 0'],
    ],
    [FAIRNESS, 'a family whose push service hangs, with many alerts and devices, holds up no other family'],
  ),
  guarded(
    'push: no family waits for another',
    [
      WORKER,
      'of due) this.#begin(taken);',
      'of due) await (this.#begin(taken), this.#telling.get(taken.household));',
    ],
    [FAIRNESS, 'families that all have a device at a push service that hangs hold up no other family'],
  ),
  guarded(
    'push: who is to be told is read anew while push services are slow',
    [WORKER, 'wanting.slice(0, DEVICES_AT_ONCE)', 'wanting'],
    [FAIRNESS, 'a device that signs out while others of its family are being told is not told'],
  ),
  guarded(
    'push: what a family is told has an end',
    [WORKER, ' && !(await this.#mayTell(taken))', ' && !this.#mayTell(taken)'],
    [FAIRNESS, 'what a family is told has an end, and another one is told'],
  ),
  guarded(
    'push: tokens of hosts that a browser names do not pile up',
    ['server/push/vapid.ts', '    this.#tokens.delete(oldest);\n', ''],
    [
      'server/push/vapid.test.ts',
      'a family that names a push service’s hosts without end leaves no token of each',
    ],
  ),
  guarded(
    'push: a long name is shortened, so that no length tells of it',
    [NEWS, 'LONGEST_NAME = 100', 'LONGEST_NAME = 1000'],
    ['server/push/news.test.ts', 'a message is of the one length also with names four bytes each'],
  ),
  guarded(
    'push: the log names no address of a device',
    ['server/push/sender.ts', 'log.warn({ host,', 'log.warn({ host, endpoint,'],
    [test('silence'), 'no line that push can write names an address of a device, a key, a topic or a person'],
  ),
  guarded(
    'push: answers that come without end do not ring without end',
    ['server/links/reader-writes.ts', 'RATES.ringingAnswers)) === 0', 'RATES.ringingAnswers)) >= 0'],
    [ALERTS, 'answers ring six times a visit, then once in ten minutes, and all are kept'],
  ),
  guarded(
    'push: a push service that hangs holds up no notice',
    [
      'server/notices/worker.ts',
      'if (visitor === undefined || by',
      "await fetch(config.pushServices[0] ?? '').catch(() => undefined);\n    if (visitor === undefined || by",
    ],
    [TAPS, 'the console’s lines are as before, once each, while the push service hangs'],
  ),
  guarded(
    'push: a device is of the session that named its endpoint last',
    [
      'server/store/shared/alerts.ts',
      '        await queries.run(forgetOther, endpoint, session, p256dh, auth);\n',
      '',
    ],
    [SQLITE, 'an endpoint belongs to the session that named it last'],
  ),
  guarded(
    'push: who knows an endpoint without its keys takes no device over',
    ['server/store/shared/alerts.ts', 'session <> $2 AND p256dh = $3 AND auth = $4', 'session <> $2'],
    [SQLITE, 'an endpoint belongs to the session that named it last'],
  ),
  guarded(
    'push: a device goes with its session',
    ['server/store/sqlite/schema/schema-10.ts', 'REFERENCES sessions (token_hash) ON DELETE CASCADE', ''],
    [SQLITE, 'a device is kept by its session, and goes with it'],
  ),
  guarded(
    'push: a taken alert is nobody else’s until its lease ends',
    [
      'server/store/shared/alerts.ts',
      'UPDATE alerts SET due_at = $2, attempts',
      'UPDATE alerts SET attempts',
    ],
    [SQLITE, 'a due alert is taken once, and again if it was never settled'],
  ),
  guarded(
    'push: a later alert is not lost by the settling of the one before',
    ['server/store/shared/alerts.ts', ' AND due_at = $4 AND body = $5`', ' AND due_at <> $4 || $5`'],
    [SQLITE, 'an alert takes the place of the one of its path and kind, also of one that is being sent'],
  ),
  guarded(
    'push: an alert tells the devices of its own household alone',
    [
      'server/store/shared/alerts.ts',
      'WHERE a.household = $1 AND s.expires_at > $3',
      'WHERE $1 > $3 OR s.expires_at > $3',
    ],
    [SQLITE, 'an alert tells the devices of its own family, with the documents as they are'],
  ),
  guarded(
    'push: a deleted family of many rows rings nobody while it is purged',
    ['server/store/sqlite/household/purge-removed.ts', 'cancelNotices, cancelAlerts, ', 'cancelNotices, '],
    [SQLITE, 'alerts go with their household, at once also if that is purged in steps'],
  ),
];
