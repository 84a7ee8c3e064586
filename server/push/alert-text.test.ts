import { pino } from 'pino';
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Alert } from '#domain/alerts.ts';
import { nameSchema } from '#domain/fields.ts';
import { LANGUAGES } from '#domain/language.ts';
import { profilePath } from '#domain/paths.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, minute, NOON } from '#tests/support/people/stored-family.ts';
import { PushBrowser } from '#tests/support/server/push-browser.ts';
import { readConfig } from '../config/config.ts';
import type { AlertContext } from '../store/ports/store.ts';
import { alertText, alertTexts } from './alert-text.ts';
import { PADDED_LENGTH } from './encrypt.ts';
import { Push } from './push.ts';

const [ELLA, BO] = [newId(), newId()];
const tapped = { by: BO, status: 'in', of: 'first' } as const;

/** Returns an alert of each kind, about people of these names, with what is stored of them. */
function everyNews(name: string): (readonly [Alert, AlertContext])[] {
  const profile = initialProfile({ firstName: name, lastName: 'Ek', email: '', password: '' }, NOON);
  const open = { ...aVisit(ELLA, 0), expected: { at: NOON, by: BO, setAt: NOON } };
  const toldOf = (changes: Partial<AlertContext>): AlertContext => ({
    ...{ visit: open, visitor: aFriend(name), child: aChild(), devices: [] },
    profiles: { [profilePath(BO)]: profile },
    ...changes,
  });
  const alertOf = (kind: Alert['kind'], tap?: Alert['tap']): Alert =>
    ({ about: `children/${BO}/visits/${ELLA}`, kind, at: NOON, ...(tap && { tap }) }) as Alert;
  const taps = (['in', 'out'] as const).flatMap((status) =>
    (['first', 'corrected', 'taken-back'] as const).map((of) => {
      const visit = status === 'in' ? open : aVisit(ELLA, 0, 5);
      const visitor = { ...aFriend(name), status } as NonNullable<AlertContext['visitor']>;
      return [alertOf('tap', { ...tapped, status, of }), toldOf({ visit, visitor })] as const;
    }),
  );
  const answered = (answer: object) =>
    toldOf({ visit: { ...open, answer: { at: NOON, ...answer } } as never });
  const visitor = { ...aFriend(name), status: 'in' } as const;
  const followed = toldOf({ visitor, child: aChild(name) });
  return [
    [alertOf('planned'), toldOf({})],
    [alertOf('answer'), answered({ code: 'stay', until: minute(45) })],
    [alertOf('answer'), answered({ code: 'on-my-way' })],
    [alertOf('answer'), toldOf({ visitor: { ...aFriend(name), linkRefusal: { at: NOON } } as never })],
    ...taps,
    [alertOf('followed', { status: 'in', of: 'first' }), followed],
  ];
}

const toldIn = (language: 'sv' | 'en', name: string) =>
  everyNews(name).map(([alert, told]) => {
    const { title = '', body } = alertText(alert, told, language) ?? {};
    return body === undefined ? title : `${title} (${body})`;
  });

test('each kind of news has its words, in the zone of the tap', () => {
  expect(toldIn('sv', 'Ella')).toEqual([
    'Ella skulle gå hem 14:00',
    'Kan Ella stanna till 14:45?',
    'Svar om Ella: på väg',
    'Ett svar om Ella väntar i Framme',
    'Ella har kommit 14:00 (Ella tryckte)',
    'Rättat: Ella har kommit 14:00 (Ella tryckte)',
    'Återtaget: Ella har gått hem (Ella tryckte)',
    'Ella har gått hem 14:05 (Ella tryckte)',
    'Rättat: Ella har gått hem 14:05 (Ella tryckte)',
    'Återtaget: Ella har kommit (Ella tryckte)',
    'Ella har kommit 14:00 (hos Ella)',
  ]);
  expect(toldIn('en', 'Ella').slice(0, 5)).toEqual([
    'Ella was to go home at 14:00',
    'Can Ella stay until 14:45?',
    'About Ella: on my way',
    'An answer about Ella is waiting in Framme',
    'Ella arrived at 14:00 (tapped by Ella)',
  ]);
});

test.each([
  ['$&', '$&'],
  ['$1$`$$', '$1$`$$'],
  ['{{time}}', '{{time}}'],
  ['{{name}}', '{{name}}'],
  ['{{parent}}', '{{parent}}'],
  ['<b>"\\', '<b>"\\'],
  ['ليلى حسن', 'ليلى'],
  ['נועה', 'נועה'],
  ['🦄 Ella', 'Ella'],
  ['👩‍👩‍👧', '👩‍👩‍👧'],
])('the name %s stands in the words as it is', (name, first) => {
  for (const language of LANGUAGES) {
    const plain = toldIn(language, 'Ella');
    expect(toldIn(language, name)).toEqual(plain.map((words) => words.replaceAll('Ella', () => first)));
  }
});

test.each([
  [
    'sv',
    15,
    [
      'Ella gick från Kim 14:05, väntas 14:15',
      'Är Ella hemma? Gick från Kim 14:05',
      `Ingen har sagt att Ella är hemma Väntades 14:15`,
    ],
  ],
  [
    'sv',
    4,
    ['Ella gick från Kim 14:05', 'Är Ella hemma? Gick från Kim 14:05', 'Ingen har sagt att Ella är hemma'],
  ],
  [
    'en',
    15,
    [
      'Ella left Kim at 14:05, expected 14:15',
      'Is Ella home? Left Kim at 14:05',
      'Nobody has said that Ella is home Was expected at 14:15',
    ],
  ],
  [
    'en',
    4,
    ['Ella left Kim at 14:05', 'Is Ella home? Left Kim at 14:05', 'Nobody has said that Ella is home'],
  ],
] as const)(
  'in %s a trip due %i minutes after noon is told in three stages, without a time before the departure',
  (language, due, words) => {
    const trip = { op: ELLA, startedAt: NOON, due: minute(due), zone: 'Europe/Stockholm', by: BO };
    const visit = { ...aVisit(ELLA, 0, 5), trip };
    const told = { visit, trip, visitor: aFriend(), child: aChild(), devices: [], profiles: {} };
    const texts = (['start', 'ask', 'host'] as const).map((stage) => {
      const { title, body } =
        alertText({ about: BO, kind: 'followed-trip', at: NOON, stage }, told, language) ?? {};
      return [title, body].filter(Boolean).join(' ');
    });
    expect(texts).toEqual(words);
    const corrected = {
      about: BO,
      kind: 'followed',
      at: NOON,
      tap: { ...tapped, status: 'out', of: 'corrected' },
    };
    const again = alertText(corrected as Alert, { ...told, trip }, language)?.title;
    expect(again).toBe(alertTexts[language].corrected + words[0]);
    const linked = { ...told, trip: { ...trip, link: { at: minute(16) } } };
    const { title } = alertText({ about: BO, kind: 'trip', at: NOON, stage: 'host' }, linked, language) ?? {};
    expect(title).toBe(alertTexts[language].familyDidNot.replace('{{name}}', 'Ella'));
    expect(
      alertText({ about: BO, kind: 'trip', at: NOON, stage: 'host' }, { ...told, trip: undefined }, language),
    ).toBe(undefined);
  },
);

test('news with a time has its zone, for a device in another one', () => {
  const zones = everyNews('Ella').map(([alert, told]) => alertText(alert, told, 'sv')?.zone);
  const [here, none] = [{ name: 'centraleuropeisk tid', offset: -120 }, undefined];
  expect(zones).toEqual([here, here, none, none, here, here, none, here, here, none, here]);
});

/** The longest names of the rulebook, 100 code points each. */
const LONGEST = {
  'four bytes each': '🚲'.repeat(100),
  'families of seven code points': '👨‍👩‍👧‍👦'.repeat(14),
  'of right-to-left letters': 'ש'.repeat(100),
  'one letter with marks': `e${'\u0301'.repeat(99)}`,
  'that JSON writes twice as long': `a${'"\\'.repeat(49)}`,
  'of plain letters': 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100),
  'with marks of a text': '{{time}}{{name}}$&'.repeat(5),
};
/** No host has a longer one (RFC 1035, 2.3.4). */
const LONGEST_ORIGIN = `https://${'a.'.repeat(126)}a:65535`;

test.each(Object.entries(LONGEST))(
  'a message is of the one length also with names %s',
  async (_what, name) => {
    expect(v.parse(nameSchema, name)).toBe(name);
    const config = readConfig({ PUSH_SERVICES: 'push.example.org' });
    if (Array.isArray(config)) throw new Error(config.join());
    const store = {
      secret: async (_of: string, fresh: string) => fresh,
      markPushDevice: async () => undefined,
    };
    const deps = { config, now: Date.now, log: pino({ level: 'silent' }), meter: undefined };
    const push = new Push({ ...deps, store } as never, () => LONGEST_ORIGIN);
    const bodies: Buffer[] = [];
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
      bodies.push(Buffer.from(init?.body as Uint8Array));
      return new Response('', { status: 201 });
    });
    onTestFinished(() => fetched.mockRestore());
    const browser = new PushBrowser();
    const device = { session: '', endpoint: 'https://push.example.org/a', ...browser.keys };
    for (const language of LANGUAGES)
      for (const [alert, told] of everyNews(name)) {
        const shown = alertText(alert, told, language) ?? { title: '' };
        await push.send(device, { name: 'n', language, text: shown }, { end: Date.now() + 60_000 });
        const { text, padded } = browser.open(bodies.at(-1) ?? Buffer.alloc(0));
        expect(padded).toBe(PADDED_LENGTH);
        const { title } = JSON.parse(text).notification;
        expect([title.includes('…'), title.isWellFormed()]).toEqual([
          Buffer.byteLength(JSON.stringify(name)) > 102,
          true,
        ]);
      }
  },
);
