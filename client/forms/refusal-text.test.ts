import { expect, test } from 'vitest';
import { allTranslations } from '#client/translations/all-texts.ts';
import { LANGUAGES, LOCALES } from '#domain/language.ts';
import { LIMITS, MOST_LINKS } from '#domain/limits.ts';
import { refusedWith } from '#tests/support/people/refused-command.ts';
import { canRetry, refusedReason, refusedTitle } from './refusal-text.ts';

const english = (await allTranslations('en')).current();

test.each([
  ['addChild', 'Failed to add child'],
  ['addGuest', 'Failed to add guest'],
  ['addFriend', 'An error occurred'],
  ['checkIn', 'An error occurred'],
  ['updateProfile', 'Something went wrong on our side. Try again in a moment.'],
] as const)('a refused %s gives the message of the error catalogue', (name, words) => {
  expect(refusedTitle(english.t, refusedWith('failed', { name }))).toBe(words);
});

test.each([
  [{ child: 'Kim', person: 'Noah' }, 'Noah is no longer in the list.'],
  [{ child: 'Kim' }, 'Kim is no longer in the list.'],
  [undefined, english.t(($) => $.refusals['not-found'])],
])('a command about %j that is gone says so', (people, words) => {
  const refused = refusedWith('not-found', people && { people });
  expect(refusedReason(english.t, refused)).toBe(words);
});

test.each([
  ['not-found', 'The visit is gone. This link no longer works.'],
  ['superseded', 'The visit is gone. This link no longer works.'],
  ['link-limit', `There are ${MOST_LINKS} links already. Stop them first. This link no longer works.`],
  ['links-refused', 'The family does not want links, so this link no longer works.'],
] as const)('a link that was refused as %s says what whoever got it sees', (code, words) => {
  const people = { child: 'Kim', person: 'Ella' };
  expect(refusedReason(english.t, refusedWith(code, { name: 'giveLink', people }))).toBe(words);
});

test('another try is offered where it may help', () => {
  const final = ['not-found', 'id-taken', 'superseded', 'too-many-corrections', 'invalid-arguments'] as const;
  const codes = [...final, 'failed', 'overlaps', 'too-many-visitors'] as const;
  expect(codes.filter((code) => canRetry(refusedWith(code)))).toEqual(codes.slice(final.length));
});

test.each([
  ['too-many-children', LIMITS.children],
  ['too-many-visitors', LIMITS.visitors],
  ['too-many-open-visits', LIMITS.openVisits],
  ['too-many-corrections', LIMITS.correctionsOfVisit],
] as const)('%s names the limit in every language', async (code, limit) => {
  for (const language of LANGUAGES) {
    const { t } = (await allTranslations(language)).current();
    const number = limit.toLocaleString(LOCALES[language]).replace('\u00a0', ' ');
    expect(refusedReason(t, refusedWith(code))).toContain(number);
  }
});
