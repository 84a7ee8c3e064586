import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { LANGUAGES, type Language } from '#domain/language.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { at, end, onTheWay, shown, VISIT_STATES } from '#tests/support/people/shared-visits.ts';
import type { VisitStreamClient } from './data/visit-stream-client.ts';
import { loadTexts } from './translations/texts.ts';
import { VisitCard } from './visit-card.tsx';

// The place of the visits, but for the one in another zone.
process.env.TZ = 'Europe/Stockholm';

const NOTE: Record<Language, string> = {
  sv: 'Den som skickade länken ser svaret, och när länken först öppnades. Alla som har länken kan svara.',
  en: 'The sender sees your reply, and when the link was first opened. Anyone with the link can reply.',
};

async function drawn(visit: SharedVisit, language: Language = 'sv'): Promise<string> {
  const watch = { accept: vi.fn(), die: vi.fn(), retry: vi.fn() } as unknown as VisitStreamClient;
  const watched = { phase: 'shown', visit, asOf: visit.asOf, isOffline: false } as const;
  const texts = await loadTexts(language);
  return renderToStaticMarkup(<VisitCard {...{ watched, language, texts, watch }} link="k" />);
}

async function buttonsOf(more: Partial<SharedVisit>): Promise<string[]> {
  const buttons = (await drawn(shown(more))).match(/<button.*?<\/button>/g) ?? [];
  return buttons.map((button) => {
    const words = /aria-label="(.*?)"/.exec(button)?.[1] ?? button.replaceAll(/<.*?>/g, '');
    return button.includes(' disabled') ? `${words} (disabled)` : words;
  });
}

const stay = (time: string) => `Kan Ella stanna till ${time}?`;

test.each(VISIT_STATES)(
  'a visit that is $name is said in the words of each language',
  async ({ visit, texts }) => {
    for (const language of LANGUAGES) {
      const words = (await drawn(shown(visit), language)).replaceAll(/<.*?>/g, '').replaceAll('&#x27;', "'");
      for (const text of [...texts[language], NOTE[language]]) expect(words).toContain(text);
    }
  },
);

test('a link holder asks for one of four half hours, after the planned time if there is one', async () => {
  const answers = ['Jag är på väg', 'Tack'];
  expect(await buttonsOf({})).toEqual([...answers, ...['16:30', '17:00', '17:30', '18:00'].map(stay)]);
  expect(await buttonsOf({ expected: at('17:00') })).toEqual([
    ...answers,
    ...['18:30', '19:00', '19:30', '20:00'].map(stay),
  ]);
});

test('while one time is asked for the others wait for the reply', async () => {
  const answer = { code: 'stay', until: at('17:00'), at: at('15:10') } as const;
  const times = async (more: Partial<SharedVisit>) => (await buttonsOf(more)).slice(-4);
  const others = ['16:30', '17:00', '17:30'].map((time) => `${stay(time)} (disabled)`);
  expect(await times({ answer })).toEqual([...others, stay('18:00')]);
  const replied = { ...answer, reply: { yes: false, at: at('15:11') } };
  expect((await times({ answer: replied })).join()).not.toContain('disabled');
});

test('a visit that is over takes thanks alone', async () => {
  expect(await buttonsOf({ open: false, left: end('15:09') })).toEqual(['Tack']);
});

test('the way home alone is over at its end, or at a word', async () => {
  const home = 'Är hemma: Ella';
  expect(await buttonsOf(onTheWay())).toEqual([home, 'Tack']);
  const left = onTheWay({ due: null });
  const uncertain = await drawn(shown({ ...left, left: end('15:02', { uncertain: true }) }));
  const words = uncertain.replaceAll(/<.*?>/g, '');
  expect(words).toContain('Gick hem själv ungefär 16:02');
  expect(words).not.toContain('vänta');
  const said = onTheWay({ said: { isHome: true, at: at('15:09') } });
  expect(await buttonsOf(said)).toEqual([home, 'Tack']);
  expect(await drawn(shown(said))).toContain(`aria-label="${home}" aria-pressed="true"`);
  for (const trip of [{ said: { isHome: false, at: at('15:09') } }, { until: at('15:10') }])
    expect(await buttonsOf(onTheWay(trip))).toEqual(['Tack']);
  const past = await drawn(shown(onTheWay({ until: at('15:10') })));
  expect(past).toContain('har gått från');
  expect(past).not.toContain('själv');
});
