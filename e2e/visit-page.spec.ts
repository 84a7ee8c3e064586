import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/language.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { test } from './support/framme.ts';
import { at, end, fakeLink, openVisit, SECRET, settled, shown } from './support/visit-page.ts';

test.use({ viewport: { width: 360, height: 640 } });
// The browser names each reply that is an error.
test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource/));

const TITLE: Record<Language, string> = { sv: 'Ett besök – Framme', en: 'A visit – Framme' };
const FRESH: Record<Language, string> = {
  sv: 'Uppdaterad 16:10',
  en: 'Updated 16:10',
};
const LEAD: Record<Language, string> = {
  sv: 'Framme visar när barn kommer fram och går hem. Inget konto behövs.',
  en: 'Framme shows when children arrive and go home. No account needed.',
};
const IN: Record<Language, string[]> = {
  sv: ['Incheckad', 'Ella är hos Noah', 'Kom 15:04', FRESH.sv],
  en: ['Checked in', 'Ella is with Noah', 'Arrived 15:04', FRESH.en],
};
const answered = { code: 'stay' as const, until: at('17:30'), at: at('15:08') };

/** Each state of a visit by its name, with the texts that it shows. */
const STATES: { name: string; visit: Parameters<typeof shown>[0]; texts: Record<Language, string[]> }[] = [
  { name: 'in', visit: {}, texts: IN },
  {
    name: 'planned',
    visit: { expected: at('17:00') },
    texts: { sv: [...IN.sv, 'Hem omkring 18:00'], en: [...IN.en, 'Home at about 18:00'] },
  },
  {
    name: 'overdue',
    visit: { expected: at('15:00') },
    texts: {
      sv: [...IN.sv, 'Planerat 16:00. Ingen utcheckning än.'],
      en: [...IN.en, 'Planned 16:00. No check-out yet.'],
    },
  },
  {
    name: 'open for long',
    visit: { arrived: end('03:10') },
    texts: {
      sv: ['Kom 04:10', 'Ingen utcheckning har nått servern.'],
      en: ['Arrived 04:10', 'No check-out has reached the server.'],
    },
  },
  {
    name: 'in another zone than the device',
    visit: { arrived: end('14:04', { zone: 'America/New_York' }) },
    texts: {
      sv: ['Kom 09:04', 'Tiderna anges i östnordamerikansk tid.'],
      en: ['Arrived 09:04', 'Times are in Eastern Time.'],
    },
  },
  {
    name: 'out',
    visit: { open: false, left: end('15:09') },
    texts: {
      sv: ['Utcheckad', 'Ella har gått hem', 'Gick 16:09', 'Besöket är slut. Ett nytt besök syns inte här.'],
      en: [
        'Checked out',
        'Ella has gone home',
        'Left 16:09',
        'The visit is over. A new visit is not shown here.',
      ],
    },
  },
  {
    name: 'unknown ends',
    visit: { open: false, arrived: null },
    texts: {
      sv: ['När Ella kom är inte känt.', 'När Ella gick är inte känt.'],
      en: ['It is not known when Ella arrived.', 'It is not known when Ella left.'],
    },
  },
  {
    name: 'corrected',
    visit: { arrived: end('14:00', { corrected: true }) },
    texts: { sv: ['Kom 15:00 (rättad)'], en: ['Arrived 15:00 (corrected)'] },
  },
  {
    name: 'uncertain',
    visit: { arrived: end('14:04', { uncertain: true }) },
    texts: { sv: ['Kom ungefär 15:04'], en: ['Arrived about 15:04'] },
  },
  {
    name: 'own',
    visit: { isOwn: true },
    texts: {
      sv: [...IN.sv, 'Så här ser den andra familjen det. Det räknas inte som öppnat.'],
      en: [...IN.en, 'This is what the other family sees. It does not count as opened.'],
    },
  },
  {
    name: 'answered',
    visit: { answer: { ...answered, reply: { yes: true, at: at('15:09') } } },
    texts: {
      sv: ['Du frågade: Kan Ella stanna till 18:30?', 'Svar: ja, till 18:30'],
      en: ['You asked: Can Ella stay until 18:30?', 'Answer: yes, until 18:30'],
    },
  },
  {
    name: 'answered with no',
    visit: { answer: { ...answered, reply: { yes: false, at: at('15:09') } } },
    texts: { sv: ['Svar: tyvärr inte'], en: ['Answer: sorry, no'] },
  },
  {
    name: 'asked and waiting',
    visit: { answer: answered },
    texts: {
      sv: ['Du frågade: Kan Ella stanna till 18:30?', 'Skickat 16:08'],
      en: ['You asked: Can Ella stay until 18:30?', 'Sent 16:08'],
    },
  },
  {
    name: 'sent by a parent who can be called',
    visit: { sender: { name: 'Maja', phone: '070-123 45 67' } },
    texts: {
      sv: ['Från Maja, Noahs förälder', LEAD.sv, 'Ring Maja, 070-123 45 67'],
      en: ['From Maja, Noah’s parent', LEAD.en, 'Call Maja, 070-123 45 67'],
    },
  },
  {
    name: 'of the day before',
    visit: { asOf: at('15:10').replace('-20T', '-21T') },
    texts: { sv: ['Kom 20 nov. 15:04'], en: ['Arrived 20 Nov, 15:04'] },
  },
];

const NOTE: Record<Language, string> = {
  sv: 'Den som skickade länken ser svaret, och när länken först öppnades. Alla som har länken kan svara.',
  en: 'The sender sees your reply, and when the link was first opened. Anyone with the link can reply.',
};

async function expectTexts(page: Page, texts: string[]): Promise<void> {
  for (const text of texts)
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
}

test('each state of a visit is said in the words of the language', async ({ page, server, language }) => {
  for (const { name, visit, texts } of STATES)
    await test.step(name, async () => {
      const link = await openVisit(page, server.url, shown(visit));
      await page.reload();
      await expectTexts(page, [...texts[language], NOTE[language]]);
      await expect(page).toHaveTitle(TITLE[language]);
      expect(link.asked('look')).toContainEqual({ link: SECRET, shown: false });
      expect(page.url()).toBe(`${server.url}/visit#${SECRET}`);
    });
});

test('a damaged link shows its visit, and its secret is in no address that is asked for after the first', async ({
  page,
  server,
  language,
}) => {
  const link = await fakeLink(page, shown());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const damage of [
    `#${SECRET}).`,
    `#${SECRET}%20`,
    `#${SECRET.toUpperCase()}\u200b&fbclid=1`,
    `%23${SECRET}?utm_source=x`,
    `?lng=${language}%2523${SECRET}`,
  ])
    await test.step(damage, async () => {
      await page.goto('about:blank');
      link.asked('look').length = asked.length = 0;
      await page.goto(`${server.url}/visit${damage}`);
      await expectTexts(page, IN[language]);
      expect(link.asked('look')).toContainEqual({ link: SECRET, shown: false });
      const [, ...later] = asked.filter((url) => !url.startsWith('about:'));
      for (const url of later) expect(new URL(url).pathname + new URL(url).search).not.toContain(SECRET);
    });
});

const DEAD: Record<Language, string[]> = {
  sv: [
    'Länken gäller inte längre.',
    'Den kan vara för gammal eller återtagen. Fråga den som skickade den.',
    LEAD.sv,
  ],
  en: ['This link no longer works.', 'It may be too old or have been taken back. Ask the sender.', LEAD.en],
};
const TOO_NEW: Record<Language, string> = {
  sv: 'Är länken alldeles ny kan det dröja innan den börjar gälla. Sidan försöker igen.',
  en: 'If the link is brand new, it may take a while to start working. The page tries again.',
};
const NO_CONTACT: Record<Language, string> = {
  sv: 'Ingen kontakt. Senast uppdaterad 16:10.',
  en: 'No contact. Last updated 16:10.',
};
const TAKEN_BACK: Record<Language, string[]> = {
  sv: ['Länken gäller inte längre.', 'Den är återtagen. Fråga den som skickade den.', LEAD.sv],
  en: ['This link no longer works.', 'It was taken back. Ask the sender.', LEAD.en],
};

test('a link that is too new is tried again, shows the visit, loses contact, and is taken back', {
  tag: '@once',
}, async ({ page, server, language }) => {
  await page.clock.install();
  const link = await openVisit(page, server.url, 'dead');
  await expectTexts(page, [...DEAD[language], TOO_NEW[language]]);
  expect(await violationsOn(page)).toEqual([]);
  link.reply = shown();
  await page.clock.fastForward(10_500);
  await expectTexts(page, IN[language]);
  link.reply = 'offline';
  await page.clock.fastForward(21_000);
  await expectTexts(
    page,
    ['Ella är hos Noah', 'Ella is with Noah'].slice(language === 'sv' ? 0 : 1, language === 'sv' ? 1 : 2),
  );
  // One running text: a time that is a column of its own would have lines of its own.
  await expect(page.getByRole('main').getByText(NO_CONTACT[language])).toHaveText(NO_CONTACT[language], {
    useInnerText: true,
  });
  expect(await violationsOn(page)).toEqual([]);
  link.reply = 'dead';
  await page.clock.fastForward(21_000);
  await expectTexts(page, TAKEN_BACK[language]);
  await expect(page.getByRole('main')).not.toContainText('Ella');
  expect(await violationsOn(page)).toEqual([]);
  const looks = link.asked('look').length;
  await page.clock.fastForward(60_000);
  expect(link.asked('look')).toHaveLength(looks);
});

test('a dead link is tried for five minutes, then at a press', { tag: '@full' }, async ({
  page,
  server,
  language,
}) => {
  await page.clock.install();
  const link = await openVisit(page, server.url, 'dead');
  await expectTexts(page, [TOO_NEW[language]]);
  for (let tries = 0; tries < 31; tries += 1) {
    await page.clock.fastForward(10_000);
    await page.clock.runFor(50);
  }
  await expect(page.getByRole('main').getByText(TOO_NEW[language])).toBeHidden();
  await expectTexts(page, DEAD[language]);
  const tried = link.asked('look').length;
  await page.clock.fastForward(60_000);
  expect(link.asked('look')).toHaveLength(tried);
  link.reply = shown();
  await page.getByRole('main').getByRole('button').click();
  await expectTexts(page, IN[language]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, { tag: colorScheme === 'light' ? [] : '@full' }, () => {
    test.use({ colorScheme });

    test('each state of a visit passes axe and fits every width', { tag: '@once' }, async ({
      page,
      server,
    }) => {
      for (const { name, visit } of STATES)
        await test.step(name, async () => {
          await openVisit(page, server.url, shown(visit));
          await page.reload();
          await settled(page);
          expect(await violationsOn(page), name).toEqual([]);
        });
    });
  });
}
