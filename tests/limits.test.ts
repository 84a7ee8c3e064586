import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as domain from '#domain/limits.ts';
import { OPS_PER_REQUEST } from '#domain/protocol/sync.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { settings } from '#server/config/settings.ts';
import * as load from '#server/load-limits/limit-numbers.ts';
import { ACTIVITY_ENTRIES, LIFETIMES } from '#server/server-limits.ts';

const ROOT = new URL('..', import.meta.url);
const source = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const read = (path: string) => source(path).replace(/\s+/g, ' ');

const WORDS = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** A number as prose writes it: in words up to twelve, else with a comma for thousands. */
const n = (count: number) => WORDS[count] ?? count.toLocaleString('en');
const figure = (count: number) => count.toLocaleString('en');
const hours = (ms: number) => n(ms / HOUR_MS);
const days = (ms: number) => n(ms / DAY_MS);
const { LIMITS } = domain;
const { FACTORS, FAIR_SHARE, MAX_CONCURRENT, PER_HOUSEHOLD, RATE_LIMITS, REQUESTS } = load;

/** Sentences of each page with the numbers that the code has. */
const SENTENCES: Record<string, readonly string[]> = {
  'SECURITY.md': [
    `${LIMITS.children} children, ${n(LIMITS.visitors)} visitors, ${LIMITS.openVisits} open visits, ${LIMITS.correctionsOfVisit} corrections`,
    `${domain.MAX_SESSIONS} signed-in devices, ${domain.MAX_PASSKEYS} passkeys`,
    `Sessions expire after ${days(LIFETIMES.unseenSession)} days without use and ${days(LIFETIMES.session)} days in all`,
    `a sign-in counts for ${n(LIFETIMES.recentAuthentication / MINUTE_MS)} minutes`,
    `undoes it for ${days(LIFETIMES.undoEmail)} days`,
    `${n(RATE_LIMITS.mailedLinks.burst)} mails an address, then one in ${RATE_LIMITS.mailedLinks.interval / MINUTE_MS} minutes`,
    `one at a time, for ${hours(domain.INVITE_MS)} hours`,
    `Bodies of at most ${REQUESTS.largest / 1024} kB; a sync may have ${REQUESTS.largestSync / 1024 / 1024} MB`,
    `${REQUESTS.timeout / 1000} s for headers and body`,
    `${n(MAX_CONCURRENT.ofSession)} requests under way and ${n(MAX_CONCURRENT.streamsOfSession)} streams, a household ${MAX_CONCURRENT.ofHousehold} requests`,
    `one export and ${n(PER_HOUSEHOLD.exportsAnHour)} an hour, the server ${n(MAX_CONCURRENT.exports)}`,
    `${hours(domain.LINK_AFTER_VISIT_MS)} hours after the check-out reached the server, ${hours(domain.LINK_LIFE_MS)} hours after it was made`,
    `answer and take that back (${RATE_LIMITS.linkAnswers.burst} times; answers three seconds apart), refuse links and ask to be removed (${n(RATE_LIMITS.linkRefusals.burst)} times)`,
    `miss ${RATE_LIMITS.missedLinks.burst} at once, then one each ${RATE_LIMITS.missedLinks.interval / 1000} s`,
    `${n(MAX_CONCURRENT.streamsOfLink)} streams a link, ${MAX_CONCURRENT.linkStreamsOfHousehold} a household, ${MAX_CONCURRENT.linkStreamsOfAddress} an address, ${n(MAX_CONCURRENT.linkStreams)} a process`,
  ],
  'docs/architecture.md': [
    `${LIMITS.children} children, ${figure(LIMITS.visitors)} visitors, ${LIMITS.openVisits} open visits`,
    `${REQUESTS.largest / 1024} kB, a sync ${REQUESTS.largestSync / 1024 / 1024} MB; ${REQUESTS.timeout / 1000} s to arrive; ${OPS_PER_REQUEST} ops a request`,
    `${RATE_LIMITS.passwords.burst} wrong passwords, then one a minute; ${settings.SIGN_INS_PER_HOUR} sign-in calls an hour, ${figure(Number(settings.SIGN_INS_PER_HOUR) * FACTORS.trusted)} from trusted browsers`,
    `${figure(Number(settings.OPS_PER_DAY) * PER_HOUSEHOLD.opsAtOnce)} at once, then ${settings.OPS_PER_MINUTE} a minute; ${figure(Number(settings.OPS_PER_DAY))} a day`,
    `${MAX_CONCURRENT.ofSession}; ${MAX_CONCURRENT.ofHousehold}; ${MAX_CONCURRENT.ofLink} | session; household; link`,
    `${FAIR_SHARE.burst / 1000} s of it at once, ${MAX_CONCURRENT.waiting} requests waiting; twice that while others ask; ${FAIR_SHARE.ofAddress * FACTORS.widerNetwork} times`,
    `${FAIR_SHARE.refusals.burst} at once, then one a second; beyond that ${1000 / FAIR_SHARE.refusals.interval} a second, after ${FAIR_SHARE.refusals.longest / 1000} s`,
    `${MAX_CONCURRENT.streamsOfSession}, the oldest ends; ${MAX_CONCURRENT.streamsOfLink}, ${MAX_CONCURRENT.linkStreamsOfHousehold}, ${MAX_CONCURRENT.linkStreamsOfAddress}, ${figure(MAX_CONCURRENT.linkStreams)} | session; link, household, address, process`,
    `${settings.NOTICES_PER_DAY} in 24 hours`,
    `one, ${PER_HOUSEHOLD.exportsAnHour} an hour; ${MAX_CONCURRENT.exports} | household; process`,
    `at most ${MAX_CONCURRENT.hashingThreads}; ${MAX_CONCURRENT.hashingWaiting} wait`,
    `${MAX_CONCURRENT.mails} at once, ${MAX_CONCURRENT.mailsWaiting} waiting`,
    `${MAX_CONCURRENT.alertFamilies} families, ${MAX_CONCURRENT.alertDevices} devices of each`,
  ],
  'docs/hosting/families.md': [
    `${LIMITS.children} children, ${n(LIMITS.visitors)} friends and guests, ${LIMITS.openVisits} of them here at once, and ${LIMITS.correctionsOfVisit} corrections`,
    `opens one account, within ${days(LIFETIMES.hostInvitation)} days`,
    `It works once, for ${LIFETIMES.recoveryLink / MINUTE_MS} minutes`,
  ],
  'docs/hosting/proxies.md': [
    `\`SIGN_INS_PER_HOUR\` (${settings.SIGN_INS_PER_HOUR}) calls`,
    `ask for ${RATE_LIMITS.missedLinks.burst} that show nothing at once, then for one each ${RATE_LIMITS.missedLinks.interval / 1000} seconds`,
    `trusted browsers there ${n(FACTORS.trusted)} times that`,
  ],
  'docs/hosting/security-events.md': [`*Recent activity*, for ${days(LIFETIMES.activity)} days`],
  'docs/decisions/0012-sessions-limits-and-hashing.md': [
    `expire ${days(LIFETIMES.session)} days after they began or ${days(LIFETIMES.unseenSession)} days after their last use`,
    `share ${settings.SIGN_INS_PER_HOUR} calls`,
  ],
  'docs/decisions/0025-a-household-has-sizes-and-rates.md': [
    `${LIMITS.children} children, ${n(LIMITS.visitors)} friends and guests together, ${LIMITS.openVisits} open visits, ${LIMITS.correctionsOfVisit} corrections`,
    `at most ${domain.MAX_SESSIONS} signed-in devices`,
    `a one-time token of ${days(LIFETIMES.hostInvitation)} days`,
  ],
  'docs/decisions/0032-security-events-and-capped-notices.md': [
    `${ACTIVITY_ENTRIES} entries of ${days(LIFETIMES.activity)} days`,
  ],
  'docs/decisions/0035-a-link-for-one-visit.md': [
    `${n(domain.MOST_LINKS)} at most`,
    `${hours(domain.LINK_AFTER_VISIT_MS)} hours after the check-out reached the server, at the latest ${hours(domain.LINK_LIFE_MS)} hours`,
  ],
  'docs/decisions/0040-a-second-parent.md': [
    `It lasts ${hours(domain.INVITE_MS)} hours`,
    `at most ${n(domain.MAX_PARENTS)}`,
  ],
};

describe.each(Object.entries(SENTENCES))('%s names the numbers that the code has', (page, sentences) => {
  test.each(sentences)('%s', (sentence) => {
    expect(read(page).includes(sentence)).toBe(true);
  });
});

test('control: a page with another number is found', () => {
  expect(read('SECURITY.md').includes(`${LIMITS.children + 1} children`)).toBe(false);
});

/** The constants that texts name, by their names, and the words that follow such a number in a text. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/DAYS/, 'dygn|dagar|dagarna|days'],
  [/HOURS/, 'timmar|hours'],
  [/MINUTES/, 'minuter|minutes'],
  [/DIGITS/, 'siffror|digits'],
  [/^(MAX|MOST)_/, 'barn|vänner|föräldrar|länkar|passnycklar|gånger|kan vara'],
  [/^(MAX|MOST)_/, 'children|friends|parents|links|passkeys|times|can be'],
];
const SWEDISH = 'noll en två tre fyra fem sex sju åtta nio tio elva tolv'.split(' ');
const TEXTS = ['client/translations/{sv,en}/*.ts', 'server/mail/translations-*.ts'];
/** The filter of the history; no limit, though one is as large. */
const NO_LIMITS = ["lastSeven: '7 dagar'", "lastSeven: '7 days'"];

/** Returns the numbers, in digits or words, that a source of texts writes out though a constant of domain/limits.ts has them. */
function writtenOut(texts: string): string[] {
  const bare = NO_LIMITS.reduce((left, text) => left.replace(text, ''), texts)
    .replace(/\/\*.*?\*\/|^\s*\/\/.*?$/gms, '')
    .replace(/\$\{[^}]*\}/g, '…');
  return UNITS.flatMap(([name, words]) => {
    const limits = Object.entries(domain).flatMap(([key, limit]) => (name.test(key) ? [limit] : []));
    const number = `\\d[\\d\\s,]*|${[...SWEDISH, ...WORDS].join('|')}`;
    const found = [
      ...bare.matchAll(new RegExp(`(?<![\\p{L}\\d])(${number})\\s+(?:${words})(?!\\p{L})`, 'giu')),
    ];
    return found.flatMap(([text, written = '']) => (limits.includes(numberOf(written)) ? [text] : []));
  });
}

function numberOf(written: string): number {
  const word = written.toLowerCase();
  const index = Math.max(SWEDISH.indexOf(word), WORDS.indexOf(word));
  return index < 0 ? Number(written.replaceAll(/[\s,]/g, '')) : index;
}

test('texts and mails take the numbers of limits from their constants', () => {
  const files = globSync(TEXTS, { cwd: ROOT });
  expect(files.length).toBeGreaterThan(35);
  expect(files.flatMap((path) => writtenOut(source(path)).map((text) => `${path}: ${text}`))).toEqual([]);
});

test.each([
  ['Den gäller i 48 timmar.', ['48 timmar']],
  ['Högst 2 000 vänner, och 50 times.', ['2 000 vänner', '50 times']],
  ['De Sju dagarna, within ten minutes. Åtta siffror.', ['Sju dagarna', 'ten minutes', 'Åtta siffror']],
  ['I 47 timmar, sju minuter, and 3 digits.', []],
  [`Den gäller i $\{INVITATION_HOURS} timmar, $\{'sju' satisfies Swedish[7]} dagar.`, []],
])('control: of %j the numbers %j are found', (texts, numbers) => {
  expect(writtenOut(texts).toSorted()).toEqual(numbers.toSorted());
});
