import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as domain from '#domain/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import {
  ACTIVITY_ENTRIES,
  AT_ONCE,
  EXPORTS_AN_HOUR,
  LARGEST_BODY,
  LARGEST_SYNC,
  LIFETIMES,
  RATES,
  REFUSALS,
  REQUEST_TIMEOUT_MS,
  TRUSTED_FACTOR,
} from '#server/limits.ts';

const read = (path: string) =>
  readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').replace(/\s+/g, ' ');

const WORDS = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
/** A number as prose writes it: in words up to twelve, else with a comma for thousands. */
const n = (count: number) => WORDS[count] ?? count.toLocaleString('en');
const hours = (ms: number) => n(ms / HOUR_MS);
const days = (ms: number) => n(ms / DAY_MS);
const { LIMITS } = domain;

/** Sentences of each page with the numbers that the code has. */
const SENTENCES: Record<string, readonly string[]> = {
  'SECURITY.md': [
    `${LIMITS.children} children, ${n(LIMITS.visitors)} visitors, ${LIMITS.openVisits} open visits, ${LIMITS.correctionsOfVisit} corrections`,
    `${domain.MAX_SESSIONS} signed-in devices, ${domain.MAX_PASSKEYS} passkeys`,
    `Sessions expire after ${days(LIFETIMES.unseenSession)} days without use and ${days(LIFETIMES.session)} days in all`,
    `a sign-in counts for ${n(LIFETIMES.recentAuthentication / MINUTE_MS)} minutes`,
    `undoes it for ${days(LIFETIMES.undoEmail)} days`,
    `one at a time, for ${hours(domain.INVITE_MS)} hours`,
    `Bodies of at most ${LARGEST_BODY / 1024} kB; a sync may have ${LARGEST_SYNC / 1024 / 1024} MB`,
    `${REQUEST_TIMEOUT_MS / 1000} s for headers and body`,
    `${n(AT_ONCE.ofSession)} requests under way and ${n(AT_ONCE.streamsOfSession)} streams, a household ${AT_ONCE.ofHousehold} requests`,
    `one export and ${n(EXPORTS_AN_HOUR)} an hour, the server ${n(AT_ONCE.exports)}`,
    `${hours(domain.LINK_AFTER_VISIT_MS)} hours after the check-out reached the server, ${hours(domain.LINK_LIFE_MS)} hours after it was made`,
    `answer (${RATES.linkAnswers.burst} times, three seconds apart), refuse links and ask to be removed (${n(RATES.linkRefusals.burst)} times)`,
    `miss ${RATES.missedLinks.burst} at once, then one each ${RATES.missedLinks.interval / 1000} s`,
    `${n(AT_ONCE.streamsOfLink)} streams a link, ${AT_ONCE.linkStreamsOfHousehold} a household, ${AT_ONCE.linkStreamsOfAddress} an address, ${n(AT_ONCE.linkStreams)} a process`,
  ],
  'docs/self-hosting.md': [
    `${LIMITS.children} children, ${n(LIMITS.visitors)} friends and guests, ${LIMITS.openVisits} of them here at once, and ${LIMITS.correctionsOfVisit} corrections`,
    `opens one account, within ${days(LIFETIMES.hostInvitation)} days`,
    `It works once, for ${LIFETIMES.recoveryLink / MINUTE_MS} minutes`,
    `ask for ${RATES.missedLinks.burst} that show nothing at once, then for one each ${RATES.missedLinks.interval / 1000} seconds`,
    `trusted browsers there ${n(TRUSTED_FACTOR)} times that`,
    `*Recent activity*, for ${days(LIFETIMES.activity)} days`,
  ],
  'docs/decisions/0012-sessions-limits-and-hashing.md': [
    `expire ${days(LIFETIMES.session)} days after they began or ${days(LIFETIMES.unseenSession)} days after their last use`,
  ],
  'docs/decisions/0025-a-household-has-sizes-and-rates.md': [
    `${LIMITS.children} children, ${n(LIMITS.visitors)} friends and guests together, ${LIMITS.openVisits} open visits, ${LIMITS.correctionsOfVisit} corrections`,
    `at most ${domain.MAX_SESSIONS} signed-in devices`,
    `a one-time token of ${days(LIFETIMES.hostInvitation)} days`,
  ],
  'docs/decisions/0027-no-reply-is-unbounded.md': [
    `${n(AT_ONCE.ofSession)} requests under way and ${n(AT_ONCE.streamsOfSession)} streams, a household ${AT_ONCE.ofHousehold} requests`,
    `At most ${AT_ONCE.waiting} requests wait`,
    `leave at ${1000 / REFUSALS.interval} a second, ${n(REFUSALS.burst)} at once`,
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
